#version 330 core

// The ground, a grid of corners without any array: their numbers say where they are.

const int COLUMNS = 160;

layout(std140) uniform View {
    mat4 clip;
    vec4 eye;
    vec4 sun;
    vec4 wind;
    vec4 air;
};

uniform sampler2D ground;

out vec3 world;
out vec3 normal;

void main()
{
    ivec2 corner = ivec2(gl_VertexID / 2, gl_InstanceID + (gl_VertexID & 1));
    vec2 p = vec2(corner) / float(COLUMNS) * 40.0 - 20.0;
    vec2 texel = vec2(0.5, 0.0) / 40.0, t = p / 40.0 + 0.5;
    float height = texture(ground, t).r;
    float dx = texture(ground, t + texel).r - texture(ground, t - texel).r;
    float dy = texture(ground, t + texel.yx).r - texture(ground, t - texel.yx).r;
    world = vec3(p, height);
    normal = normalize(vec3(-dx, -dy, 1.0));
    gl_Position = clip * vec4(world, 1.0);
}
