!!FP1.0
# Diffuse light on an interpolated normal, which is shortened by the interpolation.
# p[0] is the direction to the light, of length 1; p[1] the colour of the surface.
DEFINE ambient = 0.25;

DP3R R0.w, f[TEX0], f[TEX0];
RSQR R0.w, R0.w;
MULR R0.xyz, f[TEX0], R0.w;
DP3RC R1.x, R0, p[0];
MOVR R1.x (LT.x), 0.0;             # turned away from the light
MADR R1.x, R1.x, 0.75, ambient;
MULR o[COLR].xyz, p[1], R1.x;
MOVR o[COLR].w, 1.0;
END
