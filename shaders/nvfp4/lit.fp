!!NVfp4.0
# As arbfp1/lit.fp, with a branch for the side that is turned away.
PARAM light = program.local[0];
PARAM surface = program.local[1];
TEMP normal, t;

DP3 normal.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[0], normal.w;
DP3.CC t.x, normal, light;
IF LT.x;
  MOV t.x, 0.0;
ENDIF;
MAD t.x, t.x, 0.75, 0.25;
MUL result.color.xyz, surface, t.x;
MOV result.color.w, 1.0;
END
