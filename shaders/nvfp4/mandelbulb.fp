!!NVfp4.0
# The Mandelbulb of power 8 by sphere tracing: a step along a ray is as long as the way that is free
# by the estimate of the distance, which comes from the derivative of the iteration.
PARAM eye = program.local[0];
PARAM right = program.local[1];              # of the camera, scaled by the angle of view
PARAM up = program.local[2];
PARAM forward = program.local[3];
PARAM key = program.local[4];                # direction to the light
PARAM window = program.local[5];             # 1 / height, -width / height, -1; a pixel's width
PARAM sun = { 1.75, 1.5, 1.2, 0.0 };
PARAM sky = { 0.20, 0.27, 0.40, 0.0 };
PARAM ground = { 0.16, 0.06, 0.05, 0.0 };
PARAM gold = { 1.0, 0.66, 0.30, 0.0 };
PARAM teal = { 0.05, 0.42, 0.48, 0.0 };
PARAM rose = { 0.80, 0.13, 0.16, 0.0 };
PARAM indigo = { 0.07, 0.07, 0.30, 0.0 };
PARAM around = { 1.5625, 0.0, 0.0, 0.0 };     # a sphere that it lies in: the radius, squared
PARAM near[4] = {                            # the corners of a small tetrahedron
    { 0.0006, -0.0006, -0.0006, 0.0 },
    { -0.0006, -0.0006, 0.0006, 0.0 },
    { -0.0006, 0.0006, -0.0006, 0.0 },
    { 0.0006, 0.0006, 0.0006, 0.0 }
};
INT TEMP corner;
TEMP p, z, s, t, ray, hit, trap, orbit, normal, colour;

# In: p. Out: s.x, the distance; trap, how near the orbit came to the planes and to the origin.
estimate:
MOV z, p;
MOV z.w, 1.0;                                # |dz|, the derivative
DP3 s.w, p, p;
MOV trap, 1.0;
REP.S { 3 };
  # dz = 8 |z|^7 dz + 1
  RSQ t.y, s.w;
  MUL t.x, s.w, s.w;
  MUL t.x, t.x, t.x;
  MUL t.x, t.x, t.y;
  MUL t.x, t.x, z.w;
  MAD z.w, t.x, 8.0, 1.0;
  # z = z^8 + p: three times squared, that is both angles doubled.
  REP.S { 3 };
    DP2 t.x, z, z;
    RSQ t.y, t.x;
    MUL t.y, t.y, z.z;
    MAD t.z, -t.y, t.y, 1.0;
    MUL z.z, t.x, t.y;
    MUL s.xy, z.x, z;
    MAD s.x, t.x, -0.5, s.x;
    MUL z.xy, s, t.z;
    ADD z.xyz, z, z;
  ENDREP;
  ADD z.xyz, z, p;
  DP3 s.w, z, z;
  MIN trap.xyz, trap, |z|;
  MIN trap.w, trap, s.w;
  SUB.CC t.x, s.w, 16.0;
  BRK (GT.x);
ENDREP;
LG2 t.x, s.w;                                # |z| ln |z| / (2 |dz|), and a little more
MUL t.x, t.x, 0.24;
RSQ t.y, s.w;
MUL t.y, t.y, s.w;
MUL t.x, t.x, t.y;
RCP t.y, z.w;
MUL s.x, t.x, t.y;
RET;

main:
MAD ray.xy, fragment.position, window.x, window.yzzz;
MUL hit.xyz, right, ray.x;
MAD hit.xyz, up, ray.y, hit;
ADD ray.xyz, hit, forward;
NRM ray.xyz, ray;

# The background: the sky's glow behind the bulb.
DP3 t.x, ray, forward;
MUL t.x, t.x, t.x;
MUL t.x, t.x, t.x;
MUL t.x, t.x, t.x;
MUL t.x, t.x, t.x;
MAD_SAT t.y, ray.y, 0.5, 0.5;
LRP colour.xyz, t.y, { 0.006, 0.010, 0.022, 0.0 }, { 0.02, 0.010, 0.008, 0.0 };
MAD colour.xyz, { 0.04, 0.055, 0.08, 0.0 }, t.x, colour;

# Where the ray enters the sphere, and leaves it.
DP3 hit.x, eye, ray;
DP3 hit.y, eye, eye;
MAD hit.z, hit.x, hit.x, -hit.y;
ADD.CC hit.z, hit.z, around.x;
IF GT.z;
  RSQ hit.y, hit.z;
  MUL hit.y, hit.y, hit.z;
  ADD hit.w, -hit.x, hit.y;                  # the far end
  SUB hit.x, -hit.x, hit.y;                  # the way so far
  REP.S { 32 };
    MAD p.xyz, ray, hit.x, eye;
    CAL estimate;
    MUL t.x, hit.x, window.w;                #  as near as a pixel is wide
    SUB.CC t.y, s.x, t.x;
    BRK (LT.y);
    ADD hit.x, hit.x, s.x;
    SUB.CC t.y, hit.x, hit.w;
    BRK (GT.y);
  ENDREP;
  SUB.CC t.y, hit.x, hit.w;
  IF LE.y;
    MOV orbit, trap;
    MAD hit.xyz, ray, hit.x, eye;
    # The normal: the gradient of the distance.
    MOV normal.xyz, 0.0;
    MOV.S corner.x, 0;
    REP.S { 4 };
      ADD p.xyz, hit, near[corner.x];
      CAL estimate;
      MAD normal.xyz, s.x, near[corner.x], normal;
      ADD.S corner.x, corner.x, 1;
    ENDREP;
    NRM normal.xyz, normal;

    # The shadow: how narrowly the way to the light passes what is near.
    MOV hit.w, 1.0;                          # what comes through
    MOV normal.w, 0.02;                      # the way so far
    REP.S { 8 };
      MAD p.xyz, key, normal.w, hit;
      CAL estimate;
      DIV t.x, s.x, normal.w;
      MUL t.x, t.x, 10.0;
      MIN hit.w, hit.w, t.x;
      MAX t.y, s.x, 0.03;
      ADD normal.w, normal.w, t.y;
      SUB.CC t.x, hit.w, 0.01;
      BRK (LT.x);
      SUB.CC t.x, normal.w, 1.2;
      BRK (GT.x);
    ENDREP;

    # Colour by where the orbit went. Deep in crevices it comes near the origin: less light there.
    MUL_SAT t.w, orbit.w, 1.1;
    MUL_SAT t.xyz, orbit.wxzw, { 1.05, 3.0, 1.3, 0.0 };
    MUL t.x, t.x, t.x;
    LRP p.xyz, t.y, teal, rose;
    LRP p.xyz, t.z, p, indigo;
    LRP trap.xyz, t.x, gold, p;
    DP3_SAT t.x, normal, key;
    MOV_SAT hit.w, hit.w;
    MUL t.x, t.x, hit.w;
    MUL colour.xyz, sun, t.x;
    MAD t.y, normal.y, 0.5, 0.5;
    LRP p.xyz, t.y, sky, ground;
    MUL p.xyz, p, t.w;
    ADD colour.xyz, colour, p;
    MUL colour.xyz, colour, trap;
    # More of the sky at the rim.
    DP3 t.z, normal, ray;
    ADD_SAT t.z, t.z, 1.0;
    MUL t.z, t.z, t.z;
    MUL t.z, t.z, t.w;
    MUL t.z, t.z, 0.5;
    MAD colour.xyz, sky, t.z, colour;
  ENDIF;
ENDIF;

MAX p.xyz, colour, 0.000001;
RSQ t.x, p.x;                                # gamma 2
RSQ t.y, p.y;
RSQ t.z, p.z;
MUL_SAT result.color.xyz, p, t;
MOV result.color.w, 1.0;
END
