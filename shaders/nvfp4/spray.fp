!!NVfp4.0
# A soft disc in the middle of a point sprite, to be added to what is there.
TEMP t;
MAD t.xy, fragment.texcoord[0], 2.0, -1.0;
MUL t.z, t.x, t.x;
MAD t.z, t.y, t.y, t.z;
SUB_SAT t.z, 1.0, t.z;
MUL t.z, t.z, t.z;
MUL result.color.xyz, fragment.color, t.z;
MOV result.color.w, 1.0;
END
