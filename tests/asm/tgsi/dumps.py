"""TGSI texts as drivers, state trackers and tests print them, each for a purpose."""

from __future__ import annotations

ACCEPTED = {
    # -- blits, clears, the drawing of pixels ------------------------------------------------------
    "passthrough vertices": """VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[0]
  0: MOV OUT[0], IN[0]
  1: MOV OUT[1], IN[1]
  2: END
""",
    "passthrough colour of a clear": """FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0], GENERIC[0], CONSTANT
DCL OUT[0], COLOR
  0: MOV OUT[0], IN[0]
  1: END
""",
    "layered clear": """VERT
DCL IN[0]
DCL IN[1]
DCL SV[0], INSTANCEID
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[0]
DCL OUT[2], LAYER
  0: MOV OUT[0], IN[0]
  1: MOV OUT[1], IN[1]
  2: MOV OUT[2].x, SV[0]
  3: END
""",
    "blit of a rectangle": """FRAG
DCL IN[0], GENERIC[0], LINEAR
DCL SAMP[0]
DCL SVIEW[0], RECT, FLOAT
DCL OUT[0], COLOR
DCL TEMP[0]
  0: TEX TEMP[0], IN[0], SAMP[0], RECT
  1: MOV OUT[0], TEMP[0]
  2: END
""",
    "blit of depths": """FRAG
DCL IN[0], GENERIC[0], LINEAR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL OUT[0], POSITION
DCL OUT[1], COLOR
DCL TEMP[0]
  0: TEX TEMP[0], IN[0], SAMP[0], 2D
  1: MOV OUT[0].z, TEMP[0].xxxx
  2: END
""",
    "pixels through colour maps": """FRAG
DCL IN[0], TEXCOORD[0], LINEAR
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SAMP[1]
DCL SVIEW[0], 2D, FLOAT
DCL SVIEW[1], 2D, FLOAT
DCL CONST[0..1]
DCL TEMP[0..1]
  0: TEX TEMP[0], IN[0], SAMP[0], 2D
  1: MAD TEMP[0], TEMP[0], CONST[0], CONST[1]
  2: TEX TEMP[1].xy, TEMP[0], SAMP[1], 2D
  3: TEX TEMP[1].zw, TEMP[0].zwww, SAMP[1], 2D
  4: MOV OUT[0], TEMP[1]
  5: END
""",
    "bitmap": """FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0], COLOR, COLOR
DCL IN[1], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0], LOCAL
  0: TEX TEMP[0], IN[1], SAMP[0], 2D
  1: KILL_IF -TEMP[0].xxxx
  2: MOV OUT[0], IN[0]
  3: END
""",
    "window coordinates to depth": """FRAG
PROPERTY FS_COORD_ORIGIN LOWER_LEFT
PROPERTY FS_COORD_PIXEL_CENTER INTEGER
DCL IN[0], POSITION, LINEAR
DCL OUT[0], POSITION
DCL OUT[1], COLOR
DCL TEMP[0]
IMM[0] FLT32 {    0.0020,     0.5000,     0.0000,     1.0000}
  0: MUL TEMP[0].xy, IN[0].xyyy, IMM[0].xxxx
  1: ADD_SAT OUT[0].z, TEMP[0].xxxx, TEMP[0].yyyy
  2: MOV OUT[1], IMM[0].wzzw
  3: END
""",
    # -- fixed function and its programs -----------------------------------------------------------
    "fixed-function lighting": """VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], COLOR
DCL OUT[2], BCOLOR
DCL CONST[0..20]
DCL TEMP[0..5]
IMM[0] FLT32 {    0.0000,     1.0000,    -0.0000,   128.0000}
  0: DP4 OUT[0].x, CONST[0], IN[0]
  1: DP4 OUT[0].y, CONST[1], IN[0]
  2: DP4 OUT[0].z, CONST[2], IN[0]
  3: DP4 OUT[0].w, CONST[3], IN[0]
  4: DP3 TEMP[0].x, IN[1], CONST[4]
  5: DP3 TEMP[0].y, IN[1], CONST[5]
  6: DP3 TEMP[0].z, IN[1], CONST[6]
  7: DP3 TEMP[1].w, TEMP[0], TEMP[0]
  8: RSQ TEMP[1].w, |TEMP[1].wwww|
  9: MUL TEMP[0].xyz, TEMP[1].wwww, TEMP[0]
 10: DP3 TEMP[2].x, TEMP[0], CONST[10]
 11: DP3 TEMP[2].y, TEMP[0], CONST[11]
 12: MOV TEMP[2].w, CONST[12].xxxx
 13: LIT TEMP[3], TEMP[2]
 14: MAD TEMP[4].xyz, TEMP[3].yyyy, CONST[13], CONST[8]
 15: MAD_SAT OUT[1].xyz, TEMP[3].zzzz, CONST[14], TEMP[4]
 16: MOV_SAT OUT[1].w, CONST[13].wwww
 17: LIT TEMP[3], -TEMP[2].xyzw
 18: MAD_SAT OUT[2].xyz, TEMP[3].yyyy, CONST[13], CONST[8]
 19: MOV OUT[2].w, IMM[0].yyyy
 20: END
""",
    "texture environment and fog": """FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0], COLOR, COLOR
DCL IN[1], FOG, PERSPECTIVE
DCL IN[2], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL CONST[0..1]
DCL TEMP[0..2], LOCAL
IMM[0] FLT32 {    1.0000,     1.4427,     0.0000,     0.0000}
  0: TXP TEMP[0], IN[2], SAMP[0], 2D
  1: MUL TEMP[1], IN[0], TEMP[0]
  2: MUL TEMP[2].x, IN[1].xxxx, CONST[1].xxxx
  3: MUL TEMP[2].x, TEMP[2].xxxx, TEMP[2].xxxx
  4: EX2_SAT TEMP[2].x, -TEMP[2].xxxx
  5: LRP OUT[0].xyz, TEMP[2].xxxx, TEMP[1], CONST[0]
  6: MOV OUT[0].w, TEMP[1].wwww
  7: END
""",
    "two-sided colours": """FRAG
DCL IN[0], COLOR[0], LINEAR
DCL IN[1], COLOR[1], LINEAR
DCL IN[2], FACE, CONSTANT
DCL OUT[0], COLOR
DCL TEMP[0]
  0: CMP TEMP[0], IN[2].xxxx, IN[1], IN[0]
  1: MOV OUT[0], TEMP[0]
  2: END
""",
    "point size and edge flag": """VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], PSIZE
DCL OUT[2], EDGEFLAG
DCL CONST[0]
  0: MOV OUT[0], IN[0]
  1: MAX OUT[1].x, CONST[0].xxxx, CONST[0].yyyy
  2: MOV_SAT OUT[2], IN[1]
  3: END
""",
    "clip distances of user planes": """VERT
DCL IN[0]
DCL OUT[0], POSITION
DCL OUT[1], CLIPDIST[0]
DCL OUT[2], CLIPDIST[1]
DCL CONST[0..11]
DCL TEMP[0], LOCAL
PROPERTY NUM_CLIPDIST_ENABLED 6
  0: MUL TEMP[0], CONST[0], IN[0].xxxx
  1: MAD TEMP[0], CONST[1], IN[0].yyyy, TEMP[0]
  2: MOV OUT[0], TEMP[0]
  3: DP4 OUT[1].x, IN[0], CONST[4]
  4: DP4 OUT[1].y, IN[0], CONST[5]
  5: DP4 OUT[1].z, IN[0], CONST[6]
  6: DP4 OUT[1].w, IN[0], CONST[7]
  7: DP4 OUT[2].x, IN[0], CONST[8]
  8: DP4 OUT[2].y, IN[0], CONST[9]
  9: END
""",
    "clip vertex": """VERT
DCL IN[0]
DCL OUT[0], POSITION
DCL OUT[1], CLIPVERTEX
DCL CONST[0..1]
  0: MAD OUT[0], IN[0], CONST[0], CONST[1]
  1: MOV OUT[1], IN[0]
  2: END
""",
    # -- what GLSL becomes -------------------------------------------------------------------------
    "uniform blocks": """VERT
DCL IN[0]
DCL OUT[0], POSITION
DCL CONST[0][0..3]
DCL CONST[1][0..4095]
DCL TEMP[0..1], LOCAL
DCL ADDR[0]
IMM[0] INT32 {4, 0, 0, 0}
  0: UMUL TEMP[0].x, IN[0].wwww, IMM[0].xxxx
  1: UARL ADDR[0].x, TEMP[0].xxxx
  2: MUL TEMP[1], CONST[1][ADDR[0].x], IN[0].xxxx
  3: UARL ADDR[0].x, TEMP[0].xxxx
  4: MAD TEMP[1], CONST[1][ADDR[0].x+1], IN[0].yyyy, TEMP[1]
  5: MAD OUT[0], CONST[0][3], IN[0].zzzz, TEMP[1]
  6: END
""",
    "arrays of temporaries": """FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL CONST[0]
DCL TEMP[0..3], ARRAY(1), LOCAL
DCL TEMP[4..5], LOCAL
DCL ADDR[0]
IMM[0] FLT32 {    0.0000,     1.0000,     0.2500,     0.7500}
IMM[1] INT32 {0, 1, 2, 3}
  0: MOV TEMP[0], IMM[0].xyxy
  1: MOV TEMP[1], IMM[0].yxyy
  2: MOV TEMP[2], IN[0]
  3: MOV TEMP[3], IMM[0].zzww
  4: F2I TEMP[4].x, CONST[0].xxxx
  5: UARL ADDR[0].x, TEMP[4].xxxx
  6: MOV TEMP[ADDR[0].x+1](1).xyz, IMM[0].wwww
  7: UARL ADDR[0].x, TEMP[4].xxxx
  8: MOV OUT[0], TEMP[ADDR[0].x](1)
  9: END
""",
    "arrays of varyings": """FRAG
DCL IN[0..3], ARRAY(1), GENERIC[0], PERSPECTIVE
DCL IN[4], GENERIC[4], CONSTANT
DCL OUT[0], COLOR
DCL ADDR[0]
  0: UARL ADDR[0].x, IN[4].xxxx
  1: MOV OUT[0], IN[ADDR[0].x](1)
  2: END
""",
    "labels of branches": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL TEMP[0..1]
IMM[0] FLT32 {    0.5000,     0.0000,     1.0000,     0.0000}
  0: SGT TEMP[0].x, IN[0].xxxx, IMM[0].xxxx
  1: IF TEMP[0].xxxx :5
  2:   MOV TEMP[1], IMM[0].zyyz
  3: ELSE :5
  4:   MOV TEMP[1], IMM[0].yzyz
  5: ENDIF
  6: MOV OUT[0], TEMP[1]
  7: END
""",
    "loop with labels": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL TEMP[0..2], LOCAL
IMM[0] INT32 {0, 16, 1, 0}
IMM[1] FLT32 {    0.0000,     0.0625,     0.0000,     0.0000}
  0: MOV TEMP[0].x, IMM[0].xxxx
  1: MOV TEMP[1], IMM[1].xxxx
  2: BGNLOOP :11
  3:   ISGE TEMP[2].x, TEMP[0].xxxx, IMM[0].yyyy
  4:   UIF TEMP[2].xxxx :7
  5:     BRK
  6:   ENDIF
  7:   I2F TEMP[2].x, TEMP[0].xxxx
  8:   MAD TEMP[1], IN[0], IMM[1].yyyy, TEMP[1]
  9:   UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].zzzz
 10: ENDLOOP :2
 11: MOV OUT[0], TEMP[1]
 12: END
""",
    "switch": """VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[0]
DCL TEMP[0], LOCAL
IMM[0] INT32 {0, 1, 7, -1}
IMM[1] FLT32 {    0.2500,     0.5000,     0.7500,     1.0000}
  0: SWITCH IN[1].xxxx
  1: CASE IMM[0].xxxx
  2:   MOV TEMP[0], IMM[1].xxxx
  3:   BRK
  4: CASE IMM[0].yyyy
  5: CASE IMM[0].zzzz
  6:   MOV TEMP[0], IMM[1].yyyy
  7: DEFAULT
  8:   MOV TEMP[0], IMM[1].zzzw
  9:   BRK
 10: ENDSWITCH
 11: MOV OUT[0], IN[0]
 12: MOV OUT[1], TEMP[0]
 13: END
""",
    "subroutines": """VERT
DCL IN[0]
DCL OUT[0], POSITION
DCL TEMP[0..1]
  0: MOV TEMP[0], IN[0]
  1: CAL :5
  2: CAL :5
  3: MOV OUT[0], TEMP[0]
  4: END
  5: BGNSUB
  6: ADD TEMP[0], TEMP[0], IN[0].wwww
  7: RET
  8: ENDSUB
""",
    "doubles": """VERT
DCL IN[0]
DCL OUT[0], POSITION
DCL CONST[0..1]
DCL TEMP[0..2], LOCAL
IMM[0] FLT64 {    1.0000,    -0.5000}
  0: F2D TEMP[0], IN[0].xyxy
  1: DMAD TEMP[0], TEMP[0], CONST[0], IMM[0].zwzw
  2: DSQRT TEMP[1].xy, |TEMP[0].xyxy|
  3: DMAX TEMP[1].zw, TEMP[0].zwzw, -IMM[0].xyxy
  4: D2F TEMP[2].xy, TEMP[1]
  5: MOV OUT[0], TEMP[2].xyyy
  6: END
""",
    "bit fields": """FRAG
DCL IN[0], GENERIC[0], CONSTANT
DCL OUT[0], COLOR
DCL TEMP[0..2], LOCAL
IMM[0] INT32 {8, 16, 255, 0}
  0: UBFE TEMP[0].x, IN[0].xxxx, IMM[0].xxxx, IMM[0].xxxx
  1: IBFE TEMP[0].y, IN[0].yyyy, IMM[0].yyyy, IMM[0].xxxx
  2: BFI TEMP[0].z, TEMP[0].xxxx, IN[0].zzzz, IMM[0].xxxx, IMM[0].xxxx
  3: POPC TEMP[1].x, IN[0].xxxx
  4: LSB TEMP[1].y, IN[0].yyyy
  5: UMSB TEMP[1].z, IN[0].zzzz
  6: IMSB TEMP[1].w, IN[0].wwww
  7: BREV TEMP[2], TEMP[0]
  8: IMUL_HI TEMP[2].x, TEMP[2].xxxx, TEMP[1].xxxx
  9: UMUL_HI TEMP[2].y, TEMP[2].yyyy, TEMP[1].yyyy
 10: XOR TEMP[0], TEMP[0], TEMP[2]
 11: U2F OUT[0], TEMP[0]
 12: END
""",
    "discard in a branch": """FRAG
PROPERTY FS_COLOR0_WRITES_ALL_CBUFS 1
DCL IN[0], GENERIC[0], PERSPECTIVE, CENTROID
DCL OUT[0], COLOR
DCL TEMP[0], LOCAL
IMM[0] FLT32 {    0.1000,     0.0000,     0.0000,     0.0000}
  0: FSLT TEMP[0].x, IN[0].wwww, IMM[0].xxxx
  1: UIF TEMP[0].xxxx
  2:   KILL
  3: ENDIF
  4: MOV OUT[0], IN[0]
  5: END
""",
    "several colours": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL OUT[1], COLOR[1]
DCL OUT[2], COLOR[2]
DCL OUT[3], COLOR[3]
  0: MOV OUT[0], IN[0]
  1: MOV OUT[1], IN[0].yzwx
  2: MOV OUT[2], IN[0].zwxy
  3: MOV OUT[3], IN[0].wxyz
  4: END
""",
    # -- textures ----------------------------------------------------------------------------------
    "fetch with offsets": """FRAG
DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0..1], LOCAL
IMM[0] INT32 {1, -2, 0, 0}
  0: F2I TEMP[0].xy, IN[0].xyyy
  1: MOV TEMP[0].w, IMM[0].zzzz
  2: TXF TEMP[1], TEMP[0], SAMP[0], 2D, IMM[0].xyz
  3: TXF TEMP[0], TEMP[0], SAMP[0], 2D
  4: ADD OUT[0], TEMP[0], TEMP[1]
  5: END
""",
    "size, level, derivatives": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0..2]
DCL SVIEW[0], 2D, FLOAT
DCL SVIEW[1], CUBE, FLOAT
DCL SVIEW[2], 2D_ARRAY, FLOAT
DCL TEMP[0..4], LOCAL
IMM[0] INT32 {0, 1, 2, 3}
  0: TXQ TEMP[0].xy, IMM[0].xxxx, SAMP[0], 2D
  1: I2F TEMP[0].xy, TEMP[0].xyyy
  2: DDX TEMP[1], IN[0]
  3: DDY TEMP[2], IN[0]
  4: TXD TEMP[3], IN[0], TEMP[1], TEMP[2], SAMP[0], 2D
  5: TXL TEMP[4], IN[0], SAMP[1], CUBE
  6: TXB TEMP[2], IN[0], SAMP[1], CUBE
  7: TEX TEMP[1], IN[0], SAMP[2], 2D_ARRAY
  8: LODQ TEMP[0].zw, IN[0], SAMP[0], 2D
  9: MAD OUT[0], TEMP[3], TEMP[4], TEMP[0]
 10: END
""",
    "shadows": """FRAG
DCL IN[0], TEXCOORD[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0..2]
DCL SVIEW[0], SHADOW2D, FLOAT
DCL SVIEW[1], SHADOW2D_ARRAY, FLOAT
DCL SVIEW[2], SHADOWCUBE, FLOAT
DCL TEMP[0..2], LOCAL
  0: TXP TEMP[0].x, IN[0], SAMP[0], SHADOW2D
  1: TEX TEMP[0].y, IN[0], SAMP[1], SHADOW2D_ARRAY
  2: TEX TEMP[0].z, IN[0], SAMP[2], SHADOWCUBE
  3: MOV OUT[0], TEMP[0].xyzz
  4: END
""",
    "gather": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0], LOCAL
IMM[0] INT32 {0, 1, -3, 0}
  0: MOV TEMP[0].xy, IN[0].xyyy
  1: TG4 TEMP[0], TEMP[0], IMM[0].yyyy, SAMP[0], 2D, IMM[0].yzx
  2: MOV OUT[0], TEMP[0]
  3: END
""",
    "samples of views": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL TEMP[0..3]
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
IMM UINT32 { 0, 1, 0, 0 }
  0: SAMPLE TEMP[0], IN[0], SVIEW[0], SAMP[0]
  1: SAMPLE_L TEMP[1], IN[0], SVIEW[0], SAMP[0], IN[0].zzzz
  2: SAMPLE_B TEMP[2], IN[0], SVIEW[0].wzyx, SAMP[0], IN[0].wwww
  3: SVIEWINFO TEMP[3], IMM[0].xxxx, SVIEW[0]
  4: SAMPLE_I TEMP[3], IMM[0], SVIEW[0]
  5: MAD OUT[0], TEMP[0], TEMP[1], TEMP[2]
  6: END
""",
    "texture in a vertex program": """VERT
DCL IN[0]
DCL OUT[0], POSITION
DCL OUT[1], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0]
IMM FLT32 { 0.0000, 1.0000, 0.0000, 0.0000 }
  0: MOV TEMP[0], IN[0].xyxx
  1: MOV TEMP[0].w, IMM[0].xxxx
  2: TXL TEMP[0], TEMP[0], SAMP[0], 2D
  3: ADD OUT[0], IN[0], TEMP[0]
  4: MOV OUT[1], TEMP[0]
  5: END
""",
    # -- older dumps and what Direct3D becomes -----------------------------------------------------
    "a version behind the word": """FRAG1.1
DCL IN[0], COLOR, LINEAR
DCL OUT[0], COLOR, CONSTANT
0: MOV OUT[0], IN[0]
1: END
""",
    "older names": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL TEMP[0..1]
IMM FLT32 {     0.5000,     1.0000,     0.0000,     2.0000 }
  0: SUB TEMP[0], IN[0], IMM[0].xxxx
  1: KIL TEMP[0]
  2: NRM TEMP[0].xyz, IN[0]
  3: XPD TEMP[1].xyz, TEMP[0], IN[0].yzxw
  4: ABS TEMP[1], TEMP[1]
  5: CND TEMP[1], TEMP[1], IN[0], TEMP[0]
  6: SCS TEMP[0].xy, IN[0].xxxx
  7: DP2A TEMP[0], TEMP[0], TEMP[1], IMM[0].yyyy
  8: KILP
  9: MOV_SAT OUT[0], TEMP[0]
 10: END
""",
    "predicates": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL PRED[0]
DCL TEMP[0]
IMM FLT32 { 0.5000, 1.0000, 0.0000, 2.0000 }
  0: SGE PRED[0], IN[0], IMM[0].xxxx
  1: MOV TEMP[0], IMM[0].zzzz
  2: (PRED[0].x) MOV TEMP[0].xy, IMM[0].yyyy
  3: (!PRED[0].xyzw) ADD TEMP[0], TEMP[0], IMM[0].xxxx
  4: MOV OUT[0], TEMP[0]
  5: END
""",
    "Direct3D 9 vertices": """VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[8]
DCL OUT[2], FOG
DCL CONST[0..255]
DCL TEMP[0..1]
DCL ADDR[0]
IMM[0] FLT32 {765.0100, 0.0000, 1.0000, 0.5000}
  0: MUL TEMP[0], IN[1], IMM[0].xxxx
  1: ARR ADDR[0].x, TEMP[0].xxxx
  2: DP4 OUT[0].x, IN[0], CONST[ADDR[0].x+4]
  3: DP4 OUT[0].y, IN[0], CONST[ADDR[0].x+5]
  4: DP4 OUT[0].z, IN[0], CONST[ADDR[0].x+6]
  5: MOV OUT[0].w, IMM[0].zzzz
  6: MOV OUT[1], IN[1]
  7: MOV_SAT OUT[2].x, TEMP[0].zzzz
  8: END
""",
    "Direct3D 9 pixels": """FRAG
PROPERTY FS_COORD_ORIGIN UPPER_LEFT
PROPERTY FS_COORD_PIXEL_CENTER INTEGER
DCL IN[0].xy, GENERIC[0], PERSPECTIVE
DCL IN[1], FACE[0], CONSTANT
DCL OUT[0], COLOR[0]
DCL SAMP[0]
DCL SVIEW[0], CUBE, FLOAT
DCL TEMP[0..2]
IMM[0] FLT32 {0.0000, -1.0000, 0.0000, 0.0000}
  0: TEX TEMP[0], IN[0].xyyy, SAMP[0], CUBE
  1: POW TEMP[1].x, |TEMP[0].xxxx|, TEMP[0].yyyy
  2: LRP TEMP[1].yzw, TEMP[0], IN[0].xyxy, -TEMP[0]
  3: IF IN[1].xxxx :5
  4: FRC TEMP[1], -|TEMP[1]|
  5: ENDIF
  6: MOV OUT[0], TEMP[1]
  7: END
""",
    "window positions of Direct3D": """VERT
PROPERTY VS_PROHIBIT_UCPS 1
PROPERTY VS_WINDOW_SPACE_POSITION 0
DCL IN[0]
DCL OUT[0], POSITION
DCL CONST[0..1]
0: MAD OUT[0], IN[0], CONST[0], CONST[1]
1: END
""",
    # -- what is sent over a wire ------------------------------------------------------------------
    "next stage and invariance": """VERT
PROPERTY NEXT_SHADER FRAG
DCL IN[0]
DCL OUT[0], POSITION, INVARIANT
DCL OUT[1].xyz, GENERIC[9]
DCL CONST[0][0..3]
DCL TEMP[0], LOCAL
  0: MUL TEMP[0], IN[0].xxxx, CONST[0][0]
  1: MAD TEMP[0], IN[0].yyyy, CONST[0][1], TEMP[0]
  2: MAD TEMP[0], IN[0].zzzz, CONST[0][2], TEMP[0]
  3: MAD_PRECISE OUT[0], IN[0].wwww, CONST[0][3], TEMP[0]
  4: MOV OUT[1].xyz, IN[0].xyzx
  5: END
""",
    "special numbers": """FRAG
DCL OUT[0], COLOR
IMM[0] FLT32 {    inf,    -inf,     nan,     0.0000}
IMM[1] FLT32 {0x3f800000, 0x00000000, 0x7f800000, 0xffc00000}
IMM[2] UINT32 {4294967295, 0, 0, 0}
IMM[3] FLT32 {   -nan, 340282346638528859811704183484516925440.0000, 1e-40, -0.0000}
DCL TEMP[0]
  0: ADD TEMP[0], IMM[0], IMM[1]
  1: AND TEMP[0], TEMP[0], IMM[2].xxxx
  2: ADD OUT[0], TEMP[0], IMM[3]
  3: END
""",
    "no instruction but the end": "FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\n  0: END\n",
    "labels without order": "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nMOV OUT[0], IN[0]\nEND\n",
    "a varying in two parts": """FRAG
DCL IN[0].x, GENERIC[1], PERSPECTIVE
DCL IN[1].x, GENERIC[2], PERSPECTIVE
DCL IN[0].yz, GENERIC[1], PERSPECTIVE
DCL IN[1].yz, GENERIC[2], PERSPECTIVE
DCL IN[2], PRIM_ID, CONSTANT
DCL OUT[0].xy, COLOR
DCL OUT[0].zw, COLOR
  0: ADD OUT[0].xy, IN[0].xyyy, IN[1].yzzz
  1: I2F OUT[0].zw, IN[2].xxxx
  2: END
""",
    "what later drivers print": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL IN[1], GENERIC[1], PERSPECTIVE, CENTROID
DCL OUT[0], COLOR
DCL SAMP[0..1]
DCL SVIEW[0..1], 2D, FLOAT
DCL TEMP[0..2]
IMM[0] UINT32 {0, 3, 4294967295, 0}
  0: INTERP_CENTROID TEMP[0], IN[0]
  1: INTERP_SAMPLE TEMP[1], IN[1], IMM[0].yyyy
  2: FMA TEMP[0], TEMP[0], TEMP[1], IN[0]
  3: LDEXP TEMP[0].xy, TEMP[0], IMM[0].yzzz
  4: DDX_FINE TEMP[1].x, TEMP[0].xxxx
  5: DDY_FINE TEMP[1].y, TEMP[0].yyyy
  6: TEX_LZ TEMP[2], TEMP[1].xyyy, SAMP[0], 2D
  7: F2I TEMP[1], TEMP[1]
  8: TXF_LZ TEMP[1], TEMP[1], SAMP[1], 2D
  9: LOD TEMP[0].xy, IN[0], SVIEW[1], SAMP[1]
 10: FSGE TEMP[0].x, TEMP[0].xxxx, TEMP[0].yyyy
 11: UIF TEMP[0].xxxx
 12: DEMOTE
 13: ENDIF
 14: ADD OUT[0], TEMP[1], TEMP[2]
 15: END
""",
    "old names": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL RES[0], 2D, FLOAT
  0: SAMPLE OUT[0], IN[0], RES[0], SAMP[0]
  1: END
""",
    # -- geometry ----------------------------------------------------------------------------------
    "geometry of points": """GEOM
PROPERTY GS_INPUT_PRIMITIVE POINTS
PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP
PROPERTY GS_MAX_OUTPUT_VERTICES 4
PROPERTY GS_INVOCATIONS 1
DCL IN[][0], POSITION
DCL IN[][1], GENERIC[0]
DCL SV[0], INVOCATIONID
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[0]
DCL TEMP[0], LOCAL
IMM[0] FLT32 {   -0.1000,     0.1000,     0.0000,     0.0000}
IMM[1] INT32 {0, 0, 0, 0}
  0: ADD OUT[0], IN[0][0], IMM[0].xxzz
  1: MOV OUT[1], IN[0][1]
  2: EMIT IMM[1].xxxx
  3: ADD OUT[0], IN[0][0], IMM[0].yxzz
  4: MOV OUT[1], IN[0][1]
  5: EMIT IMM[1].xxxx
  6: ENDPRIM IMM[1].xxxx
  7: END
""",
    "geometry with inputs and vertices chosen at run time": """GEOM
PROPERTY GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY
PROPERTY GS_OUTPUT_PRIMITIVE POINTS
DCL IN[][0], POSITION
DCL IN[][1..3], ARRAY(1), GENERIC[4]
DCL OUT[0], POSITION
DCL TEMP[0]
DCL ADDR[0..1]
  0: UARL ADDR[0].x, TEMP[0].xxxx
  1: UARL ADDR[1].x, TEMP[0].yyyy
  2: MOV OUT[0], IN[ADDR[0].x][0]
  3: ADD OUT[0], IN[2][ADDR[1].x+1](1), IN[ADDR[0].x+1][ADDR[1].x](1)
  4: EMIT
  5: END
""",
}
