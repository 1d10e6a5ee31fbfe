!!NVfp4.0
# Cloisonne: enamels between gold wires, on Truchet tiles of three sizes, after Carlson. A hash of
# its place says of each tile whether it is split into four, and which motif it has. A tile reaches
# over its neighbours in circles at its corners and edges, and smaller ones lie above larger ones.
PARAM window = program.local[0];             # tiles per pixel; the place of pixel 0, 0
PARAM lamp = program.local[1];               # where it is; all in tiles
INT PARAM prime = { -1640531535, -2048144789, 739982445, 1013904223 };
PARAM radius = { 0.1666667, 0.3333333, 0.5, 0.000001 };  # of circles and arcs; next to nothing
PARAM wire = { 0.016, 62.5, -48.0, 0.55 };   # half its width, 1 / that; how the enamel rises to it
PARAM wave = { 0.9, 0.7, -0.6, 0.8 };        # of the colours
PARAM cobalt = { 0.006, 0.03, 0.22, 0.0 };
PARAM teal = { 0.0, 0.19, 0.22, 0.0 };
PARAM ivory = { 0.84, 0.74, 0.52, 0.0 };
PARAM coral = { 0.62, 0.09, 0.03, 0.0 };
PARAM gold = { 1.0, 0.60, 0.17, 0.0 };
TEMP place, edge, q, base, s, u, t, normal, light, colour;
INT TEMP level, side, tile, cell;
TEMP hash;

MAD place.xy, fragment.position, window.x, window.yzzz;
MOV edge.x, 1.0;                             # the way to the wire; its sign tells the enamels
MOV edge.y, 1.0;                             # tiles along one of the largest; its sign says
MOV.S level.x, 0;                            # that the enamels change places with the size
REP.S 3;
  MUL q.xy, place, |edge.y|;
  RCP edge.z, edge.y;
  FLR base.xy, q;
  SUB t.xy, q, base;
  ADD t.xy, t, t;
  TRUNC.S side.xy, t;
  MAD.S side.xy, side, 2, -1;                # where the nearest neighbours are
  TRUNC.S side.zw, base.xxxy;
  MOV.S level.y, 3;
  REP.S 4;                                   # three of them, and last the tile of this place
    AND.S tile.x, level.y, 1;
    SHR.S tile.y, level.y, 1;
    MAD.S tile.xy, tile, side, side.zwww;
    # Is it there: not split, and the larger ones that it would be part of are?
    MOV.S cell.xy, tile;
    MOV.S cell.z, level.x;
    REP.S 3;
      MUL.S hash.xyz, cell, prime;
      ADD.S hash.x, hash.x, hash.y;
      ADD.S hash.x, hash.x, hash.z;
      SHR.U hash.y, hash.x, 15;
      XOR.S hash.x, hash.x, hash.y;
      MUL.S hash.x, hash.x, prime.w;
      SHR.U hash.y, hash.x, 13;
      XOR.S hash.x, hash.x, hash.y;
      SEQ.S.CC hash.y, cell.z, level.x;
      SHR.S hash.w (NE.y), hash.x, 8;
      SLT.S hash.z, cell.z, 2;
      AND.S hash.x, hash.x, hash.z;
      XOR.S hash.x, hash.x, hash.y;
      AND.S.CC hash.x, hash.x, 1;
      BRK (EQ.x);
      SHR.S cell.xy, cell, 1;
      SUB.S.CC cell.z, cell.z, 1;
      BRK (LT.z);
    ENDREP;
    ADD.S.CC cell.z, cell.z, 1;
    IF EQ.z;
      I2F.S s.xy, tile;
      SUB s.xy, q, s;
      SUB s.xy, s, 0.5;                      # from its centre
      MUL u.z, edge.x, edge.y;
      MOV.S.CC level.y, level.y;
      IF EQ.y;
        # The motif: u is where an arc about the corner 1/2, 1/2 is looked up, u.z the way to bands
        AND.S hash.w, hash.w, 7;
        MOV u.xy, 9.0;
        MOV u.z, 1.0;
        SUB.S.CC hash.x, hash.w, 2;
        IF LE.x;
          MOV u.xy, s;
          SUB.S.CC hash.x, hash.w, 1;
          MOV u.x (LT.x), -s.x;              # 0: two arcs, and 1: the other two
          ADD.CC t.x, u.x, u.y;
          MOV u.xy (LT.x), -u;
          SUB.S.CC hash.x, hash.w, 2;
          MOV u.xy (EQ.x), |s|;              # 2: all four
        ENDIF;
        SUB.S.CC hash.x, hash.w, 3;
        MOV u.z (EQ.x), |s.x|;               # 3: a cross
        MIN u.z (EQ.x), u.z, |s.y|;
        SUB.S.CC hash.x, hash.w, 4;
        MOV u.z (EQ.x), |s.y|;               # 4 and 5: a band
        SUB.S.CC hash.x, hash.w, 5;
        MOV u.z (EQ.x), |s.x|;
        SUB.S.CC hash.x, hash.w, 6;
        MOV u.xy (EQ.x), s;                  # 6: an arc; 7: nothing
        SUB u.xy, u, radius.z;
        DP2 t.x, u, u;
        MAX t.x, t.x, radius.w;
        RSQ t.y, t.x;
        MAD t.x, t.x, t.y, -radius.z;
        MIN u.z, u.z, |t.x|;
        SUB u.z, u.z, radius.x;
      ENDIF;
      MAX s.z, |s.x|, |s.y|;
      MIN s.w, |s.x|, |s.y|;
      SUB s.z, s.z, radius.z;
      SUB t.xy, |s|, radius.z;
      DP2 t.x, t, t;
      DP2 t.y, s.zwww, s.zwww;
      MAX t.xy, t, radius.w;
      RSQ u.x, t.x;
      RSQ u.y, t.y;
      MAD t.x, t.x, -u.x, radius.y;          # the circle at the corner,
      MAD t.y, t.y, u.y, -radius.x;          # and the one at the edge
      MIN u.z, u.z, t.y;
      MAX u.z, u.z, t.x;
      MUL edge.x, u.z, edge.z;
    ENDIF;
    SUB.S level.y, level.y, 1;
  ENDREP;
  MUL edge.y, edge.y, -2.0;
  ADD.S level.x, level.x, 1;
ENDREP;

# The normal leans away from the wire.
DDX normal.x, edge.x;
DDY normal.y, edge.x;
DP2 t.x, normal, normal;
MAX t.x, t.x, radius.w;
RSQ t.x, t.x;
MUL normal.xy, normal, t.x;
MUL t.x, edge.x, wire.y;
MAX t.x, t.x, -1.0;
MIN t.x, t.x, 1.0;
MUL t.y, |edge.x|, wire.z;
EX2 t.y, t.y;
MUL t.y, t.y, wire.w;
SUB t.z, wire.x, |edge.x|;
RCP t.w, window.x;
MAD_SAT t.w, t.z, t.w, 0.5;                  # how much of the pixel is wire
MUL t.y, t.y, t.x;
LRP t.x, t.w, t.x, t.y;
MUL normal.xy, normal, t.x;
MOV normal.z, 1.0;
NRM normal.xyz, normal;

SUB light.xyz, lamp, place;
MOV light.z, lamp.z;
DP3 light.w, light, light;
NRM light.xyz, light;
DP3_SAT s.x, normal, light;
ADD light.z, light.z, 1.0;
NRM light.xyz, light;
DP3_SAT s.y, normal, light;
MAX s.y, s.y, 0.01;
POW s.z, s.y, 500.0;
POW s.w, s.y, 24.0;

DP2 q.x, place, wave;
DP2 q.y, place, wave.zwww;
SIN q.x, q.x;
SIN q.y, q.y;
MAD q.xy, q, 0.5, 0.5;
LRP colour.xyz, q.x, teal, cobalt;
LRP base.xyz, q.y, coral, ivory;
MOV.CC t.x, edge.x;
MOV colour.xyz (LT.x), base;
MAD_SAT t.z, |edge.x|, 13.0, 0.4;            # darker beside the wires
MUL colour.xyz, colour, t.z;
MAD s.x, s.x, 0.95, 0.15;
MUL colour.xyz, colour, s.x;
MAD colour.xyz, s.z, 0.6, colour;
MAD s.x, s.w, 1.6, s.x;
MUL base.xyz, gold, s.x;
LRP colour.xyz, t.w, base, colour;
MAD light.w, light.w, 0.025, 0.7;            # the lamp's light falls off
RCP light.w, light.w;
MUL colour.xyz, colour, light.w;

MAX colour.xyz, colour, radius.w;            # gamma 2: c / sqrt(c)
RSQ t.x, colour.x;
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;
MOV result.color.w, 1.0;
END
