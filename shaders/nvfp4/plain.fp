!!NVfp4.0
# Points and lines of a model file: the material's colour, program.local[0], times the vertex colour,
# as they are. program.local[1].y is the least alpha.
PARAM material = program.local[0];
PARAM cutoff = program.local[1];
TEMP colour, t;

MUL colour, fragment.attrib[2], material;
MAX colour.w, colour, cutoff.y;
MAX colour.xyz, colour, 0.000001;
RSQ t.x, colour.x;                              # gamma 2: c / sqrt(c)
RSQ t.y, colour.y;
RSQ t.z, colour.z;
MOV t.w, 1.0;
MUL_SAT result.color, colour, t;
END
