#version 330 core

// Sand with ripples of the wind, the sea behind it, and the sky.

layout(std140) uniform View {
    mat4 clip;
    vec4 eye;
    vec4 sun;
    vec4 wind;
    vec4 air;
};

in vec3 world;
in vec3 normal;

layout(location = 0) out vec4 color;

float hash(ivec2 p)
{
    uint n = uint(p.x) * 374761393u + uint(p.y) * 668265263u;
    n = (n ^ (n >> 13)) * 1274126177u;
    return float((n ^ (n >> 16)) & 0xFFFFu) / 65535.0;
}

void main()
{
    vec3 v = normalize(eye.xyz - world);
    float distance = length(eye.xyz - world);
    vec2 p = world.xy;
    float waves = p.x * 0.8 + p.y * 4.2 + 0.9 * sin(p.x * 1.1 + sin(p.y * 0.8)) + 0.5 * sin(p.y * 2.3);
    float shown = exp(-0.05 * distance);
    vec3 n = normalize(normal + vec3(0.0, 0.30 * cos(waves * 2.0) * shown, 0.0));
    float grain = hash(ivec2(floor(p * 90.0)));
    vec3 own = mix(vec3(0.74, 0.58, 0.40), vec3(0.86, 0.72, 0.53), 0.5 + 0.5 * sin(waves));
    own *= 1.0 - 0.16 * grain * shown;
    vec3 light = own * (vec3(1.55, 1.25, 0.95) * max(dot(n, sun.xyz), 0.0) + vec3(0.26, 0.32, 0.42));
    light += vec3(1.0, 0.8, 0.6) * step(0.995, grain) * pow(max(dot(reflect(-sun.xyz, n), v), 0.0), 6.0) * shown;

    // The wet beach and the sea.
    float wet = smoothstep(-0.55, -0.95, world.z + 0.05 * sin(p.x * 0.7));
    float swell = sin(p.y * 5.0 + 1.2 * sin(p.x * 0.6)) + 0.5 * sin(p.y * 9.0 - p.x);
    vec3 sea = mix(vec3(0.05, 0.20, 0.26), vec3(0.70, 0.62, 0.55), 0.35 + 0.12 * swell * shown);
    sea += vec3(1.0) * smoothstep(0.75, 1.0, wet) * smoothstep(1.0, 0.8, wet) * 0.8;
    light = mix(light * (1.0 - 0.45 * wet), sea, smoothstep(0.6, 1.0, wet));
    light = mix(air.rgb, light, exp(-air.a * distance));
    light = 1.0 - exp(-light * light * 1.5);
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
