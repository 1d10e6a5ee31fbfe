#version 330 core

// Beach grass against the light: green from behind, pale at the tip.

layout(std140) uniform View {
    mat4 clip;
    vec4 eye;
    vec4 sun;
    vec4 wind;
    vec4 air;
};

in Blade {
    vec3 world;
    vec3 normal;
    float tone;
    float up;
} blade;

layout(location = 0) out vec4 color;

void main()
{
    vec3 v = normalize(eye.xyz - blade.world);
    vec3 n = normalize(gl_FrontFacing ? blade.normal : -blade.normal);
    vec3 own = mix(mix(vec3(0.10, 0.15, 0.05), vec3(0.24, 0.28, 0.10), blade.tone),
                   vec3(0.62, 0.55, 0.30), smoothstep(0.35, 1.0, blade.up + 0.5 * blade.tone - 0.2));
    float front = max(dot(n, sun.xyz), 0.0), through = max(dot(-n, sun.xyz), 0.0);
    float gloss = pow(max(dot(reflect(-sun.xyz, n), v), 0.0), 18.0);
    vec3 light = own * (vec3(1.9, 1.65, 1.3) * (front + 0.75 * through) + vec3(0.30, 0.36, 0.46));
    light = light * mix(0.35, 1.0, blade.up) + vec3(0.5, 0.45, 0.36) * gloss * blade.up;
    float distance = length(eye.xyz - blade.world);
    light = mix(air.rgb, light, exp(-air.a * distance));
    light = 1.0 - exp(-light * light * 1.5);
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
