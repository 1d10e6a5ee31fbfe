"""Short programs in the forms that real ones have, of every language.

Name -> text. `REFUSED` has the features that a target cannot express, with their lines and a word.
"""

from __future__ import annotations

PROGRAMS: dict[str, str] = {
    # -- NV_vertex_program and its successors -----------------------------------------------------
    "vp1 behind its header": (
        "!!VP1.0DP4 o[HPOS].x,c[0],v[OPOS];DP4 o[HPOS].y,c[1],v[OPOS];"
        "DP4 o[HPOS].z,c[2],v[OPOS];DP4 o[HPOS].w,c[3],v[OPOS];MOV o[COL0],v[COL0];END"
    ),
    "vp1 blanks": """!!VP1.0
DP4 R0.x, v[ OPOS ], c[ 0 ];
DP3 R1.z ,v[NRML], R0;
  MAD   R2 ,  R0.xxxx , c[ 4 ].wzyx,-R1  ;
MOV o[HPOS] , R2 ; MOV o[ TEX0 ],v[TEX0];
END
""",
    "vp1 relative": """!!VP1.0
# bones
MUL R0.x, v[WGHT].x, c[20].x;
ARL A0.x, R0.x;
DP4 R1.x, v[OPOS], c[A0.x + 4];
DP4 R1.y, v[OPOS], c[A0.x + 5];
DP4 R1.z, v[OPOS], c[A0.x-4];
MOV R1.w, v[OPOS].w;
MOV o[HPOS], R1;
END
# 9 instructions
""",
    "vp1 lit": """!!VP1.0
DP3 R0.x, v[NRML], c[32];
DP3 R0.y, v[NRML], c[33];
MOV R0.w, c[34].x;
LIT R1, R0;
RCP R2.x, v[OPOS].w;
RSQ R2.y, R0.y;
EXP R3, R2.x;
LOG R4, R2.y;
DST R5, R3, R4;
MUL o[COL0], R1.y, c[35];
MAD o[COL1].xyz, R1.z, c[36], R5;
MOV o[FOGC].x, R2.x;
MOV o[PSIZ].x, c[34].y;
MOV o[HPOS], v[OPOS];
END
""",
    "vp1.1 invariant": """!!VP1.1
OPTION NV_position_invariant;
ABS R0, v[TEX1];
SUB R0, R0, c[9];
DPH o[TEX1].x, R0, c[9];
MOV o[COL0], v[3];
END
""",
    "vp2 branches": """!!VP2.0
ARL A0.x, v[WGHT].x;
MOVC CC.x, v[OPOS].z;
BRA behind (LT.x);
MOV R0, c[A0.x + 8];
BRA done;
behind:
SUB R0, c[7], c[7];
done:
ADD o[COL0], R0, c[6];
MOV o[HPOS], v[OPOS];
END
""",
    "vp2 calls": """!!VP2.0
main:
MOV R0, c[0];
CAL twice;
SGTC R1.x, R0.x, c[1].x;
CAL twice (NE.x);
MOV o[HPOS], v[OPOS];
MOV o[CLP0].x, R0.x;
MOV o[COL0], R0;
RET;
twice:
ADD R0, R0, R0;
RET;
END
""",
    "vp2 numbers": """!!VP2.0
SIN R0.x, v[OPOS].x;
COS R0.y, v[OPOS].y;
FLR R0.z, v[OPOS].z;
FRC R0.w, v[OPOS].w;
EX2 R1.x, R0.x;
LG2 R1.y, |R0.y|;
SSG R1.zw, -|R0|;
SEQ R2, R0, R1;
SNE R2.xy, R0, R1;
STR R2.z, R0, R1;
MOV o[COL0], R2;
MOV o[HPOS], R1;
END
""",
    # -- ARB_vertex_program -----------------------------------------------------------------------
    "arbvp param list": """!!ARBvp1.0OPTION ARB_position_invariant;
PARAM c[6] = { { 0.5, 2, 0 }, program.local[1..5] };
MOV result.color, c[0];
MAD result.texcoord, vertex.texcoord, c[3], c[5];
END
# 2 instructions, 0 R-regs
""",
    "arbvp skinning": """!!ARBvp1.0
ATTRIB weight = vertex.attrib[1];
PARAM _mtx[48] = { program.env[0 .. 47] };
PARAM mvp[] = { state.matrix.mvp };
ADDRESS _adr;
TEMP r0, matrix;
ARL _adr.x, weight.x;
DP4 r0.x, _mtx[_adr.x], vertex.position;
DP4 r0.y, _mtx[_adr.x + 1], vertex.position;
DP4 r0.z, _mtx[ _adr.x+2 ], vertex.position;
MOV r0.w, 1;
DP4 matrix.x, mvp[0], r0;
DP4 matrix.y, mvp[1], r0;
DP4 matrix.z, mvp[2], r0;
DP4 matrix.w, mvp[3], r0;
MOV result.position, matrix;
END
""",
    "arbvp state": """!!ARBvp1.0
PARAM mv[4] = { state.matrix.modelview };
PARAM inv[3] = { state.matrix.modelview.inverse.row[0..2] };
PARAM tex[4] = { state.matrix.texture[0].row[0..3] };
TEMP eye, n, l;
DP4 eye.x, mv[0], vertex.position;
DP4 eye.y, mv[1], vertex.position;
DP4 eye.z, mv[2], vertex.position;
DP3 n.x, inv[0], vertex.normal;
DP3 n.y, inv[1], vertex.normal;
DP3 n.z, inv[2], vertex.normal;
DP3 l.x, n, state.light[0].position;
DP3 l.y, n, state.light[0].half;
MOV l.w, state.material.shininess.x;
LIT l, l;
MAD result.color.xyz, l.y, state.lightprod[0].diffuse, state.lightmodel.scenecolor;
MUL result.color.secondary, l.z, state.lightprod[0].specular;
MOV result.color.w, state.material.diffuse.w;
DP4 result.texcoord[0].x, tex[0], vertex.texcoord[0];
DP4 result.texcoord[1].y, state.texgen[1].eye.t, eye;
MAD result.fogcoord.x, eye.z, state.fog.params.x, state.fog.color.y;
MUL result.pointsize.x, state.point.size.x, state.point.attenuation.y;
DP4 result.texcoord[1].x, state.clip[2].plane, eye;
MOV result.position, eye;
END
""",
    "arbvp names": """!!ARBvp1.0
TEMP half, out, in, output, input, sampler, float, discard;
TEMP gl_x, a__b, $c, _1, mix, main;
PARAM uniform = program.local[0];
MOV half, vertex.position;
ADD out, half, uniform;
MUL in, out, uniform.x;
MAX output, in, half;
MIN input, output, 0.5;
ADD sampler, input, -uniform;
XPD float, sampler, half;
MOV discard, float;
MOV gl_x, discard;
MOV a__b, gl_x;
MOV $c, a__b;
MOV _1, $c;
MOV mix, _1;
MOV main, mix;
MOV result.position, main;
END
""",
    "arbvp alias": """!!ARBvp1.0
ALIAS HPOS = result.position;
TEMP p;
ALIAS q = p;
MOV q, vertex.position;
RCP p.w, q.w;
MOV HPOS, p;
MOV result.color, vertex.weight;
END
""",
    "arbvp both colours": """!!ARBvp1.0
MOV result.position, vertex.attrib[3];
MOV result.color, vertex.color;
MOV result.color.back.secondary, {0.5}.x;
END
""",
    "arbvp writes nothing": "!!ARBvp1.0\nPARAM unused = { 1, 2 };\nTEMP lmem;\nEND\n",
    "arbvp nv2": """!!ARBvp1.0
OPTION NV_vertex_program2;
ADDRESS A0;
TEMP t;
ARL A0.xy, vertex.attrib[2];
MOVC t, vertex.position;
IF_NOT: SLT t.x (GT.y), t, 0;
BRA IF_NOT (FL);
MOV result.position, t;
END
""",
    "arbvp nv3 textures": """!!ARBvp1.0
OPTION NV_vertex_program3;
TEMP t;
TXL t, vertex.texcoord[0], texture[0], 2D;
MAD_SAT result.color, t, 2, -1;
MOV result.position, vertex.position;
END
""",
    "arbvp lone returns": (
        "!!ARBvp1.0\rTEMP r;\rMOV r, vertex.position;\rMOV result.position, r;\rEND"
    ),
    # -- ARB_fragment_program ---------------------------------------------------------------------
    "arbfp textures": """!!ARBfp1.0
OPTION ARB_precision_hint_fastest;
TEMP t, c, position;
TEX t, fragment.texcoord[0], texture[0], 2D;
TXP c, fragment.texcoord[1], texture[1], 3D;
TXB position, fragment.texcoord, texture[2], CUBE;
MUL_SAT t, t, c;
LRP t, t.a, position, fragment.color.primary;
MOV t.rgb, t.gbra;
MOV result.color, t;
END
""",
    "arbfp literals": """!!ARBfp1.0
PARAM a[2] = { 1.0, 2.0 };
PARAM half = { .5, 5., +3., .1E2 };
TEMP r;
MUL r, half, {0, -9.8}.xxyw;
ADD r, r, {0.5}.r;
MAD r, r, 3.14159.x, 1e-006;
ADD r, r, a[1];
CMP r, r, {-0.01}, {1,0,0,1};
MOV result.color, r;
END
""",
    "arbfp kil": """!!ARBfp1.0
TEMP t;
SUB t, fragment.color, {0.5}.x;
KIL t.wwww;
POW t.x, t.x, program.local[0].w;
SCS t.xy, t.x;
SIN t.z, t.y;
COS t.w, t.y;
XPD t.xyz, t, fragment.texcoord[0];
MOV result.color, t;
MOV result.depth, fragment.position;
END
""",
    "arbfp swz": """!!ARBfp1.0
TEMP p;
SWZ p, fragment.texcoord[0], z,-y,-1,0;
SWZ result.color, p, 1,x,0,-w;
END
""",
    "arbfp shadow": """!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEMP t;
TEX t, fragment.texcoord[3], texture[3], SHADOW2D;
TXP t.y, fragment.texcoord[3], texture[4], SHADOW1D;
MUL result.color, t, fragment.color;
END
""",
    "arbfp rect": """!!ARBfp1.0
TEMP t;
TEX t, fragment.position, texture[0], RECT;
EX2 t.x, t.x;
LG2 t.y, t.y;
RCP t.z, t.z;
RSQ t.w, t.w;
DP3 t.x, t, t;
DPH result.color, t, program.env[2];
END
""",
    "arbfp fog": """!!ARBfp1.0
OPTION ARB_fog_linear;
MOV result.color, fragment.color.secondary;
END
""",
    "arbfp buffers": """!!ARBfp1.0
OPTION ARB_draw_buffers;
MOV result.color[0], fragment.color;
MOV result.color[2], fragment.fogcoord.x;
END
""",
    "arbfp origins": """!!ARBfp1.0
OPTION ARB_fragment_coord_origin_upper_left;
OPTION ARB_fragment_coord_pixel_center_integer;
MUL result.color, fragment.position, 0.01;
END
""",
    "arbfp arrays": """!!ARBfp1.0
OPTION MESA_texture_array;
TEMP t;
TEX t, fragment.texcoord[0], texture[0], ARRAY2D;
TEX t.x, fragment.texcoord[0], texture[1], ARRAY1D;
MOV result.color, t;
END
""",
    "arbfp nv1": """!!ARBfp1.0
OPTION NV_fragment_program;
SHORT TEMP h;
TEMP r;
MOVR r, fragment.texcoord[0];
DDX h, r;
DDYR_SAT r, h;
RFL r.xyz, r, h;
PK2H r.x, r;
UP2H h, r.x;
SGTC r, h, r;
MOV r.x(GT), 0;
KIL GT.x;
MOV result.color, r;
END
""",
    "arbfp nv2": """!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP t, s;
MOV t, fragment.texcoord[0];
REP {3};
ADDC t, t, 0.25;
BRK (GT.x);
ENDREP;
IF LE.x;
MOV t, -t;
ELSE;
DIV t, t, t.y;
ENDIF;
LOOP {4, 0, 1};
ADD s, t, fragment.texcoord[A0.x];
ENDLOOP;
CAL sr (NE.x);
NRM t.xyz, t;
MOV result.color, t;
RET;
sr:
MUL s, s, 2;
END
""",
    "arbfp unindexed": """!!ARBfp1.0
TEMP c;
TEX c, fragment.texcoord, texture, 2D;
RCP c.w, c.w;
MOV result.color, c;
END
""",
    "arbfp nothing": "!!ARBfp1.0\n# nothing\nEND\nwhatever follows } is not read",
    "arbfp crlf": (
        "!!ARBfp1.0 # on the line\r\n\tTEMP\tt;\r\n\tMOV t, 0.5; MOV result.color, t;\r\nEND"
    ),
    "arbfp locals": """!!ARBfp1.0
PARAM c[3] = { program.local[0..1], state.fog.color };
PARAM e = program.env[7];
MAD result.color, c[0], c[1], c[2];
ADD result.depth.z, e.x, state.depth.range.z;
END
""",
    # -- NV_fragment_program ----------------------------------------------------------------------
    "fp1 constants": """!!FP1.0
DEFINE pi = 3.14159;
DEFINE two = {2, 2, 2, 2};
DECLARE tint = {1, 0.5, 0.25, 1};
DECLARE plain;
MULR R0, f[COL0], tint;
MADR R0, R0, two, -pi;
ADDH H0, R0, plain;
MOVR o[COLR], H0;
END
""",
    "fp1 textures": """!!FP1.0
TEX R0, f[TEX0], TEX0, 2D;
TXP R1, f[TEX1], TEX1, CUBE;
MOVH H0, R0;
TEX H1, H0, TEX2, 3D;
TXD R2, f[TEX2], R0, R1, TEX0, 2D;
LRPH_SAT H0, H1.w, R1, R2;
MOVH o[COLH], H0;
END
""",
    "fp1 conditions": """!!FP1.0
MOVRC R0, f[TEX0];
MOVR R1 (GT.x), R0;
SNERC R2.x, R0.x, {0.5}.x;
KIL NE.x;
ADDXC_SAT HC, R0, R1;
MOVR R1.yz (LT.y), p[3];
SGEC RC.x, f[WPOS].x, f[WPOS].y;
MOVR o[COLR], R1;
MOVR o[DEPR].z, R0.x;
END
""",
    "fp1 packing": """!!FP1.0
PK2H R0.x, f[TEX0];
PK4UB R0.y, f[COL0];
PK4B R0.z, f[COL1];
PK2US R0.w, f[TEX1];
UP2H R1, R0.x;
UP4UB R2, R0.y;
UP4B R3, R0.z;
UP2US R4, R0.w;
ADDR R1, R1, R2;
ADDR R1, R1, R3;
ADDR o[COLR], R1, R4;
END
""",
    "fp1 functions": """!!FP1.0
DDXR R0, f[TEX0];
DDYR R1, f[TEX0];
RFLR R2.xyz, R0, R1;
DSTR R3, R0, R1;
LITR R4, R3;
POWR R5.x, R4.x, R4.y;
X2DR R6, R0, R1, R4;
SINR R7.x, f[FOGC].x;
COSR R7.y, f[FOGC].x;
EX2R R7.z, R7.x;
LG2R R7.w, R7.y;
STRR R8, R6, R7;
SFLR R9, R6, R7;
MADX_SAT R8, R8, R9, R5.x;
ADDR o[COLR], R8, R2;
END
""",
    # -- NV_gpu_program4 --------------------------------------------------------------------------
    "nvvp4 floats": """!!NVvp4.0
PARAM m[4] = { state.matrix.mvp };
TEMP p;
ATTRIB v[2] = { vertex.attrib[0..1] };
DP4 p.x, m[0], v[0];
DP4 p.y, m[1], v[0];
DP4 p.z, m[2], v[0];
DP4 p.w, m[3], v[0];
MOV result.position, p;
CEIL result.attrib[0], v[1];
ROUND result.attrib[1], v[1];
TRUNC result.texcoord[7], v[1];
MOV result.clip[0].x, p.x;
END
""",
    "nvvp4 integers": """!!NVvp4.0
TEMP i;
UINT TEMP u;
TEMP lmem[8], R0;
PARAM bones[16] = { program.env[0..15] };
MOV.S i.x, vertex.id.x;
AND.U u, i, 3;
SHL.U u.y, u.x, 2;
I2F R0, i;
MOV lmem[u.x].x, R0.x;
MOV lmem[5], bones[i.x + 2];
ADD R0, lmem[u.x], lmem[0];
DIV.S i.y, i.x, 3;
MOD.U u.z, u.x, 5;
XOR.S i, i, 5;
MOV.S result.attrib[0], i;
ADD result.position, vertex.position, R0;
END
""",
    "nvvp4 flow": """!!NVvp4.0
TEMP r0, R1, RC;
MOV.CC r0, vertex.position;
IF    NE.x;
REP.S ;
ADD.CC r0.x, r0.x, -1;
BRK   (LE.x);
ENDREP;
ELSE;
IF TR;
MOV r0, 1;
ENDIF;
ENDIF;
MOV.U.CC RC.x, -R1.w;
MOV result.position, r0;
END
""",
    "nvvp4 buffers": """!!NVvp4.0
BUFFER b[] = { program.buffer[0] };
BUFFER4 four[4] = { program.buffer[1][0..3] };
TEMP R0;
MOV.S R0.x, vertex.instance.x;
MOV result.position, four[R0.x];
MOV result.color, b[3];
END
""",
    "nvgp4 passes": """!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV result.position, vertex[0].position;
MOV result.color, vertex[0].color;
EMIT;
MOV result.position, vertex[1].position;
EMIT;
MOV result.position, vertex[2].position;
MOV result.texcoord[0], vertex[2].attrib[3];
MOV result.primid.x, primitive.id.x;
MOV result.layer.x, primitive.id.x;
EMIT;
ENDPRIM;
END
""",
    "nvgp4 loops": """!!NVgp4.0
PRIMITIVE_IN LINES_ADJACENCY;
PRIMITIVE_OUT LINE_STRIP;
VERTICES_OUT 4;
ATTRIB p = vertex.position;
INT TEMP i;
MOV.S i, 0;
REP.S 4;
MOV result.position, p[i.x];
EMIT;
ADD.S i, i, 1;
ENDREP;
ENDPRIM;
END
""",
    "nvgp4 nothing": (
        "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEND\n"
    ),
    "nvfp4 floats": """!!NVfp4.0
FLAT ATTRIB f = fragment.attrib[1];
NOPERSPECTIVE ATTRIB n = fragment.attrib[2];
CENTROID ATTRIB c = fragment.texcoord[1];
TEMP R0;
TEX R0, c, texture[0], 2D, (1, -2);
MAD R0, R0, f, n;
MUL.SAT R0, R0, |fragment.facing.x|;
MOV.SSAT R0.y, -R0;
SSG R0.z, R0;
MOV result.color, R0;
END
""",
    "nvfp4 integers": """!!NVfp4.0
TEMP R0, R1, RC;
FLAT ATTRIB k = fragment.attrib[2];
TXF R0, k, texture[0], 2D;
TXQ R1, 0, texture[0], 2D;
I2F R1, R1;
MUL.U R1.z, k.x, 0x0F;
MUL.S.HI R1.w, k.y, 65536;
CMP.S R1.x, k.z, 3, R1.w;
NOT.U R1.y, R1.x;
SEQ.S R1.x, R1.x, R1.y;
MOV.U.CC RC.x, R1.z;
MOV R0.y (NE.x), 0.5;
I2F.U R1, R1;
ADD result.color, R0, R1;
END
""",
    "nvfp4 flow": """!!NVfp4.0
TEMP R0, R1;
MOV R0, fragment.texcoord[0];
REP;
ADD.CC R0.x, R0.x, -1;
BRK   (LE.x);
SUB.CC1 R1, R0, 0.5;
IF GT1.y;
MUL R0, R0, 0.5;
CONT (EQ1.w);
ENDIF;
ENDREP;
CAL last (EQ.w);
MOV result.color, R0;
RET;
last:
MOV R0, 1;
END
""",
    "nvfp4 samplers": """!!NVfp4.0
TEMP R0, R1;
TXL R0, fragment.texcoord[0], texture[0], ARRAY2D;
TXB R1, fragment.texcoord[0], texture[1], 1D;
ADD R0, R0, R1;
TXD R1, fragment.texcoord[0], R0, R1, texture[2], CUBE;
ADD R0, R0, R1;
TEX R1, fragment.texcoord[0], texture[3], SHADOWCUBE;
ADD R0, R0, R1;
TXF.S R1, 3, texture[4], BUFFER;
I2F R1, R1;
ADD result.color, R0, R1;
END
""",
    "nvfp4 whole colours": """!!NVfp4.0
OPTION ARB_draw_buffers;
UINT TEMP u;
MOV.U u, {1, 2, 3, 4};
MOV.U result.color[0], u;
MOV result.color[1], fragment.color;
END
""",
    # -- TGSI -------------------------------------------------------------------------------------
    "tgsi vertex": """VERT
DCL IN[0]
DCL IN[1]
DCL OUT[0], POSITION
DCL OUT[1], GENERIC[0]
DCL CONST[0..3]
DCL TEMP[0]
  0: MUL TEMP[0], IN[0].xxxx, CONST[0]
  1: MAD TEMP[0], IN[0].yyyy, CONST[1], TEMP[0]
  2: MAD TEMP[0], IN[0].zzzz, CONST[2], TEMP[0]
  3: MAD OUT[0], IN[0].wwww, CONST[3], TEMP[0]
  4: MOV OUT[1], IN[1]
  5: END
""",
    "tgsi fragment": """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0..1]
IMM[0] FLT32 { 0.5, 1.0, 2.0, 0.0 }
  0: TEX TEMP[0], IN[0].xyyy, SAMP[0], 2D
  1: FSLT TEMP[1].x, TEMP[0].wwww, IMM[0].xxxx
  2: UIF TEMP[1].xxxx
  3:   KILL
  4: ENDIF
  5: MUL OUT[0], TEMP[0], IMM[0].zzzy
  6: END
""",
    "tgsi loop": """FRAG
DCL IN[0], TEXCOORD[0], LINEAR
DCL OUT[0], COLOR
DCL TEMP[0..1]
IMM[0] INT32 {0, 1, 4, 0}
  0: MOV TEMP[0].x, IMM[0].xxxx
  1: MOV TEMP[1], IN[0]
  2: BGNLOOP
  3:   ISGE TEMP[0].y, TEMP[0].xxxx, IMM[0].zzzz
  4:   UIF TEMP[0].yyyy
  5:     BRK
  6:   ENDIF
  7:   ADD TEMP[1], TEMP[1], TEMP[1]
  8:   UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy
  9: ENDLOOP
 10: MOV OUT[0], TEMP[1]
 11: END
""",
    "vsp1": "!!VSP1.0\nMOV c[5], v[0];\nEND\n",
}

REFUSED: dict[str, dict[str, tuple[int, str]]] = {
    "vp1.1 invariant": {
        "glsl300es": (1, "two names of one vertex attribute"),
    },
    "arbfp shadow": {
        "glsl300es": (1, "sampler1DShadow"),
    },
    "arbfp rect": {
        "glsl300es": (1, "sampler2DRect"),
    },
    "arbfp arrays": {
        "glsl300es": (1, "sampler1DArray"),
    },
    "vp2 calls": {
        "glsl300es": (1, "gl_ClipDistance"),
        "glsl120": (1, "gl_ClipDistance"),
        "arb": (8, "result.clip[0]"),
    },
    "vp2 numbers": {
        "arb": (2, "SIN"),
    },
    "arbfp origins": {
        "glsl300es": (1, "the convention origin_upper_left"),
        "glsl120": (1, "other conventions of fragment.position"),
        "glsl130": (1, "other conventions of fragment.position"),
    },
    "arbfp nv1": {
        "glsl120": (9, "integers, and the bits of floats"),
        "arb": (6, "DDX"),
    },
    "fp1 packing": {
        "glsl120": (2, "integers, and the bits of floats"),
        "arb": (2, "PK2H: a register holds packed bits, which are not a number"),
    },
    "nvvp4 floats": {
        "glsl300es": (1, "gl_ClipDistance"),
        "glsl120": (1, "gl_ClipDistance"),
        "arb": (10, "result.attrib[0]"),
    },
    "nvvp4 integers": {
        "glsl120": (6, "integers, and the bits of floats"),
        "arb": (6, "vertex.id"),
    },
    "nvvp4 flow": {
        "glsl120": (5, "integers, and the bits of floats"),
        "arb": (5, "REP without a count"),
    },
    "nvvp4 buffers": {
        "glsl120": (5, "integers, and the bits of floats"),
        "arb": (5, "vertex.instance"),
    },
    "nvgp4 passes": {
        "glsl300es": (1, "geometry programs"),
        "glsl120": (1, "integers, and the bits of floats"),
        "glsl130": (1, "gl_Layer"),
        "arb": (1, "a geometry program"),
    },
    "nvgp4 loops": {
        "glsl300es": (1, "geometry programs"),
        "glsl120": (7, "integers, and the bits of floats"),
        "glsl130": (1, "geometry programs"),
        "arb": (1, "a geometry program"),
    },
    "nvgp4 nothing": {
        "glsl300es": (1, "geometry programs"),
        "glsl120": (1, "geometry programs"),
        "glsl130": (1, "geometry programs"),
        "arb": (1, "a geometry program"),
    },
    "nvfp4 floats": {
        "glsl300es": (1, "noperspective interpolation"),
        "glsl120": (6, "texel offsets"),
        "arb": (7, "fragment.attrib[1]"),
    },
    "nvfp4 integers": {
        "glsl120": (4, "integers, and the bits of floats"),
        "glsl130": (1, "the upper half of a product"),
        "arb": (4, "fragment.attrib[2]"),
    },
    "nvfp4 samplers": {
        "glsl300es": (1, "samplerBuffer"),
        "glsl120": (10, "integers, and the bits of floats"),
        "glsl130": (1, "the texture target BUFFER"),
        "arb": (3, "the texture target ARRAY2D"),
    },
    "nvfp4 whole colours": {
        "glsl120": (4, "integers, and the bits of floats"),
    },
    "tgsi fragment": {
        "glsl120": (9, "integers, and the bits of floats"),
        "arb": (9, "integers (FSLT.U)"),
        "nv4": (9, "integers (FSLT.U)"),
    },
    "tgsi loop": {
        "glsl300es": (1, "noperspective interpolation"),
        "glsl120": (9, "integers, and the bits of floats"),
        "arb": (7, "NOPERSPECTIVE attributes"),
        "nv4": (9, "integers (ISGE.S)"),
    },
    "vsp1": {
        "glsl300es": (1, "vertex state programs"),
        "glsl120": (1, "vertex state programs, which write parameters"),
        "glsl130": (1, "vertex state programs, which write parameters"),
        "glsl330": (1, "vertex state programs, which write parameters"),
        "glsl410core": (1, "vertex state programs, which write parameters"),
        "arb": (1, "a vertex state program"),
        "nv4": (1, "a vertex state program"),
        "tgsi": (1, "a vertex state program writes parameters, which TGSI cannot"),
    },
    "arbvp nv3 textures": {
        "arb": (4, "TXL in a vertex program"),
    },
    "fp1 textures": {
        "arb": (6, "TXD"),
    },
    "fp1 functions": {
        "arb": (2, "DDX"),
    },
    "nvfp4 flow": {
        "arb": (4, "REP without a count"),
    },
}
"""Program -> target -> the line, and a word of what cannot be said."""
