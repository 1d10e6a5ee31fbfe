!!NVfp4.0
# The cube map of texture unit 1 itself, out of focus, in direction texture coordinate 0 of eye
# space. Program matrix 0 turns it to the cube map's; the curve of film is that of chrome.fp.
PARAM turn[3] = { state.matrix.program[0].row[0..2] };
TEMP direction, colour, t, u;

DP3 direction.x, turn[0], fragment.texcoord[0];
DP3 direction.y, turn[1], fragment.texcoord[0];
DP3 direction.z, turn[2], fragment.texcoord[0];
MOV direction.w, 0.0;
TXL colour.xyz, direction, texture[1], CUBE;
MAD t.xyz, colour, 6.2, 1.7;
MAD t.xyz, colour, t, 0.06;
MAD u.xyz, colour, 6.2, 0.5;
MUL colour.xyz, colour, u;
DIV result.color.x, colour.x, t.x;
DIV result.color.y, colour.y, t.y;
DIV result.color.z, colour.z, t.z;
MOV result.color.w, 1.0;
END
