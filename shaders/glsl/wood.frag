#version 120

// Rings of a tree around a leaning axis, turned on a lathe.

float wave(vec3 p)
{
    return sin(p.x + sin(p.y * 1.3)) * sin(p.y + sin(p.z * 1.1)) * sin(p.z + sin(p.x * 0.9));
}

vec4 pattern(vec3 place)
{
    vec3 p = place + 0.10 * wave(place * 3.0) + 0.02 * wave(place * 17.0);
    float rings = fract(length(p.xy + vec2(0.12, 0.3) * p.z) * 9.0);
    float dark = smoothstep(0.3, 0.95, rings) - smoothstep(0.95, 1.0, rings);
    vec3 color = mix(vec3(0.76, 0.53, 0.29), vec3(0.47, 0.27, 0.12), dark);
    color *= 0.94 + 0.06 * wave(place * vec3(70.0, 70.0, 6.0));
    return vec4(color, 0.3);
}
