!!NVfp4.0
# Grass, or the ground between it, in low sun: darker towards the root, lit through from behind, in
# the colour of the air far away. In linear light; z is up.
ATTRIB place = fragment.attrib[0];     # in the world, and how far up the blade
ATTRIB face = fragment.attrib[1];      # its normal, and the tone
PARAM eye = program.env[0];
PARAM sun = program.env[1];            # the direction to it
PARAM air = program.env[2];            # the colour of the air, and how soon it hides things
PARAM deep = { 0.020, 0.046, 0.014, 0.0 };
PARAM fresh = { 0.120, 0.255, 0.030, 0.0 };
PARAM dry = { 0.340, 0.290, 0.070, 0.0 };
PARAM light = { 1.9, 1.5, 1.0, 0.0 };
PARAM sky = { 0.42, 0.50, 0.62, 0.0 };
TEMP colour, view, t;

SUB view.xyz, eye, place;
DP3 t.w, view, view;
RSQ t.z, t.w;
MUL view.xyz, view, t.z;
MUL view.w, t.w, t.z;

# From fresh to dry by tone and height, and dark below, where others take the light.
MUL_SAT t.x, face.w, place.w;
LRP colour.xyz, t.x, dry, fresh;
MUL_SAT t.w, place.w, 1.25;
MAD_SAT t.w, t.w, t.w, 0.12;
LRP colour.xyz, t.w, colour, deep;

# Either side is lit, and what falls on the other one shines through against the sun.
NRM t.xyz, face;
DP3 t.x, t, sun;
MAD t.x, |t.x|, 0.7, 0.3;
DP3_SAT t.z, -view, sun;
POW t.z, t.z, 6.0;
MUL t.z, t.z, place.w;
MAD t.x, t.z, 2.6, t.x;
MUL t.x, t.x, t.w;
MAD t.xyz, light, t.x, sky;
MUL colour.xyz, colour, t;

# The air, a square root for the display.
MUL t.x, view.w, air.w;
EX2 t.x, -t.x;
LRP colour.xyz, t.x, colour, air;
MAX colour.xyz, colour, 0.000001;
RSQ t.x, colour.x;
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;
MOV result.color.w, 1.0;
END
