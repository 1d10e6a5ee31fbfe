!!NVfp4.0
# A model file's surface: base colour texture times material times vertex colour, lit by a
# headlight, a cool fill light from the side and a hemisphere, in linear light. Both sides are lit.
# program.local[0] is the material's colour; program.local[1].x the alpha below which a fragment is
# discarded, y the least alpha of the others, z whether the eye looks along parallel lines.
ATTRIB position = fragment.attrib[0];
ATTRIB shading_normal = fragment.attrib[1];
ATTRIB vertex_colour = fragment.attrib[2];
PARAM material = program.local[0];
PARAM cutoff = program.local[1];
PARAM head = { -0.46, 0.58, 0.67, 1.05 };        # direction to the light in eye space; brightness
PARAM fill = { 0.88, -0.05, 0.47, 0.22 };
PARAM fill_colour = { 0.75, 0.88, 1.0, 0.0 };
PARAM above = { 0.17, 0.19, 0.23, 0.0 };
PARAM below = { 0.065, 0.055, 0.05, 0.0 };
PARAM gloss = { 40.0, 0.16, 0.0, 0.0 };         # exponent and strength of the highlight
TEMP base, normal, view, middle, light, t;

TEX base, fragment.texcoord[0], texture[0], 2D;
MUL base.xyz, base, base;                       # gamma 2: the texture holds display colours
MUL base, base, material;
MUL base, base, vertex_colour;
SUB t.x, base.w, cutoff.x;
KIL t.x;
MAX base.w, base.w, cutoff.y;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
LRP view.xyz, cutoff.z, { 0.0, 0.0, 1.0, 0.0 }, -position;
NRM view.xyz, view;

MAD t.x, normal.y, 0.5, 0.5;
LRP light.xyz, t.x, above, below;
DP3_SAT t.x, normal, head;
MUL t.x, t.x, head.w;
ADD light.xyz, light, t.x;
DP3_SAT t.y, normal, fill;
MUL t.y, t.y, fill.w;
MAD light.xyz, fill_colour, t.y, light;
MUL light.xyz, light, base;

ADD middle.xyz, view, head;
NRM middle.xyz, middle;
DP3_SAT t.y, normal, middle;
MAX t.y, t.y, 0.0001;
POW t.y, t.y, gloss.x;
MUL t.y, t.y, gloss.y;
MAD light.xyz, t.y, t.x, light;

MAX light.xyz, light, 0.000001;
RSQ t.x, light.x;                               # gamma 2: c / sqrt(c)
RSQ t.y, light.y;
RSQ t.z, light.z;
MUL_SAT result.color.xyz, light, t;
MOV result.color.w, base.w;
END
