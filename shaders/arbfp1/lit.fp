!!ARBfp1.0
# Diffuse light on an interpolated normal, which is shortened by the interpolation.
PARAM light = program.local[0];    # the direction to it, of length 1
PARAM surface = program.local[1];
TEMP normal, t;

DP3 normal.w, fragment.texcoord[0], fragment.texcoord[0];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[0], normal.w;
DP3 t.x, normal, light;
MAX t.x, t.x, 0.0;                 # turned away from the light
MAD t.x, t.x, 0.75, 0.25;
MUL result.color.xyz, surface, t.x;
MOV result.color.w, 1.0;
END
