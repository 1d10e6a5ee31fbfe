#version 330 core

// The sky over the sea, by the height in the window.

layout(std140) uniform View {
    mat4 clip;
    vec4 eye;
    vec4 sun;
    vec4 wind;
    vec4 air;
};

in vec2 place;
layout(location = 0) out vec4 color;

void main()
{
    vec4 far = inverse(clip) * vec4(place, 1.0, 1.0);
    vec3 d = normalize(far.xyz / far.w - eye.xyz);
    float up = max(d.z, 0.0), glow = max(dot(d, sun.xyz), 0.0);
    vec3 light = mix(air.rgb, vec3(0.10, 0.30, 0.68), pow(up * 2.2, 0.6));
    vec2 p = d.xy / (up + 0.08);
    float streaks = sin(p.x * 0.9 + 1.4 * sin(p.y * 0.7)) * sin(p.y * 2.6 + 0.6 * sin(p.x * 1.7));
    light = mix(light, vec3(1.0, 0.90, 0.80), 0.42 * smoothstep(0.1, 0.9, streaks) * smoothstep(0.02, 0.2, up));
    light += vec3(1.0, 0.72, 0.42) * (0.35 * pow(glow, 10.0) + 4.0 * smoothstep(0.9985, 0.9992, glow));
    light = 1.0 - exp(-light * light * 1.5);
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
