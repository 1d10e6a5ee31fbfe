!!NVfp4.0
# A surface as glTF describes it, in the light of the cube map of texture unit 1, whose levels are
# the surroundings ever more out of focus. Program matrix 0 takes eye space to that of the cube map.
# Units: 0 base colour, 2 roughness (green) and metalness (blue), 3 normals, 4 its own light,
# 5 occlusion (red).
# program.local[0] is the colour; [1].x the alpha below which a fragment is discarded, y the least
# alpha of the others, z whether the eye looks along parallel lines; [3] metalness, roughness, the
# strengths of the normal map and of occlusion; [4] its own light, and whether its colour is shown as
# it is; [5] the number of lamps, and the share of the surroundings' light. From [8] on, for each
# lamp in eye space: its place and 1, or the direction to it and 0; its light and 1 / the fourth power
# of its reach; its axis, backwards and scaled, and the offset that make the edge of its cone.
ATTRIB position = fragment.attrib[0];
ATTRIB shading_normal = fragment.attrib[1];
ATTRIB vertex_colour = fragment.attrib[2];
ATTRIB base_place = fragment.texcoord[0];       # the maps' texture coordinates
ATTRIB surface_place = fragment.texcoord[1];
ATTRIB place = fragment.texcoord[2];            # of the normal map
ATTRIB glow_place = fragment.texcoord[3];
ATTRIB occlusion_place = fragment.texcoord[4];
PARAM turn[3] = { state.matrix.program[0].row[0..2] };
PARAM material = program.local[0];
PARAM cutoff = program.local[1];
PARAM surface = program.local[3];
PARAM own = program.local[4];
PARAM ambient = program.local[5];
PARAM lamps[24] = { program.local[8..31] };
TEMP base, normal, view, mirrored, turned, colour, light, across, up, map, s, t;
INT TEMP lamp;

TEX base, base_place, texture[0], 2D;
MUL base.xyz, base, base;                       # gamma 2: the texture holds display colours
MUL base, base, material;
MUL base, base, vertex_colour;
SUB t.x, base.w, cutoff.x;
KIL t.x;
MAX base.w, base.w, cutoff.y;

# The normal map's axes lie where the texture coordinates grow, as neighbouring fragments show.
NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
DDX s.xyz, position;
DDY t.xyz, position;
DDX s.w, place.x;
DDY t.w, place.x;
XPD light.xyz, t, normal;
XPD colour.xyz, normal, s;
MUL across.xyz, light, s.w;
MAD across.xyz, colour, t.w, across;
DDX s.w, place.y;
DDY t.w, place.y;
MUL up.xyz, light, s.w;
MAD up.xyz, colour, t.w, up;
DP3 s.x, across, across;
DP3 s.y, up, up;
MAX s.x, s.x, s.y;
MAX s.x, s.x, 1.0e-30;
RSQ s.x, s.x;
TEX map.xyz, place, texture[3], 2D;
MAD map.xyz, map, 2.0, -1.0;
MUL map.xy, map, surface.z;
MUL map.xy, map, s.x;
MUL normal.xyz, normal, map.z;
MAD normal.xyz, across, map.x, normal;
MAD normal.xyz, up, map.y, normal;
NRM normal.xyz, normal;

LRP view.xyz, cutoff.z, { 0.0, 0.0, 1.0, 0.0 }, -position;
NRM view.xyz, view;
RFL t.xyz, normal, view;
DP3 mirrored.x, turn[0], t;
DP3 mirrored.y, turn[1], t;
DP3 mirrored.z, turn[2], t;
DP3 turned.x, turn[0], normal;
DP3 turned.y, turn[1], normal;
DP3 turned.z, turn[2], normal;

TEX map, surface_place, texture[2], 2D;
MUL_SAT map.y, map.y, surface.y;                # roughness
MUL_SAT map.z, map.z, surface.x;                # metalness
MAD t.x, map.y, -0.7, 1.7;                      # the level that is as blurred as the surface
MUL t.x, t.x, map.y;
MUL mirrored.w, t.x, 6.0;
TXL light.xyz, mirrored, texture[1], CUBE;
MOV turned.w, 7.0;
TXL colour.xyz, turned, texture[1], CUBE;

# What a rough surface mirrors, of its colour straight on (s) and of white at grazing angles: a fit
# over roughness and the cosine to the eye.
DP3_SAT t.w, normal, view;
MAD s, map.y, { -1.0, -0.0275, -0.572, 0.022 }, { 1.0, 0.0425, 1.04, -0.04 };
MUL t.w, t.w, -9.28;
EX2 t.w, t.w;
MUL t.x, s.x, s.x;
MIN t.x, t.x, t.w;
MAD t.x, t.x, s.x, s.y;
MAD t.xy, t.x, { -1.04, 1.04, 0.0, 0.0 }, s.zwzw;
LRP s.xyz, map.z, base, 0.04;
MAD s.xyz, s, t.x, t.y;
MUL light.xyz, light, s;
SUB t.z, 1.0, map.z;
MUL t.z, t.z, 0.96;
MUL t.xyz, base, t.z;
MAD light.xyz, colour, t, light;

TEX t.x, occlusion_place, texture[5], 2D;
SUB t.x, t.x, 1.0;
MAD t.x, t.x, surface.w, 1.0;
MUL t.x, t.x, ambient.y;
MUL light.xyz, light, t.x;

# begin lamps
# The light of the file's lamps: what a surface scatters (colour), and what it mirrors of its colour
# straight on (up) with microfacets of GGX's distribution.
SUB colour.w, 1.0, map.z;
MUL colour.w, colour.w, 0.31830989;
MUL colour.xyz, base, colour.w;
LRP up.xyz, map.z, base, 0.04;
MUL up.w, map.y, map.y;
MAX up.w, up.w, 0.002;
MUL up.w, up.w, up.w;
DP3_SAT across.w, normal, view;
MAX across.w, across.w, 0.001;
SUB across.z, 1.0, up.w;
TRUNC.S lamp.y, ambient.x;
MOV.S lamp.x, 0;
REP.S lamp.y;
  MAD turned.xyz, position, -lamps[lamp.x].w, lamps[lamp.x];
  DP3 t.x, turned, turned;
  MAX t.x, t.x, 1.0e-20;
  RSQ t.y, t.x;
  MUL turned.xyz, turned, t.y;                  # to the lamp
  MUL t.z, t.x, t.x;
  MUL t.z, t.z, lamps[lamp.x + 1].w;
  SUB_SAT t.z, 1.0, t.z;
  RCP t.x, t.x;
  MUL t.x, t.x, t.z;
  DP3 t.z, lamps[lamp.x + 2], turned;
  ADD_SAT t.z, t.z, lamps[lamp.x + 2].w;
  MUL t.z, t.z, t.z;
  MUL t.x, t.x, t.z;
  DP3_SAT t.y, normal, turned;
  MUL t.x, t.x, t.y;
  MUL mirrored.xyz, lamps[lamp.x + 1], t.x;     # the light that falls on the surface

  ADD s.xyz, turned, view;
  NRM s.xyz, s;
  DP3_SAT t.z, s, normal;
  DP3_SAT t.w, s, turned;
  MAD s.x, t.z, up.w, -t.z;                     # the distribution's denominator
  MAD s.x, s.x, t.z, 1.0;
  MUL s.x, s.x, s.x;
  MAX s.x, s.x, 1.0e-20;
  MAX t.y, t.y, 0.001;
  MUL s.y, across.w, across.w;                  # masking and shadowing
  MAD s.y, s.y, across.z, up.w;
  RSQ s.z, s.y;
  MUL s.y, s.y, s.z;
  MUL s.y, s.y, t.y;
  MUL s.z, t.y, t.y;
  MAD s.z, s.z, across.z, up.w;
  RSQ s.w, s.z;
  MUL s.z, s.z, s.w;
  MAD s.y, s.z, across.w, s.y;
  MUL s.x, s.x, s.y;
  RCP s.x, s.x;
  MUL s.x, s.x, up.w;
  MUL s.w, s.x, 0.15915494;                     # half of 1 / pi
  SUB t.w, 1.0, t.w;
  MUL t.z, t.w, t.w;
  MUL t.z, t.z, t.z;
  MUL t.w, t.z, t.w;
  SUB t.xyz, 1.0, up;
  MAD t.xyz, t, t.w, up;                        # the part that is mirrored
  MUL s.xyz, t, s.w;
  SUB t.xyz, 1.0, t;
  MAD s.xyz, t, colour, s;
  MAD light.xyz, s, mirrored, light;
  ADD.S lamp.x, lamp.x, 3;
ENDREP;
# end lamps

TEX t.xyz, glow_place, texture[4], 2D;
MUL t.xyz, t, t;
MAD light.xyz, t, own, light;
LRP light.xyz, own.w, base, light;

MAX light.xyz, light, 0.000001;
RSQ t.x, light.x;                               # gamma 2: c / sqrt(c)
RSQ t.y, light.y;
RSQ t.z, light.z;
MUL_SAT result.color.xyz, light, t;
MOV result.color.w, base.w;
END
