#version 120

// A shell with holes: fragments in them are discarded.

const vec3 SCALE = vec3(5.0, 5.0, 5.0);
const float HOLE = 0.62;

vec4 pattern(vec3 place)
{
    vec3 p = fract(place * SCALE);
    if (all(greaterThan(p.xz, vec2(1.0 - HOLE))) || all(greaterThan(p.yz, vec2(1.0 - HOLE))))
        discard;
    return vec4(gl_Color.rgb, 0.6);
}
