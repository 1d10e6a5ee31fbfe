#version 330 core

// A wooden table with the dim mirror image of the windows, and shadows below round things.

const int THINGS = 3;

layout(std140) uniform Camera {
    mat4 projection;
    mat4 view;
    vec4 eye;
};

uniform samplerCube surroundings;
uniform vec4 things[THINGS];  // x, y, radius at the table, height

in Surface {
    vec3 world;
    vec3 normal;
    vec3 local;
    vec3 local_normal;
} surface;

out vec4 color;

float hash(vec2 p)
{
    return fract(sin(dot(p, vec2(12.7, 31.3))) * 437.5);
}

float noise(vec2 p)
{
    vec2 cell = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(cell), hash(cell + vec2(1.0, 0.0)), f.x),
               mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), f.x), f.y);
}

void main()
{
    vec2 p = surface.world.xy;
    float board = floor(p.y / 1.3);
    float shift = 7.0 * hash(vec2(board, 3.0));
    vec2 grain = vec2(p.x * 0.35 + shift, p.y * 2.2);
    float rings = grain.y + 1.6 * noise(grain * vec2(1.0, 0.5)) + 0.25 * noise(grain * 5.0);
    rings = abs(fract(rings) - 0.5) * 2.0;
    vec3 wood = mix(vec3(0.20, 0.095, 0.045), vec3(0.36, 0.19, 0.09), rings);
    wood *= 0.82 + 0.3 * hash(vec2(board, 9.0)) + 0.12 * noise(p * vec2(3.0, 60.0));
    wood *= smoothstep(0.0, 0.018, abs(fract(p.y / 1.3) - 0.5) * -1.3 + 0.65);

    float lit = 1.0;
    for (int i = 0; i < THINGS; i++) {
        vec2 away = p - things[i].xy;
        float r = things[i].z;
        lit *= mix(0.25, 1.0, smoothstep(r * 0.75, r * 1.7, length(away)));
        away -= vec2(0.75, 0.30) * things[i].w * 0.5;  // away from the bright window
        lit *= mix(0.62, 1.0, smoothstep(r * 0.5, r * 2.3, length(away / vec2(1.5, 1.0))));
    }

    vec3 v = normalize(eye.xyz - surface.world);
    vec3 up = normalize(vec3(0.05 * (noise(p * 9.0) - 0.5), 0.05 * (noise(p * 9.0 + 40.0) - 0.5), 1.0));
    float mirror = 0.04 + 0.96 * pow(1.0 - max(dot(up, v), 0.0), 5.0);
    vec3 light = wood * textureLod(surroundings, vec3(0.0, 0.0, 1.0), 5.0).rgb * 2.4;
    light += mirror * 0.6 * textureLod(surroundings, reflect(-v, up), 2.5).rgb;
    light *= lit / (1.0 + 0.012 * dot(p, p));
    light = light / (light + 0.55) * 1.45;
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
