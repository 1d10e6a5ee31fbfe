!!ARBfp1.0
# As lit.fp, with NRM, and a branch for the side that is turned away.
OPTION NV_fragment_program2;
PARAM light = program.local[0];
PARAM surface = program.local[1];
TEMP normal, t;

NRM normal.xyz, fragment.texcoord[0];
DP3C t.x, normal, light;
IF LT.x;
  MOV t.x, 0.0;
ENDIF;
MAD t.x, t.x, 0.75, 0.25;
MUL result.color.xyz, surface, t.x;
MOV result.color.w, 1.0;
END
