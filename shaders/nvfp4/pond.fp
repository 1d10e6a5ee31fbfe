!!NVfp4.0
# Still water in the morning: dark close by, bright with the sky's light in the distance, with
# ripples that come back after program.local[0].x has gone from 0 to 1. program.env[0] is the mist
# and how thick it is.
ATTRIB place = fragment.attrib[0];
PARAM time = program.local[0];
PARAM mist = program.env[0];
PARAM deep = { 0.018, 0.085, 0.105, 0.0 };
PARAM sky = { 0.36, 0.42, 0.47, 0.0 };
PARAM ahead = { 1.9, 3.4, 5.3, 8.7 };    # four waves: how many radians in y, in x, in a turn of time
PARAM aside = { 1.3, -2.3, 3.7, -5.0 };
PARAM turns = { 6.2831853, -12.5663706, 12.5663706, 18.8495559 };
TEMP wave, colour, t;

MUL wave, ahead, place.y;
MAD wave, aside, place.x, wave;
MAD wave, turns, time.x, wave;
SIN t.x, wave.x;
SIN t.y, wave.y;
SIN t.z, wave.z;
SIN t.w, wave.w;
DP4 wave.x, t, { 0.35, 0.28, 0.22, 0.15 };
MUL_SAT t.x, place.y, mist.w;
MAD t.y, t.x, 1.15, 0.10;
MAD_SAT t.y, wave.x, 0.16, t.y;
MUL t.z, t.y, t.y;
LRP colour.xyz, t.y, sky, deep;
MUL_SAT t.w, wave.x, 1.3;
MUL t.w, t.w, t.w;
MUL t.w, t.w, t.w;
MAD colour.xyz, t.w, 0.10, colour;
LRP result.color.xyz, t.x, mist, colour;
MOV result.color.w, 1.0;
END
