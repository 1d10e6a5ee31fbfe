!!ARBfp1.0
# A texture that fades into program.local[0] with the distance to the eye: by the square of
# distance times program.local[1].x.
PARAM fog = program.local[0];
PARAM density = program.local[1];
TEMP texel, t;

TEX texel, fragment.texcoord[0], texture[0], 2D;
MUL t.xyz, fragment.texcoord[1], density.x;
DP3 t.x, t, t;
ADD t.y, t.x, 1.0;
RCP t.y, t.y;                      # 1 / (1 + d^2): near 1, far 0
LRP result.color.xyz, t.y, texel, fog;
MOV result.color.w, 1.0;
END
