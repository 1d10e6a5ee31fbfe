!!NVfp4.0
# A card with a page of an array texture: texture coordinate 0.z is the page, and between two pages
# one fades into the other. Colours are multiplied by alpha, as blending expects. program.local[0]
# is the tint, program.env[0] the mist and how thick it is.
ATTRIB page = fragment.texcoord[0];
PARAM tint = program.local[0];
PARAM mist = program.env[0];
TEMP place, first, second, t;

MOV place, page;
FLR place.z, page.z;
SUB t.w, page.z, place.z;
TEX first, place, texture[0], ARRAY2D;
ADD place.z, place.z, 1.0;
TEX second, place, texture[0], ARRAY2D;
LRP first, t.w, second, first;

MUL first, first, tint.w;
MUL t.xyz, first, tint;
MUL_SAT t.w, fragment.attrib[0].y, mist.w;
MUL second.xyz, mist, first.w;
LRP result.color.xyz, t.w, second, t;
MOV result.color.w, first.w;
END
