!!NVfp4.0
# Lacquer outside, gold inside: cut shells around a glowing core. For each of the four shells it is
# found out whether the light of the core, or that of the room, passes through an opening of it. The
# floor below is a surface like the others, but smooth.
ATTRIB position = fragment.attrib[0];        # the core is in the origin; z is up
ATTRIB shading_normal = fragment.attrib[1];
ATTRIB surface = fragment.attrib[2];
ATTRIB distance = fragment.attrib[3];        # from the cuts
PARAM turn[12] = { program.env[0..11] };     # of each shell: from the world to its own frame
PARAM cut[4] = { program.env[12..15] };      # as shell.vp has them
PARAM ball[4] = { program.env[16..19] };     # radius, hole
PARAM eye = program.env[20];
PARAM key = program.env[21];                 # direction to the light of the room
PARAM kind = program.local[0];               # 1 for shells, 0 for the floor; opacity
PARAM gold = { 0.95, 0.58, 0.20, 0.0 };
PARAM core = { 1.0, 0.62, 0.28, 1.9 };       # colour; strength
PARAM glow = { 1.0, 0.36, 0.10, 0.26 };      # between the walls; strength
PARAM room = { 0.95, 1.0, 1.1, 0.0 };
PARAM above = { 0.10, 0.12, 0.17, 0.0 };
PARAM below = { 0.045, 0.035, 0.03, 0.0 };
PARAM fade = { -0.028, 1.2, 0.0, 0.0 };      # of the floor, by distance squared
TEMP normal, view, outward, base, passes, place, light, t;
INT TEMP shell, row;

NRM normal.xyz, shading_normal;
MUL normal.xyz, normal, fragment.facing.x;
SUB view.xyz, eye, position;
NRM view.xyz, view;
DP3 outward.w, position, position;
RSQ t.x, outward.w;
MUL outward.xyz, position, t.x;              # the direction from the core...
MUL outward.w, outward.w, t.x;               # ...and the distance
DP3 normal.w, position, key;

MOV passes, 1.0;                             # x: the core's light, y: the room's
MOV.S shell.x, 0;
MOV.S row.x, 0;
REP.S 4;
  MOV place, ball[shell.x];
  # A shell inside of this place may keep the core's light away, one around it the room's.
  MAD t.x, fragment.facing.x, 0.01, outward.w;
  SUB.CC0 t.x, place.x, t.x;
  ADD t.y, place.x, 0.01;
  SUB.CC1 t.y, outward.w, t.y;
  IF GT0.x;
    MUL t.x, place.x, place.x;
    MAD t.x, outward.w, -outward.w, t.x;
    MAD t.x, normal.w, normal.w, t.x;
    MAX t.x, t.x, 0.000001;
    RSQ t.y, t.x;
    MAD t.x, t.x, t.y, -normal.w;            # the way to the shell
    MAD light.xyz, key, t.x, position;
    DIV light.xyz, light, place.x;
  ELSE;
    MOV light.xyz, outward;
  ENDIF;
  DP3 t.y, turn[row.x + 1], light;
  DP3 t.z, turn[row.x + 2], light;
  MAD place.y, t.z, -t.z, place.y;           # the holes; then the front
  MOV light, cut[shell.x];
  MAD t.x, t.z, light.z, light.w;
  SIN t.x, t.x;
  MAD t.x, t.x, light.y, light.x;
  SUB t.x, t.x, t.y;
  MIN t.x, t.x, place.y;
  MAD_SAT t.x, t.x, -14.0, 0.5;
  MUL passes.y (GT0.x), passes.y, t.x;
  MUL passes.x (GT1.y), passes.x, t.x;
  ADD.S shell.x, shell.x, 1;
  ADD.S row.x, row.x, 3;
ENDREP;

# On the floor: the shadow of the balls in the room's light, and where they hide what is around.
MUL t.y, outward.w, outward.w;
MAD t.x, normal.w, -normal.w, t.y;           # how near the way to the light passes the core
RSQ t.z, t.x;
MUL t.x, t.x, t.z;
MAD_SAT t.x, t.x, 1.3, -1.0;
CMP t.x, normal.w, t.x, 1.0;
MAX t.x, t.x, kind.x;
MUL passes.y, passes.y, t.x;
MUL t.y, t.y, outward.w;
RCP t.y, t.y;
MAD_SAT t.y, t.y, -1.3, 1.0;
MAX passes.w, t.y, kind.x;

# The material: outside as the colour says, inside gold, and a rim of gold along the cuts.
MIN t.x, distance.x, distance.y;
MAD_SAT t.x, t.x, -90.0, 3.2;
MUL t.x, t.x, kind.x;
MAD_SAT t.y, fragment.facing.x, -0.5, 0.5;
MAX t.z, t.x, t.y;
LRP base.xyz, t.z, gold, surface;

# Light from the core; from the room; from all sides.
DP3_SAT t.x, normal, -outward;
MUL t.x, t.x, passes.x;
MUL t.x, t.x, core.w;
MAD t.y, outward.w, outward.w, 0.35;
DIV t.x, t.x, t.y;
MUL light.xyz, core, t.x;
DP3_SAT t.x, normal, key;
MUL t.x, t.x, passes.y;
MUL passes.z, t.x, 1.1;
MAD light.xyz, room, passes.z, light;
MAD t.y, normal.z, 0.5, 0.5;
LRP place.xyz, t.y, above, below;
MUL place.xyz, place, passes.w;
ADD light.xyz, place, light;
CMP t.x, fragment.facing.x, glow.w, 0.0;     # inside, what the walls send to each other,
MAD_SAT t.y, distance.x, -0.55, 1.0;         # less of it far from the opening
MUL t.x, t.x, t.y;
MAD light.xyz, glow, t.x, light;
MUL light.xyz, light, base;

# What it mirrors: the room's lamp, and the sky at grazing angles.
DP3 t.x, normal, view;
ADD t.y, t.x, t.x;
MAD place.xyz, normal, t.y, -view;
DP3_SAT t.z, place, key;
MAX t.z, t.z, 0.001;
POW t.w, t.z, 90.0;
MUL t.w, t.w, passes.y;
SUB_SAT t.x, 1.0, t.x;
MUL t.y, t.x, t.x;
MUL t.y, t.y, t.y;
MUL t.x, t.x, t.y;
MAD_SAT t.y, place.z, 0.8, 0.3;
MUL t.x, t.x, t.y;
MAD t.x, t.x, 0.30, t.w;
MUL t.x, t.x, kind.x;
MAD light.xyz, room, t.x, light;

DP3 t.x, light, { 0.35, 0.45, 0.2, 0.0 };    # into the range of the display; gamma 2
ADD t.x, t.x, 0.9;
DIV light.xyz, light, t.x;
MUL light.xyz, light, 1.3;
MAX light.xyz, light, 0.000001;
RSQ t.x, light.x;
RSQ t.y, light.y;
RSQ t.z, light.z;
MUL_SAT result.color.xyz, light, t;
MUL t.x, outward.w, outward.w;
MAD_SAT t.x, t.x, fade.x, fade.y;
MAX t.x, t.x, kind.x;
MUL result.color.w, t.x, kind.y;
END
