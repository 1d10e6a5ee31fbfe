!!NVgp4.0
# Inked silhouettes: along each edge between a triangle that faces the eye and one that does not, or
# where there is none, a stroke of a width in pixels that swells and thins.
PRIMITIVE_IN TRIANGLES_ADJACENCY;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 12;
ATTRIB position = vertex.position;
PARAM window = program.env[0];         # 2 / its width and height in pixels, half of those
PARAM pen = program.env[1];            # half of the width, how far that varies, how fast, a depth
PARAM colour = program.env[2];
TEMP a, b, c, across, t, facing;
INT TEMP n, corner, e;

# Twice the area of the triangle in the window, by its corners 0, 2 and 4: above 0 if it faces the
# eye. All of what is drawn is before the eye.
RCP t.x, position[0].w;
MUL a.xy, position[0], t.x;
RCP t.x, position[2].w;
MAD b.xy, position[2], t.x, -a;
RCP t.x, position[4].w;
MAD c.xy, position[4], t.x, -a;
MUL t.x, b.x, c.y;
MAD facing.x, -b.y, c.x, t.x;
SGT.CC t.x, facing.x, 0.0;
IF NE.x;
  MOV.S n.x, 0;
  REP.S 3;
    # The edge from corner n to the next one, and the vertex beyond it.
    ADD.S e.x, n.x, 2;
    SEQ.S.CC e.y, e.x, 6;
    MOV.S e.x (NE.y), 0;
    ADD.S e.y, n.x, 1;
    MOV a, position[n.x];
    MOV b, position[e.x];
    MOV c, position[e.y];
    RCP t.x, a.w;
    RCP t.y, b.w;
    RCP t.z, c.w;
    MUL a.xyz, a, t.x;
    MUL b.xyz, b, t.y;
    MUL c.xy, c, t.z;
    SUB across.xy, b, a;
    SUB t.xy, c, a;
    MUL t.z, across.x, t.y;
    MAD t.x, -across.y, t.x, t.z;
    # Beyond an edge that both turn alike a neighbour that faces the eye lies on the other side.
    SGE.CC t.x, t.x, 0.0;
    IF NE.x;
      # In pixels: along the edge, and a quarter turn from that.
      MUL t.xy, across, window.zwzw;
      DP2 t.z, t, t;
      MAX t.z, t.z, 0.0001;
      RSQ t.z, t.z;
      MUL t.xy, t, t.z;
      MUL across.xy, t, window;
      MUL c.x, -t.y, window.x;
      MUL c.y, t.x, window.y;
      # The stroke goes half of its width beyond both ends, so that strokes join.
      MAD t.z, a.x, pen.z, a.y;
      MUL t.z, t.z, pen.z;
      SIN t.z, t.z;
      MAD t.z, t.z, pen.y, pen.x;
      MUL t.w, t.z, 0.5;
      MAD a.xy, -across, t.w, a;
      MAD b.xy, across, t.w, b;
      MUL c.xy, c, t.z;
      SUB a.z, a.z, pen.w;
      SUB b.z, b.z, pen.w;
      MOV a.w, 1.0;
      MOV b.w, 1.0;
      MOV c.zw, 0.0;
      SUB result.position, a, c;
      MOV result.color, colour;
      EMIT;
      ADD result.position, a, c;
      MOV result.color, colour;
      EMIT;
      SUB result.position, b, c;
      MOV result.color, colour;
      EMIT;
      ADD result.position, b, c;
      MOV result.color, colour;
      EMIT;
      ENDPRIM;
    ENDIF;
    ADD.S n.x, n.x, 2;
  ENDREP;
ENDIF;
END
