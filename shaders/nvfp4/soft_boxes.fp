!!NVfp4.0
# The light in a photographer's studio as it comes from a direction, texture coordinate 0, z up:
# dark walls, a floor in a pool of light, and lamps behind white cloth.
PARAM toward[5] = {                      # to the middle of each lamp
  { -0.10, -0.42, 0.90 }, { 0.12, 0.94, 0.30 },
  { -0.88, -0.46, 0.10 }, { 0.93, -0.34, 0.13 }, { 0.75, 0.64, 0.12 } };
PARAM size[5] = {                        # tangents of half its width and height; 1 / blur
  { 0.62, 0.34, 16.0 }, { 0.42, 0.07, 16.0 },
  { 0.17, 0.66, 24.0 }, { 0.30, 0.50, 24.0 }, { 0.08, 0.42, 24.0 } };
PARAM light[5] = {
  { 5.2, 5.1, 4.9 }, { 2.6, 2.7, 3.0 },
  { 3.6, 4.9, 6.4 }, { 6.8, 4.3, 2.2 }, { 1.2, 2.8, 4.4 } };
PARAM bulb[9] = {                        # to each of the bulbs far behind; how bright it is
  { -0.310, 0.945, 0.085, 0.8 }, { -0.235, 0.966, 0.115, 0.4 }, { -0.170, 0.982, 0.062, 1.0 },
  { -0.090, 0.988, 0.112, 0.6 }, { 0.055, 0.995, 0.108, 1.0 }, { 0.110, 0.990, 0.063, 0.5 },
  { 0.185, 0.979, 0.120, 0.9 }, { 0.245, 0.966, 0.080, 0.6 }, { 0.320, 0.945, 0.105, 1.0 } };
PARAM glow = { 0.74, 0.38, 0.14, 700.0 };
PARAM horizon = { 0.060, 0.092, 0.120, 0.0 };
PARAM ceiling = { 0.010, 0.014, 0.024, 0.0 };
PARAM floor = { 0.52, 0.49, 0.46, 0.0 };
TEMP direction, across, up, colour, place, t;
INT TEMP lamp;

NRM direction.xyz, fragment.texcoord[0];

# Walls fade from the horizon to the ceiling; the floor's light falls off with the distance.
MAX t.x, direction.z, 0.0;
SUB t.x, 1.0, t.x;
MUL t.x, t.x, t.x;
MUL t.x, t.x, t.x;
LRP colour.xyz, t.x, horizon, ceiling;
MAX t.z, -direction.z, 0.0001;
RCP t.z, t.z;
MUL t.xy, direction, t.z;
DP2 t.x, t, t;
MAD t.x, t.x, 0.14, 1.0;
RCP t.x, t.x;
MUL t.x, t.x, t.x;
LRP t.xyz, t.x, floor, horizon;
CMP colour.xyz, direction.z, t, colour;

# Each lamp is a rectangle that faces us, a little brighter in its middle.
MOV.S lamp.x, 0;
REP.S 5;
  XPD across.xyz, toward[lamp.x], { 0.0, 0.0, 1.0, 0.0 };
  NRM across.xyz, across;
  XPD up.xyz, across, toward[lamp.x];
  DP3 place.x, direction, across;
  DP3 place.y, direction, up;
  DP3 place.z, direction, toward[lamp.x];
  MAX t.z, place.z, 0.001;
  RCP t.z, t.z;
  MUL place.xy, place, t.z;
  SUB t.xy, size[lamp.x], |place|;
  MUL_SAT t.xy, t, size[lamp.x].z;
  MUL t.x, t.x, t.y;
  CMP t.x, -place.z, t.x, 0.0;
  DP2 t.y, place, place;
  MAD t.y, t.y, 1.5, 1.0;
  RCP t.y, t.y;
  MUL t.x, t.x, t.y;
  LRP colour.xyz, t.x, light[lamp.x], colour;
  ADD.S lamp.x, lamp.x, 1;
ENDREP;

# Bulbs are discs, as a lens shows what is out of focus.
MOV.S lamp.x, 0;
REP.S 9;
  NRM t.xyz, bulb[lamp.x];
  DP3 t.x, t, direction;
  SUB t.x, t.x, 0.9986;
  MUL_SAT t.x, t.x, glow.w;
  MAD t.y, t.x, -2.0, 3.0;
  MUL t.y, t.y, t.x;
  MUL t.x, t.x, t.y;
  MUL t.x, t.x, bulb[lamp.x].w;
  MAD colour.xyz, glow, t.x, colour;
  ADD.S lamp.x, lamp.x, 1;
ENDREP;
MOV result.color.xyz, colour;
MOV result.color.w, 1.0;
END
