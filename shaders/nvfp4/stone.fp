!!NVfp4.0
# Stone in the evening, lit by the sky and by a lamp in the middle of the world, in linear light;
# z is up. program.local[0] is its colour, and how deep the joints between its rings are;
# program.local[1] is what the evening adds to the stone that is far away, and 1 / that distance.
ATTRIB position = fragment.attrib[0];
ATTRIB shading_normal = fragment.attrib[1];
PARAM stone = program.local[0];
PARAM far = program.local[1];
PARAM lamp = { 0.0, 0.0, 0.9, 0.0 };
PARAM warm = { 2.6, 1.45, 0.62, 0.0 };
PARAM sky = { 0.075, 0.105, 0.17, 0.0 };
PARAM ground = { 0.030, 0.028, 0.036, 0.0 };
TEMP normal, to_lamp, colour, t;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
MAD t.x, normal.z, 0.5, 0.5;
LRP colour.xyz, t.x, sky, ground;
SUB to_lamp.xyz, lamp, position;
DP3 t.x, to_lamp, to_lamp;
ADD t.y, t.x, 0.6;
RCP t.y, t.y;
NRM to_lamp.xyz, to_lamp;
DP3 t.z, normal, to_lamp;
MAD_SAT t.z, t.z, 0.8, 0.2;
MUL t.y, t.y, t.z;
MAD colour.xyz, t.y, warm, colour;

# Rings of paving: dark joints, and stones that differ.
MUL t.x, position.x, position.x;
MAD t.x, position.y, position.y, t.x;
RSQ t.y, t.x;
MUL t.z, t.x, t.y;
MUL t.z, t.z, 1.7;
FRC t.w, t.z;
SUB t.z, t.z, t.w;
MUL t.z, t.z, 2.39996323;
COS t.z, t.z;
MAD t.z, t.z, 0.16, 0.84;
SUB t.w, t.w, 0.5;
MUL t.w, |t.w|, 2.0;
MUL t.w, t.w, t.w;
MUL t.w, t.w, t.w;
MUL t.w, t.w, t.w;
MUL t.w, t.w, t.w;
MAD t.z, t.w, -0.8, t.z;
LRP t.z, stone.w, t.z, 1.0;
MUL colour.xyz, colour, t.z;
MUL colour.xyz, colour, stone;
MUL_SAT t.x, t.x, far.w;
LRP colour.xyz, t.x, far, colour;

MAX colour.xyz, colour, 0.000001;
RSQ t.x, colour.x;                       # gamma 2: c / sqrt(c)
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;
MOV result.color.w, 1.0;
END
