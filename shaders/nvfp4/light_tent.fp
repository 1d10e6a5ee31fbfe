!!NVfp4.0
# The light in a photographer's tent as it comes from a direction, texture coordinate 0, z up: white
# cloth, brighter above, with two lamps behind it, a bright strip beside, and a grey floor.
PARAM toward[3] = {                      # to the middle of each lamp; the cosine where it ends
  { -0.50, -0.62, 0.60, 0.80 }, { 0.86, -0.20, 0.47, 0.90 }, { 0.55, 0.82, 0.10, 0.93 } };
PARAM light[3] = {                       # its colour; 1 / blur
  { 3.4, 3.3, 3.1, 9.0 }, { 1.5, 1.7, 2.0, 14.0 }, { 2.6, 2.6, 2.7, 20.0 } };
PARAM ceiling = { 0.95, 0.97, 1.00, 0.0 };
PARAM horizon = { 0.26, 0.27, 0.29, 0.0 };
PARAM floor = { 0.46, 0.45, 0.43, 0.0 };
TEMP direction, colour, t;
INT TEMP lamp;

NRM direction.xyz, fragment.texcoord[0];
MAX t.x, direction.z, 0.0;
LRP colour.xyz, t.x, ceiling, horizon;
MUL_SAT t.x, direction.z, -4.0;
LRP colour.xyz, t.x, floor, colour;

MOV.S lamp.x, 0;
REP.S 3;
  NRM t.xyz, toward[lamp.x];
  DP3 t.x, t, direction;
  SUB t.x, t.x, toward[lamp.x].w;
  MUL_SAT t.x, t.x, light[lamp.x].w;
  MAD t.y, t.x, -2.0, 3.0;
  MUL t.y, t.y, t.x;
  MUL t.x, t.x, t.y;
  MAD colour.xyz, light[lamp.x], t.x, colour;
  ADD.S lamp.x, lamp.x, 1;
ENDREP;
MOV result.color.xyz, colour;
MOV result.color.w, 1.0;
END
