!!NVfp4.0
# Polished metal mirrors the cube map of texture unit 1. The reflection is computed in eye space;
# program matrix 0 takes it to the space of the cube map.
# program.local[0] is the colour of the metal seen straight on; program.local[1].x the alpha below
# which a fragment is discarded, y the least alpha of the others, z whether the eye looks along
# parallel lines; of the texture of unit 0 only the alpha counts. On the floor, z = 0
# of the cube map's space, lies the shadow of what stands there: program.local[2].x is its radius,
# y how much of the light it takes.
ATTRIB position = fragment.attrib[0];
ATTRIB shading_normal = fragment.attrib[1];
ATTRIB vertex_colour = fragment.attrib[2];
PARAM turn[3] = { state.matrix.program[0].row[0..2] };
PARAM metal = program.local[0];
PARAM cutoff = program.local[1];
PARAM shadow = program.local[2];
TEMP normal, view, eye, mirrored, place, colour, alpha, t;

TEX alpha.w, fragment.texcoord[0], texture[0], 2D;
MUL alpha.w, alpha.w, metal.w;
MUL alpha.w, alpha.w, vertex_colour.w;
SUB t.x, alpha.w, cutoff.x;
KIL t.x;
MAX alpha.w, alpha.w, cutoff.y;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
LRP view.xyz, cutoff.z, { 0.0, 0.0, 1.0, 0.0 }, -position;
NRM view.xyz, view;
RFL eye.xyz, normal, view;
DP3 mirrored.x, turn[0], eye;
DP3 mirrored.y, turn[1], eye;
DP3 mirrored.z, turn[2], eye;

# Most of the light is mirrored sharply, some of it by what polishing has left of the roughness.
TEX colour.xyz, mirrored, texture[1], CUBE;
MOV mirrored.w, 3.0;
TXB t.xyz, mirrored, texture[1], CUBE;
LRP colour.xyz, 0.75, colour, t;

# Where the ray meets the floor, which it does if it goes down: darker towards the middle.
DP4 place.x, turn[0], position;
DP4 place.y, turn[1], position;
DP4 place.z, turn[2], position;
MIN t.z, mirrored.z, -0.001;
RCP t.z, -t.z;
MUL t.z, t.z, place.z;
MAD place.xy, mirrored, t.z, place;
DP2 t.x, place, place;
MUL t.y, shadow.x, shadow.x;
ADD t.x, t.x, t.y;
RCP t.x, t.x;
MUL t.x, t.x, t.y;
MUL t.x, t.x, shadow.y;
CMP t.x, mirrored.z, t.x, 0.0;
MAD colour.xyz, colour, -t.x, colour;

# Fresnel by Schlick: all metals are white mirrors at grazing angles.
DP3_SAT t.x, normal, view;
SUB t.x, 1.0, t.x;
MUL t.y, t.x, t.x;
MUL t.y, t.y, t.y;
MUL t.x, t.x, t.y;
LRP t.xyz, t.x, 1.0, metal;
MUL colour.xyz, colour, t;

# A curve as that of film brings all light to the screen: c (6.2 c + 0.5) / (c (6.2 c + 1.7) + 0.06).
MAD t.xyz, colour, 6.2, 1.7;
MAD t.xyz, colour, t, 0.06;
MAD normal.xyz, colour, 6.2, 0.5;
MUL colour.xyz, colour, normal;
DIV result.color.x, colour.x, t.x;
DIV result.color.y, colour.y, t.y;
DIV result.color.z, colour.z, t.z;
MOV result.color.w, alpha.w;
END
