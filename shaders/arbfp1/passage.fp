!!ARBfp1.0
# Tiles in a passage with a row of lamps, by the texture of unit 0 and the vertices' colour.
# Texture coordinate 0.y counts metres along the passage; there is a lamp in the middle of every four.
# Texture coordinate 1 is the position in eye space. program.local[0] is the light at the far end,
# and 1 / the distance where half of what is seen is that light.
PARAM daylight = program.local[0];
PARAM lamps = { 1.5707963, 0.30, 0.76, 0.0 };    # radians for each metre; darkest; how much more
PARAM warm = { 1.10, 1.0, 0.84, 0.0 };
TEMP texel, light, t;

TEX texel, fragment.texcoord[0], texture[0], 2D;
MUL texel.xyz, texel, fragment.color;
MUL t.x, fragment.texcoord[0].y, lamps.x;
COS t.x, t.x;
MAD t.x, t.x, -0.5, 0.5;
MUL t.x, t.x, t.x;
MAD t.x, t.x, lamps.z, lamps.y;
MUL light.xyz, warm, t.x;
MUL texel.xyz, texel, light;

MUL t.x, fragment.texcoord[1].z, daylight.w;
MUL t.x, t.x, t.x;
ADD t.y, t.x, 1.0;
RCP t.y, t.y;
LRP result.color.xyz, t.y, texel, daylight;
MOV result.color.w, 1.0;
END
