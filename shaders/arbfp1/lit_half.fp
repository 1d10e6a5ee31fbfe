!!ARBfp1.0
# As lit_nv.fp, in 16-bit numbers where they will do: the colours are a little coarser.
OPTION NV_fragment_program;
PARAM light = program.local[0];
PARAM surface = program.local[1];
TEMP normal;
SHORT TEMP t;

DP3R normal.w, fragment.texcoord[0], fragment.texcoord[0];
RSQR normal.w, normal.w;
MULR normal.xyz, fragment.texcoord[0], normal.w;
DP3HC t.x, normal, light;
MOVH t.x (LT.x), 0.0;
MADH t.x, t.x, 0.75, 0.25;
MULH result.color.xyz, surface, t.x;
MOVH result.color.w, 1.0;
END
