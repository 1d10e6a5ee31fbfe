#version 120

// Painted boards with gaps between them.

vec4 pattern(vec3 place)
{
    float board = floor(place.x / 0.9), within = fract(place.x / 0.9);
    float tone = fract(sin(board * 12.9) * 43.7);
    float gap = smoothstep(0.0, 0.02, within) * smoothstep(0.0, 0.02, 1.0 - within);
    float grain = sin(place.x * 40.0 + 3.0 * sin(place.y * 0.9 + tone * 9.0)) * 0.5 + 0.5;
    vec3 color = mix(vec3(0.40, 0.43, 0.42), vec3(0.50, 0.53, 0.50), tone) * (0.92 + 0.08 * grain);
    return vec4(color * mix(0.25, 1.0, gap), 0.12);
}
