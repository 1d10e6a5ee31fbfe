#version 330 core

// A solid in the world, for shaders that light it there.

layout(std140) uniform Camera {
    mat4 projection;
    mat4 view;
    vec4 eye;
};

uniform mat4 model;  // turns and moves only

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;

out Surface {
    vec3 world;
    vec3 normal;
    vec3 local;
    vec3 local_normal;
} surface;

void main()
{
    vec4 world = model * vec4(position, 1.0);
    surface.world = world.xyz;
    surface.normal = mat3(model) * normal;
    surface.local = position;
    surface.local_normal = normal;
    gl_Position = projection * view * world;
}
