!!NVgp4.0
# A blade of grass on its root: a strip that narrows to a tip and bends with its height, by itself
# and with the wind, which goes over the meadow in waves. The world's z is up.
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 9;
ATTRIB root = vertex[0].position;
ATTRIB own = vertex[0].attrib[0];      # where its side looks (x, y), its height, and its tone
PARAM mvp[4] = { state.matrix.mvp };
PARAM wind = program.env[0];           # its direction (x, y), the phase in radians, its strength
PARAM waves = { 0.9, 0.55, 1.7, -1.1 };  # how fast phases go along x and y, of two waves
PARAM shape = { 0.040, 0.30, 0.35, 0.25 };  # half of the width, own bend, sag, a step upwards
OUTPUT place = result.attrib[0];       # in the world, and how far up the blade
OUTPUT normal = result.attrib[1];      # and the tone
TEMP bend, side, t, u, p;

# How far the tip is moved along x and y.
DP2 t.x, root, waves;
DP2 t.y, root, waves.zwzw;
ADD t.xy, t, wind.z;
SIN t.x, t.x;
SIN t.y, t.y;
MAD t.x, t.y, 0.4, t.x;
MAD t.x, t.x, 0.5, 0.6;
MUL t.x, t.x, wind.w;
MUL bend.xy, wind, t.x;
MAD bend.x, -own.y, shape.y, bend.x;
MAD bend.y, own.x, shape.y, bend.y;
MUL bend.xy, bend, own.z;

# The side of its face, upwards the more the less it stands.
DP2 t.y, bend, own.yxyx;
MOV normal, { 0.0, 0.0, 0.55, 0.0 };
MOV side.z, 0.0;
MOV u, 0.0;

REP.S 5;
  SUB t.w, 1.0, u.x;
  MUL t.w, t.w, shape.x;
  MUL side.xy, own, t.w;
  MUL t.x, u.x, u.x;
  MAD p.xy, bend, t.x, root;
  MAD t.y, -t.x, shape.z, u.x;
  MAD p.z, t.y, own.z, root.z;
  MOV p.w, 1.0;
  # The right side, then the left one.
  REP.S 2;
    ADD t.xyz, p, side;
    MOV t.w, 1.0;
    DP4 result.position.x, mvp[0], t;
    DP4 result.position.y, mvp[1], t;
    DP4 result.position.z, mvp[2], t;
    DP4 result.position.w, mvp[3], t;
    MOV place.xyz, t;
    MOV place.w, u.x;
    MAD normal.x, side.x, 12.0, -own.y;
    MAD normal.y, side.y, 12.0, own.x;
    MUL normal.z, bend.x, 0.6;
    MOV normal.w, own.w;
    EMIT;
    MOV side.xy, -side;
  ENDREP;
  ADD u.x, u.x, shape.w;
ENDREP;
END
