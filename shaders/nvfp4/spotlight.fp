!!NVfp4.0
# A surface in the beam of one spotlight, with soft shadows: 16 comparisons with the shadow map, and
# each mixes the outcomes of four texels.
ATTRIB position = fragment.attrib[0];
ATTRIB shading_normal = fragment.attrib[1];
ATTRIB surface = fragment.attrib[2];
PARAM eye = program.env[0];
PARAM lamp = program.env[1];                 # where it is
PARAM axis = program.env[2];                 # of its beam
PARAM to_map[4] = { state.matrix.program[1] };
PARAM beam = { 1.0, 0.80, 0.55, 1000.0 };    # colour; strength at distance 1
PARAM night = { 0.06, 0.09, 0.17, 0.0 };     # what comes from all sides, and more from above
PARAM cone = { 12.0, -10.65, 0.0, 0.0 };     # of the cosine: no light, full light
PARAM spread = { 0.0016, -1.5, 48.0, 0.0 };  # between comparisons; first one; gloss
PARAM fade = { -0.0007, 1.2, 0.0, 0.0 };     # of distance squared
TEMP normal, view, light, place, tap, t, colour;
INT TEMP row, column;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
SUB light.xyz, lamp, position;
DP3 t.x, light, light;
RCP t.y, t.x;                                # the square law
NRM light.xyz, light;
DP3 t.z, light, -axis;
MAD_SAT t.z, t.z, cone.x, cone.y;
MUL t.w, t.z, t.z;                           # 3 t^2 - 2 t^3: a smooth edge of the beam
MAD t.z, t.z, -2.0, 3.0;
MUL t.w, t.w, t.z;
MUL t.w, t.w, t.y;
MUL light.w, t.w, beam.w;

# How much of the lamp is seen from here.
DP4 place.x, to_map[0], position;
DP4 place.y, to_map[1], position;
DP4 place.z, to_map[2], position;
DP4 place.w, to_map[3], position;
DIV place.xyz, place, place.w;
MOV t.x, 0.0;
MOV.S row.x, 0;
REP.S 4;
  MOV.S column.x, 0;
  REP.S 4;
    I2F.S tap.x, column.x;
    I2F.S tap.y, row.x;
    ADD tap.xy, tap, spread.y;
    MAD tap.xy, tap, spread.x, place;
    MOV tap.z, place.z;
    TEX tap.x, tap, texture[0], SHADOW2D;
    MAD t.x, tap.x, 0.0625, t.x;
    ADD.S column.x, column.x, 1;
  ENDREP;
  ADD.S row.x, row.x, 1;
ENDREP;
MUL light.w, light.w, t.x;

DP3_SAT t.x, normal, light;
MUL t.x, t.x, light.w;
MAD t.y, normal.z, 0.35, 0.65;
MUL colour.xyz, night, t.y;
MAD colour.xyz, beam, t.x, colour;
MUL colour.xyz, colour, surface;

# A highlight of the glaze (Blinn), as strong as the colour's alpha says.
SUB view.xyz, eye, position;
NRM view.xyz, view;
ADD view.xyz, view, light;
NRM view.xyz, view;
DP3_SAT t.x, view, normal;
MAX t.x, t.x, 0.001;
POW t.x, t.x, spread.z;
MUL t.x, t.x, light.w;
MUL t.x, t.x, surface.w;
MAD colour.xyz, t.x, beam, colour;

# Into the range of the display, c / (1 + c); then gamma 2.
ADD t.xyz, colour, 1.0;
DIV colour.x, colour.x, t.x;
DIV colour.y, colour.y, t.y;
DIV colour.z, colour.z, t.z;
MAX colour.xyz, colour, 0.000001;
RSQ t.x, colour.x;
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MUL_SAT result.color.xyz, colour, t;
DP3 t.x, position, position;                 # far away it fades into the background
MAD_SAT result.color.w, t.x, fade.x, fade.y;
END
