FRAG
# Polished marble, after Perlin: the twin of arbfp1/marble.fp, which says more. Its four octaves of
# noise are a loop here: TEMP[1].y is how strong one is, and TEMP[1].z the turbulence so far.
DCL IN[0], COLOR, COLOR
DCL IN[1], GENERIC[0], PERSPECTIVE    # the place in the model, where the noise is looked up
DCL IN[2], GENERIC[1], PERSPECTIVE    # position
DCL IN[3], GENERIC[2], PERSPECTIVE    # and normal in the world
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 3D, UNORM
DCL CONST[0..1]        # the stone, and its clouds
DCL CONST[2]           # veins; how many
DCL CONST[3]           # direction across the layers; how far they bend
DCL CONST[4]           # eye
DCL CONST[5]           # direction to the window
DCL TEMP[0..6], LOCAL
IMM[0] FLT32 { 0.0, 1.0, 2.0, 0.5 }
IMM[1] FLT32 { 0.055, 2.03, 0.125, 1.25 }
IMM[2] FLT32 { 1.25, 1.15, 1.0, 0.35 }
IMM[3] FLT32 { 0.26, 0.30, 0.38, 0.8 }
IMM[4] FLT32 { 0.20, 0.165, 0.13, 0.2 }
IMM[5] FLT32 { 260.0, 22.0, 0.045, 0.95 }
IMM[6] FLT32 { 1.5, 0.001, 0.000001, -0.0019 }
  0: MUL TEMP[0].xyz, IN[1], IMM[1].xxxx
  1: MOV TEMP[1].yz, IMM[0].yyxx
  2: BGNLOOP
  3:   TEX TEMP[1].x, TEMP[0], SAMP[0], 3D
  4:   MAD TEMP[1].x, TEMP[1].xxxx, IMM[0].zzzz, -IMM[0].yyyy
  5:   MAD TEMP[1].z, |TEMP[1].xxxx|, TEMP[1].yyyy, TEMP[1].zzzz
  6:   MUL TEMP[0].xyz, TEMP[0], IMM[1].yyyy
  7:   MUL TEMP[1].y, TEMP[1].yyyy, IMM[0].wwww
  8:   FSLT TEMP[1].w, TEMP[1].yyyy, IMM[1].zzzz
  9:   BREAKC TEMP[1].wwww
 10: ENDLOOP
# Clouds where turbulence is strong; veins, thin, where a sine of the layers is near zero.
 11: MUL_SAT TEMP[6].x, TEMP[1].zzzz, IMM[1].wwww
 12: LRP TEMP[2].xyz, TEMP[6].xxxx, CONST[1], CONST[0]
 13: DP3 TEMP[6].y, IN[1], CONST[3]
 14: MAD TEMP[6].y, TEMP[1].zzzz, CONST[3].wwww, TEMP[6].yyyy
 15: SIN TEMP[6].y, TEMP[6].yyyy
 16: MAD_SAT TEMP[6].y, |TEMP[6].yyyy|, -CONST[2].wwww, IMM[0].yyyy
 17: MUL TEMP[6].y, TEMP[6].yyyy, TEMP[6].yyyy
 18: LRP TEMP[2].xyz, TEMP[6].yyyy, CONST[2], TEMP[2]
 19: MUL TEMP[2].xyz, TEMP[2], IN[0]
# TEMP[3] is the normal, TEMP[4] the direction to the eye, TEMP[5] its mirror image.
 20: DP3 TEMP[6].x, IN[3], IN[3]
 21: RSQ TEMP[6].x, TEMP[6].xxxx
 22: MUL TEMP[3].xyz, IN[3], TEMP[6].xxxx
 23: SUB TEMP[4].xyz, CONST[4], IN[2]
 24: DP3 TEMP[6].x, TEMP[4], TEMP[4]
 25: RSQ TEMP[6].x, TEMP[6].xxxx
 26: MUL TEMP[4].xyz, TEMP[4], TEMP[6].xxxx
 27: DP3 TEMP[6].y, TEMP[3], TEMP[4]
 28: ADD TEMP[6].z, TEMP[6].yyyy, TEMP[6].yyyy
 29: MAD TEMP[5].xyz, TEMP[3], TEMP[6].zzzz, -TEMP[4]
# The window wraps a little around the form; the sky lights from above, the floor from below.
 30: DP3 TEMP[6].x, TEMP[3], CONST[5]
 31: MAD_SAT TEMP[6].x, TEMP[6].xxxx, IMM[3].wwww, IMM[4].wwww
 32: MAD TEMP[6].z, TEMP[3].zzzz, IMM[0].wwww, IMM[0].wwww
 33: LRP TEMP[0].xyz, TEMP[6].zzzz, IMM[3], IMM[4]
 34: MAD TEMP[0].xyz, IMM[2], TEMP[6].xxxx, TEMP[0]
 35: MAD_SAT TEMP[6].w, IN[2].zzzz, IMM[2].wwww, IMM[0].wwww
 36: MUL TEMP[0].xyz, TEMP[0], TEMP[6].wwww
 37: MUL TEMP[0].xyz, TEMP[0], TEMP[2]
# What the polish mirrors: the room, the window; more of it at grazing angles (Schlick).
 38: MAD_SAT TEMP[6].z, TEMP[5].zzzz, IMM[6].xxxx, IMM[0].wwww
 39: LRP TEMP[1].xyz, TEMP[6].zzzz, IMM[3], IMM[4]
 40: DP3_SAT TEMP[6].x, TEMP[5], CONST[5]
 41: MAX TEMP[6].x, TEMP[6].xxxx, IMM[6].yyyy
 42: POW TEMP[6].x, TEMP[6].xxxx, IMM[5].xxxx
 43: MUL TEMP[6].x, TEMP[6].xxxx, IMM[5].yyyy
 44: MAD TEMP[1].xyz, IMM[2], TEMP[6].xxxx, TEMP[1]
 45: SUB_SAT TEMP[6].x, IMM[0].yyyy, TEMP[6].yyyy
 46: MUL TEMP[6].z, TEMP[6].xxxx, TEMP[6].xxxx
 47: MUL TEMP[6].z, TEMP[6].zzzz, TEMP[6].zzzz
 48: MUL TEMP[6].x, TEMP[6].xxxx, TEMP[6].zzzz
 49: MAD TEMP[6].x, TEMP[6].xxxx, IMM[5].wwww, IMM[5].zzzz
 50: LRP TEMP[0].xyz, TEMP[6].xxxx, TEMP[1], TEMP[0]
 51: MAX TEMP[0].xyz, TEMP[0], IMM[6].zzzz
 52: RSQ TEMP[6].x, TEMP[0].xxxx
 53: RSQ TEMP[6].y, TEMP[0].yyyy
 54: RSQ TEMP[6].z, TEMP[0].zzzz
 55: MUL_SAT OUT[0].xyz, TEMP[0], TEMP[6]
# Far away it fades.
 56: DP3 TEMP[6].x, IN[2], IN[2]
 57: MAD_SAT TEMP[6].x, TEMP[6].xxxx, IMM[6].wwww, IMM[6].xxxx
 58: MUL OUT[0].w, IN[0].wwww, TEMP[6].xxxx
 59: END
