!!NVfp4.0
# A glowing cloud of gas: a ray goes front to back through a volume of densities (alpha) and of the
# starlight that reaches them (luminance), until it leaves or nothing behind would be seen. The
# colour of a density is looked up in a 1D texture. The result is premultiplied by its opacity.
PARAM eye = program.local[0];
PARAM right = program.local[1];              # of the camera, scaled by the angle of view
PARAM up = program.local[2];
PARAM forward = program.local[3];
PARAM window = program.local[4];             # 2 / height, -width / height, -1
PARAM step = { 0.03125, 32.0, 0.0, 0.0 };    # the way from sample to sample; its inverse
PARAM dense = { 10.0, 13.0, 0.0, 0.0 };      # opacity and light of a density, for a way of 1
PARAM glow = { 4.0, 0.0016, 0.0, 0.0 };      # of the star: strength; its size, squared
TEMP ray, place, sample, shade, span, through, light, t;

MAD t.xy, fragment.position, window.x, window.yzzz;
MAD ray.xyz, right, t.x, forward;
MAD ray.xyz, up, t.y, ray;
NRM ray.xyz, ray;
MOV light.xyz, 0.0;
MOV through.x, 1.0;

# The part of the ray within the unit ball.
DP3 span.x, eye, ray;
DP3 span.y, eye, eye;
MAD span.z, span.x, span.x, -span.y;         # minus the squared distance from the star
SUB place.w, glow.y, span.z;
ADD.CC span.z, span.z, 1.0;
IF GT.z;
  RSQ span.w, span.z;
  MUL span.w, span.w, span.z;
  SUB span.x, -span.x, span.w;
  MUL span.z, span.x, step.y;                # samples lie in spheres around the eye
  CEIL span.z, span.z;
  MUL span.x, span.z, step.x;
  MUL span.y, span.w, step.y;
  MAD span.y, span.y, 2.0, 1.0;
  REP span.y;
    MAD place.xyz, ray, span.x, eye;
    MAD place.xyz, place, 0.5, 0.5;
    TEX sample, place, texture[0], 3D;
    TEX shade, sample.w, texture[1], 1D;
    MUL t.x, shade.w, dense.x;               # opacity: 1 - 2^-depth
    MUL t.x, t.x, step.x;
    EX2 t.x, -t.x;
    MUL t.y, sample.x, dense.y;
    MUL t.y, t.y, step.x;
    MUL t.y, t.y, through.x;
    MAD light.xyz, shade, t.y, light;
    MUL through.x, through.x, t.x;
    ADD span.x, span.x, step.x;
    SUB.CC t.x, through.x, 0.01;
    BRK (LT.x);
  ENDREP;
ENDIF;

DIV t.x, glow.y, place.w;                    # the star
MUL t.x, t.x, t.x;
MUL t.x, t.x, glow.x;
MAD light.xyz, t.x, { 1.0, 0.86, 0.7, 0.0 }, light;
DP3 t.x, light, { 0.3, 0.4, 0.3, 0.0 };      # c / (1 + brightness); gamma 2
ADD t.x, t.x, 1.0;
RCP t.x, t.x;
MUL light.xyz, light, t.x;
MAX light.xyz, light, 0.000001;
RSQ t.x, light.x;
RSQ t.y, light.y;
RSQ t.z, light.z;
MUL_SAT result.color.xyz, light, t;
SUB_SAT result.color.w, 1.0, through.x;
END
