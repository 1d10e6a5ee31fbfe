FRAG
# Cloisonne on Truchet tiles: the twin of nvfp4/cloisonne.fp, which says more. TEMP[0] is the place
# in tiles, TEMP[1] the way to the wire, TEMP[6] the size and which of four tiles it is about.
PROPERTY FS_COORD_ORIGIN LOWER_LEFT
DCL IN[0], POSITION, LINEAR
DCL OUT[0], COLOR
DCL CONST[0]           # tiles per pixel; the place of pixel 0, 0
DCL CONST[1]           # where the lamp is; all in tiles
DCL TEMP[0..14], LOCAL
IMM[0] INT32 {-1640531535, -2048144789, 739982445, 1013904223}
IMM[1] INT32 {0, 1, 2, 3}
IMM[2] INT32 {4, 5, 7, 8}
IMM[3] INT32 {-1, 13, 15, 0}
IMM[4] FLT32 { 0.1666667, 0.3333333, 0.5, 0.000001 }
IMM[5] FLT32 { 0.016, 62.5, -48.0, 0.55 }
IMM[6] FLT32 { 1.0, -2.0, 9.0, 13.0 }
IMM[7] FLT32 { 0.9, 0.7, -0.6, 0.8 }
IMM[8] FLT32 { 0.01, 500.0, 24.0, 0.4 }
IMM[9] FLT32 { 0.006, 0.03, 0.22, 0.95 }
IMM[10] FLT32 { 0.0, 0.19, 0.22, 0.15 }
IMM[11] FLT32 { 0.84, 0.74, 0.52, 0.6 }
IMM[12] FLT32 { 0.62, 0.09, 0.03, 1.6 }
IMM[13] FLT32 { 1.0, 0.60, 0.17, 0.025 }
IMM[14] FLT32 { 0.7, 0.0, 0.0, 0.0 }
  0: MAD TEMP[0].xy, IN[0], CONST[0].xxxx, CONST[0].yzzz
  1: MOV TEMP[1].xy, IMM[6].xxxx
  2: MOV TEMP[6].x, IMM[1].xxxx
  3: BGNLOOP
  4:   MUL TEMP[2].xy, TEMP[0], |TEMP[1].yyyy|
  5:   RCP TEMP[1].z, TEMP[1].yyyy
  6:   FLR TEMP[14].xy, TEMP[2]
  7:   SUB TEMP[5].xy, TEMP[2], TEMP[14]
  8:   ADD TEMP[5].xy, TEMP[5], TEMP[5]
  9:   F2I TEMP[7].xy, TEMP[5]
 10:   UMAD TEMP[7].xy, TEMP[7], IMM[1].zzzz, IMM[3].xxxx
 11:   F2I TEMP[7].zw, TEMP[14].xxxy
 12:   MOV TEMP[6].y, IMM[1].wwww
 13:   BGNLOOP
 14:     AND TEMP[8].x, TEMP[6].yyyy, IMM[1].yyyy
 15:     USHR TEMP[8].y, TEMP[6].yyyy, IMM[1].yyyy
 16:     UMAD TEMP[8].xy, TEMP[8], TEMP[7], TEMP[7].zwww
# Is the tile there: not split, and the larger ones that it would be part of are?
 17:     MOV TEMP[9].xy, TEMP[8]
 18:     MOV TEMP[9].z, TEMP[6].xxxx
 19:     BGNLOOP
 20:       UMUL TEMP[10].xyz, TEMP[9], IMM[0]
 21:       UADD TEMP[10].x, TEMP[10].xxxx, TEMP[10].yyyy
 22:       UADD TEMP[10].x, TEMP[10].xxxx, TEMP[10].zzzz
 23:       USHR TEMP[10].y, TEMP[10].xxxx, IMM[3].zzzz
 24:       XOR TEMP[10].x, TEMP[10].xxxx, TEMP[10].yyyy
 25:       UMUL TEMP[10].x, TEMP[10].xxxx, IMM[0].wwww
 26:       USHR TEMP[10].y, TEMP[10].xxxx, IMM[3].yyyy
 27:       XOR TEMP[10].x, TEMP[10].xxxx, TEMP[10].yyyy
 28:       USEQ TEMP[10].y, TEMP[9].zzzz, TEMP[6].xxxx
 29:       UCMP TEMP[10].w, TEMP[10].yyyy, TEMP[10].xxxx, TEMP[10].wwww
 30:       ISLT TEMP[10].z, TEMP[9].zzzz, IMM[1].zzzz
 31:       AND TEMP[10].x, TEMP[10].xxxx, TEMP[10].zzzz
 32:       XOR TEMP[10].x, TEMP[10].xxxx, TEMP[10].yyyy
 33:       AND TEMP[10].x, TEMP[10].xxxx, IMM[1].yyyy
 34:       USEQ TEMP[10].x, TEMP[10].xxxx, IMM[1].xxxx
 35:       BREAKC TEMP[10].xxxx
 36:       ISHR TEMP[9].xy, TEMP[9], IMM[1].yyyy
 37:       UADD TEMP[9].z, TEMP[9].zzzz, IMM[3].xxxx
 38:       ISLT TEMP[10].x, TEMP[9].zzzz, IMM[1].xxxx
 39:       BREAKC TEMP[10].xxxx
 40:     ENDLOOP
 41:     ISLT TEMP[10].x, TEMP[9].zzzz, IMM[1].xxxx
 42:     UIF TEMP[10].xxxx
 43:       I2F TEMP[3].xy, TEMP[8]
 44:       SUB TEMP[3].xy, TEMP[2], TEMP[3]
 45:       SUB TEMP[3].xy, TEMP[3], IMM[4].zzzz
 46:       MUL TEMP[4].z, TEMP[1].xxxx, TEMP[1].yyyy
 47:       USEQ TEMP[10].x, TEMP[6].yyyy, IMM[1].xxxx
 48:       UIF TEMP[10].xxxx
# The motif: TEMP[4] is where the arc about a corner is looked up, TEMP[4].z the way to a band.
 49:         MOV TEMP[4].xy, TEMP[3]
 50:         MOV TEMP[4].z, IMM[6].xxxx
 51:         UBFE TEMP[10].w, TEMP[10].wwww, IMM[2].wwww, IMM[1].wwww
 52:         SWITCH TEMP[10].wwww
 53:           CASE IMM[1].xxxx       # two arcs, which falls through to the other two
 54:             MOV TEMP[4].x, -TEMP[3].xxxx
 55:           CASE IMM[1].yyyy
 56:             ADD TEMP[5].x, TEMP[4].xxxx, TEMP[4].yyyy
 57:             CMP TEMP[4].xy, TEMP[5].xxxx, -TEMP[4], TEMP[4]
 58:             BRK
 59:           CASE IMM[1].zzzz       # all four
 60:             MOV TEMP[4].xy, |TEMP[3]|
 61:             BRK
 62:           CASE IMM[1].wwww       # a cross is a band and another
 63:             MOV TEMP[4].z, |TEMP[3].xxxx|
 64:           CASE IMM[2].xxxx
 65:             MIN TEMP[4].z, TEMP[4].zzzz, |TEMP[3].yyyy|
 66:             MOV TEMP[4].xy, IMM[6].zzzz
 67:             BRK
 68:           CASE IMM[2].yyyy       # a band; 7 is nothing, 6 one arc
 69:             MOV TEMP[4].z, |TEMP[3].xxxx|
 70:           CASE IMM[2].zzzz
 71:             MOV TEMP[4].xy, IMM[6].zzzz
 72:         ENDSWITCH
 73:         SUB TEMP[4].xy, TEMP[4], IMM[4].zzzz
 74:         DP2 TEMP[5].x, TEMP[4], TEMP[4]
 75:         MAX TEMP[5].x, TEMP[5].xxxx, IMM[4].wwww
 76:         RSQ TEMP[5].y, TEMP[5].xxxx
 77:         MAD TEMP[5].x, TEMP[5].xxxx, TEMP[5].yyyy, -IMM[4].zzzz
 78:         MIN TEMP[4].z, TEMP[4].zzzz, |TEMP[5].xxxx|
 79:         SUB TEMP[4].z, TEMP[4].zzzz, IMM[4].xxxx
 80:       ENDIF
# The circles at the corner and at the edge.
 81:       MAX TEMP[3].z, |TEMP[3].xxxx|, |TEMP[3].yyyy|
 82:       MIN TEMP[3].w, |TEMP[3].xxxx|, |TEMP[3].yyyy|
 83:       SUB TEMP[3].z, TEMP[3].zzzz, IMM[4].zzzz
 84:       SUB TEMP[5].xy, |TEMP[3]|, IMM[4].zzzz
 85:       DP2 TEMP[5].x, TEMP[5], TEMP[5]
 86:       DP2 TEMP[5].y, TEMP[3].zwww, TEMP[3].zwww
 87:       MAX TEMP[5].xy, TEMP[5], IMM[4].wwww
 88:       RSQ TEMP[4].x, TEMP[5].xxxx
 89:       RSQ TEMP[4].y, TEMP[5].yyyy
 90:       MAD TEMP[5].x, TEMP[5].xxxx, -TEMP[4].xxxx, IMM[4].yyyy
 91:       MAD TEMP[5].y, TEMP[5].yyyy, TEMP[4].yyyy, -IMM[4].xxxx
 92:       MIN TEMP[4].z, TEMP[4].zzzz, TEMP[5].yyyy
 93:       MAX TEMP[4].z, TEMP[4].zzzz, TEMP[5].xxxx
 94:       MUL TEMP[1].x, TEMP[4].zzzz, TEMP[1].zzzz
 95:     ENDIF
 96:     UADD TEMP[6].y, TEMP[6].yyyy, IMM[3].xxxx
 97:     ISLT TEMP[10].x, TEMP[6].yyyy, IMM[1].xxxx
 98:     BREAKC TEMP[10].xxxx
 99:   ENDLOOP
100:   MUL TEMP[1].y, TEMP[1].yyyy, IMM[6].yyyy
101:   UADD TEMP[6].x, TEMP[6].xxxx, IMM[1].yyyy
102:   USEQ TEMP[10].x, TEMP[6].xxxx, IMM[1].wwww
103:   BREAKC TEMP[10].xxxx
104: ENDLOOP
# The normal, TEMP[11], leans away from the wire; TEMP[5].w is how much of the pixel is wire.
105: DDX TEMP[11].x, TEMP[1].xxxx
106: DDY TEMP[11].y, TEMP[1].xxxx
107: DP2 TEMP[5].x, TEMP[11], TEMP[11]
108: MAX TEMP[5].x, TEMP[5].xxxx, IMM[4].wwww
109: RSQ TEMP[5].x, TEMP[5].xxxx
110: MUL TEMP[11].xy, TEMP[11], TEMP[5].xxxx
111: MUL TEMP[5].x, TEMP[1].xxxx, IMM[5].yyyy
112: CLAMP TEMP[5].x, TEMP[5].xxxx, -IMM[6].xxxx, IMM[6].xxxx
113: MUL TEMP[5].y, |TEMP[1].xxxx|, IMM[5].zzzz
114: EX2 TEMP[5].y, TEMP[5].yyyy
115: MUL TEMP[5].y, TEMP[5].yyyy, IMM[5].wwww
116: MUL TEMP[5].y, TEMP[5].yyyy, TEMP[5].xxxx
117: SUB TEMP[5].z, IMM[5].xxxx, |TEMP[1].xxxx|
118: RCP TEMP[5].w, CONST[0].xxxx
119: MAD_SAT TEMP[5].w, TEMP[5].zzzz, TEMP[5].wwww, IMM[4].zzzz
120: LRP TEMP[5].x, TEMP[5].wwww, TEMP[5].xxxx, TEMP[5].yyyy
121: MUL TEMP[11].xy, TEMP[11], TEMP[5].xxxx
122: MOV TEMP[11].z, IMM[6].xxxx
123: DP3 TEMP[5].x, TEMP[11], TEMP[11]
124: RSQ TEMP[5].x, TEMP[5].xxxx
125: MUL TEMP[11].xyz, TEMP[11], TEMP[5].xxxx
126: SUB TEMP[12].xy, CONST[1], TEMP[0]
127: MOV TEMP[12].z, CONST[1].zzzz
128: DP3 TEMP[12].w, TEMP[12], TEMP[12]
129: RSQ TEMP[5].x, TEMP[12].wwww
130: MUL TEMP[12].xyz, TEMP[12], TEMP[5].xxxx
131: DP3_SAT TEMP[3].x, TEMP[11], TEMP[12]
132: ADD TEMP[12].z, TEMP[12].zzzz, IMM[6].xxxx
133: DP3 TEMP[5].x, TEMP[12], TEMP[12]
134: RSQ TEMP[5].x, TEMP[5].xxxx
135: MUL TEMP[12].xyz, TEMP[12], TEMP[5].xxxx
136: DP3_SAT TEMP[3].y, TEMP[11], TEMP[12]
137: MAX TEMP[3].y, TEMP[3].yyyy, IMM[8].xxxx
138: POW TEMP[3].z, TEMP[3].yyyy, IMM[8].yyyy
139: POW TEMP[3].w, TEMP[3].yyyy, IMM[8].zzzz
140: DP2 TEMP[2].x, TEMP[0], IMM[7]
141: DP2 TEMP[2].y, TEMP[0], IMM[7].zwww
142: SIN TEMP[2].x, TEMP[2].xxxx
143: SIN TEMP[2].y, TEMP[2].yyyy
144: MAD TEMP[2].xy, TEMP[2], IMM[4].zzzz, IMM[4].zzzz
145: LRP TEMP[13].xyz, TEMP[2].xxxx, IMM[10], IMM[9]
146: LRP TEMP[14].xyz, TEMP[2].yyyy, IMM[12], IMM[11]
147: CMP TEMP[13].xyz, TEMP[1].xxxx, TEMP[14], TEMP[13]
148: MAD_SAT TEMP[5].z, |TEMP[1].xxxx|, IMM[6].wwww, IMM[8].wwww
149: MUL TEMP[13].xyz, TEMP[13], TEMP[5].zzzz
150: MAD TEMP[3].x, TEMP[3].xxxx, IMM[9].wwww, IMM[10].wwww
151: MUL TEMP[13].xyz, TEMP[13], TEMP[3].xxxx
152: MAD TEMP[13].xyz, TEMP[3].zzzz, IMM[11].wwww, TEMP[13]
153: MAD TEMP[3].x, TEMP[3].wwww, IMM[12].wwww, TEMP[3].xxxx
154: MUL TEMP[14].xyz, IMM[13], TEMP[3].xxxx
155: LRP TEMP[13].xyz, TEMP[5].wwww, TEMP[14], TEMP[13]
156: MAD TEMP[12].w, TEMP[12].wwww, IMM[13].wwww, IMM[14].xxxx
157: RCP TEMP[12].w, TEMP[12].wwww
158: MUL TEMP[13].xyz, TEMP[13], TEMP[12].wwww
159: MAX TEMP[13].xyz, TEMP[13], IMM[4].wwww
160: RSQ TEMP[5].x, TEMP[13].xxxx
161: RSQ TEMP[5].y, TEMP[13].yyyy
162: RSQ TEMP[5].z, TEMP[13].zzzz
163: MUL_SAT OUT[0].xyz, TEMP[13], TEMP[5]
164: MOV OUT[0].w, IMM[6].xxxx
165: END
