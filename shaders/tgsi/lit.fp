FRAG
# Diffuse light on an interpolated normal, which is shortened by the interpolation: the twin of
# arbfp1/lit.fp.
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL CONST[0]           # the direction to the light, of length 1
DCL CONST[1]           # the surface
DCL TEMP[0..1], LOCAL
IMM[0] FLT32 {    0.0000,     0.7500,     0.2500,     1.0000}
  0: DP3 TEMP[0].w, IN[0], IN[0]
  1: RSQ TEMP[0].w, TEMP[0].wwww
  2: MUL TEMP[0].xyz, IN[0], TEMP[0].wwww
  3: DP3 TEMP[1].x, TEMP[0], CONST[0]
  4: MAX TEMP[1].x, TEMP[1].xxxx, IMM[0].xxxx
  5: MAD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy, IMM[0].zzzz
  6: MUL OUT[0].xyz, CONST[1], TEMP[1].xxxx
  7: MOV OUT[0].w, IMM[0].wwww
  8: END
