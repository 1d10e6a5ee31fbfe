!!NVfp4.0
# A glossy studio floor, z = 0, that fades into the background far away and lets what is drawn below
# it shine through as its mirror image. Three spheres stand for the object: they keep the light of
# the sky away (ambient occlusion) and cast a soft shadow in the key light.
ATTRIB position = fragment.attrib[0];
PARAM eye = program.env[0];
PARAM key = program.env[1];                  # direction to the key light
PARAM sphere[3] = { program.local[0..2] };   # centre and radius
PARAM sun = { 0.46, 0.43, 0.385, 0.0 };
PARAM sky = { 0.17, 0.185, 0.21, 0.0 };
PARAM fade = { 0.0065, -0.15, 0.60, 0.0 };    # of distance squared; its start; of the view's slope
TEMP toward0, toward1, toward2, squared, inverse, height, radius, t, light, colour, view;

# One component for each sphere.
SUB toward0.xyz, sphere[0], position;
SUB toward1.xyz, sphere[1], position;
SUB toward2.xyz, sphere[2], position;
DP3 squared.x, toward0, toward0;
DP3 squared.y, toward1, toward1;
DP3 squared.z, toward2, toward2;
RSQ inverse.x, squared.x;
RSQ inverse.y, squared.y;
RSQ inverse.z, squared.z;
MOV height.x, toward0.z;
MOV height.y, toward1.z;
MOV height.z, toward2.z;
MOV radius.x, sphere[0].w;
MOV radius.y, sphere[1].w;
MOV radius.z, sphere[2].w;

# The share of the sky that a sphere covers: cos(angle) radius^2 / distance^2.
MUL t.xyz, radius, inverse;
MUL t.xyz, t, t;
MUL t.xyz, t, height;
MUL_SAT t.xyz, t, inverse;
MAD t.xyz, t, -0.92, 1.0;
MUL light.x, t.x, t.y;
MUL light.x, light.x, t.z;

# How near the ray to the light passes a sphere's centre, where the sphere is on that side.
DP3 t.x, toward0, key;
DP3 t.y, toward1, key;
DP3 t.z, toward2, key;
MAX t.xyz, t, 0.0;
MAD t.xyz, t, -t, squared;
MAX t.xyz, t, 0.0001;
RSQ inverse.x, t.x;
RSQ inverse.y, t.y;
RSQ inverse.z, t.z;
MAD t.xyz, t, inverse, -radius;
MAD_SAT t.xyz, t, 1.1, 0.7;
MUL light.y, t.x, t.y;
MUL light.y, light.y, t.z;
MUL light.y, light.y, light.x;

MUL colour.xyz, sky, light.x;
MAD colour.xyz, sun, light.y, colour;
RSQ t.x, colour.x;                           # gamma 2: c / sqrt(c)
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;

# Opacity: less at grazing angles, where a floor mirrors more, and none far away.
SUB view.xyz, eye, position;
NRM view.xyz, view;
MAD_SAT t.x, view.z, fade.z, fade.z;
DP3 t.y, position, position;
MAD_SAT t.y, t.y, fade.x, fade.y;
SUB t.y, 1.0, t.y;
MUL result.color.w, t.x, t.y;
END
