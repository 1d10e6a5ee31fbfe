!!NVfp4.0
# A petal or a stamen of nvvp4/petal.vp, lit from above and through its tissue.
ATTRIB shading_normal = fragment.attrib[0];
ATTRIB place = fragment.attrib[1];
PARAM light = { -0.38, -0.42, 0.82, 0.0 };
PARAM base = { 1.00, 0.74, 0.60, 0.0 };
PARAM tip = { 0.92, 0.10, 0.33, 0.0 };
PARAM pale = { 1.00, 0.50, 0.64, 0.0 };
PARAM gold = { 1.00, 0.55, 0.06, 0.0 };
TEMP normal, colour, t;

# From the cream of the base to the pink of the tip, paler inside; veins along it.
LRP colour.xyz, place.z, pale, tip;
MUL_SAT t.x, place.x, 1.25;
LRP colour.xyz, t.x, colour, base;
MUL t.y, place.y, 21.0;
COS t.y, t.y;
MAD t.y, t.y, 0.05, 0.95;
MUL colour.xyz, colour, t.y;
LRP colour.xyz, place.w, gold, colour;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
DP3 t.x, normal, light;
MAD t.y, |t.x|, 0.3, 0.42;               # what shines through
MAX t.x, t.x, 0.0;
MAD t.y, t.x, 0.55, t.y;
MUL_SAT t.z, place.x, 1.6;               # deep in the flower it is dark
MAD t.z, t.z, 0.55, 0.45;
MUL t.y, t.y, t.z;
MUL colour.xyz, colour, t.y;
RSQ t.x, colour.x;                       # gamma 2: c / sqrt(c)
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;
MOV result.color.w, 1.0;
END
