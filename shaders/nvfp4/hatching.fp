!!NVfp4.0
# A wash of colour in three tones, and over it strokes of a pen: the darker, the wider, and crossed
# in the shade. They lie in the window, as on paper.
ATTRIB shading_normal = fragment.attrib[1];
ATTRIB wash = fragment.attrib[2];      # the colour, of display light
PARAM key = program.env[0];            # direction to the light, and pixels between two strokes
PARAM ink = program.env[1];
PARAM slants = { 0.62, 0.78, 0.86, -0.51 };  # across the strokes, and across those that cross them
PARAM tones = { 0.80, 0.46, 1.15, 1.5 };     # where each kind of stroke begins; how fast it widens
TEMP normal, tone, stroke, colour;

NRM normal.xyz, shading_normal;
DP3 tone.x, normal, key;
MAD_SAT tone.x, tone.x, 0.55, 0.45;

# The wash: flat tones with soft edges.
MAD_SAT tone.y, tone.x, 14.0, -5.0;
MAD_SAT tone.z, tone.x, 22.0, -17.0;
MAD tone.y, tone.y, 0.24, 0.58;
MAD tone.y, tone.z, 0.18, tone.y;
MUL colour, wash, tone.y;

# The strokes.
DP2 stroke.x, fragment.position, slants;
DP2 stroke.y, fragment.position, slants.zwzw;
RCP stroke.z, key.w;
MUL stroke.xy, stroke, stroke.z;
FRC stroke.xy, stroke;
SUB tone.zw, tones.xxxy, tone.x;
MUL tone.zw, tone, tones;
SLT stroke.xy, stroke, tone.zwzw;
MAX stroke.x, stroke.x, stroke.y;
MUL stroke.x, stroke.x, 0.85;
LRP result.color.xyz, stroke.x, ink, colour;
MOV result.color.w, 1.0;
END
