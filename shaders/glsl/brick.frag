#version 120

// Bricks with mortar between them, each row moved by half a brick.

const vec2 SIZE = vec2(0.62, 0.26);
const vec2 MORTAR = vec2(0.04, 0.10) * 0.5;

vec4 pattern(vec3 place)
{
    vec2 p = vec2(place.x + place.y, place.z) / SIZE;
    float row = floor(p.y);
    p.x += 0.5 * mod(row, 2.0);
    vec2 within = fract(p), width = fwidth(p) + 0.0001;
    vec2 shown = smoothstep(MORTAR, MORTAR + width, within)
               * smoothstep(MORTAR, MORTAR + width, 1.0 - within);
    float tone = fract(sin(floor(p.x) * 7.3 + row * 3.1) * 43.7);
    vec3 brick = mix(vec3(0.62, 0.20, 0.13), vec3(0.78, 0.36, 0.22), tone);
    return vec4(mix(vec3(0.74, 0.72, 0.68), brick, shown.x * shown.y), 0.05);
}
