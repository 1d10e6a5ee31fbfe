!!NVfp4.0
OPTION ARB_draw_buffers;
# A model's surface as data. Colour 0 is the position and the number of the primitive in its draw;
# colour 1 the normal of the visible side and the number of the draw.
# program.local[0].w is the material's alpha; program.local[1].x the alpha below which a fragment is
# discarded, y 0 for points and lines, which have no normal, z the number of the draw.
PARAM material = program.local[0];
PARAM draw = program.local[1];
TEMP base, normal;

TEX base, fragment.texcoord[0], texture[0], 2D;
MUL base.w, base, material;
MUL base.w, base, fragment.attrib[2];
SUB base.w, base, draw.x;
KIL base.w;

NRM normal.xyz, fragment.attrib[1];
MUL normal.xyz, normal, fragment.facing.x;
MUL normal.xyz, normal, draw.y;
MOV result.color[0].xyz, fragment.attrib[0];
I2F result.color[0].w, primitive.id.x;
MOV result.color[1].xyz, normal;
MOV result.color[1].w, draw.z;
END
