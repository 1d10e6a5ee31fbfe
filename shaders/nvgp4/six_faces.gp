!!NVgp4.0
# Draws each triangle to all six faces of a cube map, which are the layers of the framebuffer; it
# hands the place and the normal on, and the direction from the eye as texture coordinate 0.
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 18;
ATTRIB place = vertex.attrib[0];             # in the world
ATTRIB normal = vertex.attrib[1];
PARAM axes[18] = { program.local[0..17] };  # of each face: along s, along t, to its middle
PARAM eye = program.local[18];              # in the world
PARAM depth = program.local[19];            # z in clip coordinates: x times w, and y
INT TEMP face, row, corner;
TEMP ray, w;

MOV.S face.x, 0;
MOV.S row.x, 0;
REP.S 6;
  MOV.S corner.x, 0;
  REP.S 3;
    SUB ray, place[corner.x], eye;
    DP3 result.position.x, axes[row.x], ray;
    DP3 result.position.y, axes[row.x + 1], ray;
    DP3 w.x, axes[row.x + 2], ray;
    MAD result.position.z, w.x, depth.x, depth.y;
    MOV result.position.w, w.x;
    MOV result.attrib[0], place[corner.x];
    MOV result.attrib[1], normal[corner.x];
    MOV result.texcoord[0], ray;
    MOV.S result.layer.x, face.x;
    EMIT;
    ADD.S corner.x, corner.x, 1;
  ENDREP;
  ENDPRIM;
  ADD.S face.x, face.x, 1;
  ADD.S row.x, row.x, 3;
ENDREP;
END
