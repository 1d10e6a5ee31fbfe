#version 330 core

// The surroundings behind everything, out of focus.

layout(std140) uniform Camera {
    mat4 projection;
    mat4 view;
    vec4 eye;
};

uniform samplerCube surroundings;

in vec2 place;
out vec4 color;

void main()
{
    vec4 far = inverse(projection * view) * vec4(place, 1.0, 1.0);
    vec3 light = textureLod(surroundings, far.xyz / far.w - eye.xyz, 2.2).rgb * 0.8;
    light = light / (light + 0.55) * 1.45;
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
