!!ARBfp1.0
# As lit.fp, with a condition code for the side that is turned away.
OPTION NV_fragment_program;
PARAM light = program.local[0];
PARAM surface = program.local[1];
TEMP normal, t;

DP3R normal.w, fragment.texcoord[0], fragment.texcoord[0];
RSQR normal.w, normal.w;
MULR normal.xyz, fragment.texcoord[0], normal.w;
DP3RC t.x, normal, light;
MOVR t.x (LT.x), 0.0;
MADR t.x, t.x, 0.75, 0.25;
MULR result.color.xyz, surface, t.x;
MOVR result.color.w, 1.0;
END
