!!ARBfp1.0
# Polished marble, after Perlin: layers that turbulence bends, a sum of four octaves of noise from a
# 3D texture. z is up; a window lights the room from one side.
PARAM eye = program.env[0];
PARAM key = program.env[1];                  # direction to the window
PARAM bright = program.local[0];             # the stone
PARAM dark = program.local[1];               # its clouds
PARAM vein = program.local[2];               # and veins; how many
PARAM grain = program.local[3];              # direction across the layers; how far they bend
PARAM scale = { 0.055, 2.03, 0.0, 0.0 };     # of the noise; from octave to octave
PARAM fade = { -0.0019, 1.5, 0.0, 0.0 };     # far away, by distance squared
PARAM sun = { 1.25, 1.15, 1.0, 0.0 };
PARAM sky = { 0.26, 0.30, 0.38, 0.0 };
PARAM floor = { 0.20, 0.165, 0.13, 0.0 };
PARAM gloss = { 260.0, 22.0, 0.045, 0.95 };  # of the window's image; mirror straight on, and more
TEMP place, noise, turbulence, stone, normal, view, mirror, light, t;

# Turbulence: the sum of |noise|, each octave twice as fine and half as strong.
MUL place.xyz, fragment.texcoord[0], scale.x;
TEX noise, place, texture[0], 3D;
MAD noise.x, noise.x, 2.0, -1.0;
ABS turbulence.x, noise.x;
MUL place.xyz, place, scale.y;
TEX noise, place, texture[0], 3D;
MAD noise.x, noise.x, 2.0, -1.0;
ABS noise.x, noise.x;
MAD turbulence.x, noise.x, 0.5, turbulence.x;
MUL place.xyz, place, scale.y;
TEX noise, place, texture[0], 3D;
MAD noise.x, noise.x, 2.0, -1.0;
ABS noise.x, noise.x;
MAD turbulence.x, noise.x, 0.25, turbulence.x;
MUL place.xyz, place, scale.y;
TEX noise, place, texture[0], 3D;
MAD noise.x, noise.x, 2.0, -1.0;
ABS noise.x, noise.x;
MAD turbulence.x, noise.x, 0.125, turbulence.x;

# Clouds where turbulence is strong; veins, thin, where a sine of the layers is near zero.
MUL_SAT t.x, turbulence.x, 1.25;
LRP stone.xyz, t.x, dark, bright;
DP3 t.y, fragment.texcoord[0], grain;
MAD t.y, turbulence.x, grain.w, t.y;
SIN t.y, t.y;
ABS t.y, t.y;
MAD_SAT t.y, t.y, -vein.w, 1.0;
MUL t.y, t.y, t.y;
LRP stone.xyz, t.y, vein, stone;
MUL stone.xyz, stone, fragment.color;

DP3 t.x, fragment.texcoord[2], fragment.texcoord[2];
RSQ t.x, t.x;
MUL normal.xyz, fragment.texcoord[2], t.x;
SUB view.xyz, eye, fragment.texcoord[1];
DP3 t.x, view, view;
RSQ t.x, t.x;
MUL view.xyz, view, t.x;
DP3 t.y, normal, view;
ADD t.z, t.y, t.y;
MAD mirror.xyz, normal, t.z, -view;

# The window wraps a little around the form; the sky lights from above, the floor from below.
DP3 t.x, normal, key;
MAD_SAT t.x, t.x, 0.8, 0.2;
MAD t.z, normal.z, 0.5, 0.5;
LRP light.xyz, t.z, sky, floor;
MAD light.xyz, sun, t.x, light;
MAD_SAT t.w, fragment.texcoord[1].z, 0.35, 0.5;  # darker near the floor
MUL light.xyz, light, t.w;
MUL light.xyz, light, stone;

# What the polish mirrors: the room, the window; more of it at grazing angles (Schlick).
MAD_SAT t.z, mirror.z, 1.5, 0.5;
LRP noise.xyz, t.z, sky, floor;
DP3_SAT t.x, mirror, key;
MAX t.x, t.x, 0.001;
POW t.x, t.x, gloss.x;
MUL t.x, t.x, gloss.y;
MAD noise.xyz, sun, t.x, noise;
SUB_SAT t.x, 1.0, t.y;
MUL t.z, t.x, t.x;
MUL t.z, t.z, t.z;
MUL t.x, t.x, t.z;
MAD t.x, t.x, gloss.w, gloss.z;
LRP light.xyz, t.x, noise, light;

MAX light.xyz, light, 0.000001;              # gamma 2: c / sqrt(c)
RSQ t.x, light.x;
RSQ t.y, light.y;
RSQ t.z, light.z;
MUL_SAT result.color.xyz, light, t;
DP3 t.x, fragment.texcoord[1], fragment.texcoord[1];
MAD_SAT t.x, t.x, fade.x, fade.y;
MUL result.color.w, fragment.color.w, t.x;
END
