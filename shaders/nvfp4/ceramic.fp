!!NVfp4.0
# Glazed ceramic in a studio: a key light behind a window, sky above, the floor below, in linear
# light; z is up. Its outside has the colour of program.local[0], its inside is darker.
ATTRIB position = fragment.attrib[0];
ATTRIB shading_normal = fragment.attrib[1];
PARAM eye = program.env[0];
PARAM key = program.env[1];            # direction to the key light
PARAM across = program.env[2];         # directions along the window's edges
PARAM along = program.env[3];
PARAM glaze = program.local[0];
PARAM sky = { 0.22, 0.27, 0.36, 0.0 };
PARAM floor = { 0.20, 0.165, 0.14, 0.0 };
PARAM sun = { 1.65, 1.55, 1.38, 0.0 };
PARAM window = { 0.34, 0.46, 0.035, 24.0 };  # half of width and height, of its bar; sharpness
PARAM fresnel = { 0.05, 0.95, 0.0, 0.0 };
TEMP normal, view, mirrored, light, colour, glass, t, facing;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
SUB view.xyz, eye, position;
NRM view.xyz, view;
DP3 facing.x, normal, view;
MAX facing.x, facing.x, 0.0;

# Diffuse: the key light wraps a little around the form; sky and floor by the normal's height, and
# the lower a point, the less light comes from the side.
DP3 t.x, normal, key;
MAD_SAT t.x, t.x, 0.85, 0.15;
MUL light.xyz, sun, t.x;
MAD t.y, normal.z, 0.5, 0.5;
LRP colour.xyz, t.y, sky, floor;
MAD_SAT t.z, position.z, 0.28, 0.4;
MAD light.xyz, colour, t.z, light;
MUL light.xyz, light, glaze;

# What the glaze mirrors: sky over floor, with a horizon...
DP3 t.x, normal, view;
MUL t.x, t.x, 2.0;
MAD mirrored.xyz, normal, t.x, -view;
MAD_SAT t.y, mirrored.z, 2.5, 0.5;
LRP colour.xyz, t.y, sky, floor;
MUL colour.xyz, colour, 1.8;

# ...and the window of the key light, with a bar in its middle.
DP3 t.x, mirrored, across;
DP3 t.y, mirrored, along;
DP3 t.z, mirrored, key;
MAX t.w, t.z, 0.001;
RCP t.w, t.w;
MUL t.xy, |t|, t.w;
SUB glass.xy, window, t;
SUB glass.zw, t.xxxy, window.z;
MUL_SAT glass, glass, window.w;
MUL glass.x, glass.x, glass.y;
MUL glass.x, glass.x, glass.z;
MUL glass.x, glass.x, glass.w;
CMP glass.x, -t.z, glass.x, 0.0;
MAD colour.xyz, glass.x, { 9.0, 8.8, 8.2, 0.0 }, colour;

# Fresnel by Schlick: (1 - cos)^5 more of the mirror at grazing angles.
SUB_SAT t.x, 1.0, facing.x;
MUL t.y, t.x, t.x;
MUL t.y, t.y, t.y;
MUL t.x, t.x, t.y;
MAD t.x, t.x, fresnel.y, fresnel.x;
LRP colour.xyz, t.x, colour, light;

# The inside, seen through the gap of the lid and the mouth of the spout, is in the dark.
MAD t.x, fragment.facing.x, 0.42, 0.58;
MUL colour.xyz, colour, t.x;

# Gamma 2: a square root for each component.
MAX colour.xyz, colour, 0.000001;
RSQ t.x, colour.x;
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;
MOV result.color.w, 1.0;
END
