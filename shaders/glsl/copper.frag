#version 330 core

// Hammered metal in the light of its surroundings: a cube map whose levels are ever blurrier, and a
// normal map that is laid on from three sides.

const int LAST_LEVEL = 6;
const float DIFFUSE_LEVEL = 5.0;

struct Metal {
    vec3 color;       // of light that falls straight on it
    float roughness;
    float depth;      // of the hammer's marks
    float tiles;      // repetitions of the map in a unit
};

layout(std140) uniform Camera {
    mat4 projection;
    mat4 view;
    vec4 eye;
};

uniform mat4 model;
uniform Metal metal;
uniform samplerCube surroundings;
uniform sampler2D marks;  // normals and, in alpha, the height

in Surface {
    vec3 world;
    vec3 normal;
    vec3 local;
    vec3 local_normal;
} surface;

out vec4 color;

vec3 bent(vec3 mark, vec3 axis_normal)
{
    // The map's slope added to the surface's own, as if the map were painted on the plane.
    return vec3(mark.xy + axis_normal.xy, axis_normal.z);
}

vec4 look(vec2 place)
{
    vec4 mark = texture(marks, place * metal.tiles);
    return vec4((mark.xy * 2.0 - 1.0) * metal.depth, mark.zw);
}

vec3 reflected(vec3 direction, float roughness)
{
    return textureLod(surroundings, direction, roughness * float(LAST_LEVEL)).rgb;
}

void main()
{
    vec3 n = normalize(surface.local_normal);
    vec3 weights = pow(abs(n), vec3(6.0));
    weights /= weights.x + weights.y + weights.z;

    vec3 p = surface.local;
    vec4 along_x = look(p.yz), along_y = look(p.zx), along_z = look(p.xy);
    vec3 hammered = bent(along_x.xyz, n.yzx).zxy * weights.x
                  + bent(along_y.xyz, n.zxy).yzx * weights.y
                  + bent(along_z.xyz, n) * weights.z;
    float height = dot(vec3(along_x.w, along_y.w, along_z.w), weights);

    n = normalize(mat3(model) * hammered);
    vec3 v = normalize(eye.xyz - surface.world);
    float facing = clamp(dot(n, v), 0.0, 1.0);
    float roughness = mix(metal.roughness * 1.6, metal.roughness, smoothstep(0.2, 0.8, height));

    vec3 edge = max(vec3(1.0 - roughness), metal.color);
    vec3 mirror = metal.color + (edge - metal.color) * pow(1.0 - facing, 5.0);
    vec3 light = mirror * reflected(reflect(-v, n), roughness);
    light += metal.color * 0.06 * textureLod(surroundings, n, DIFFUSE_LEVEL).rgb;
    light *= mix(0.72, 1.0, height);                            // dirt in the marks
    light *= smoothstep(-0.55, 0.25, surface.world.z) * 0.5 + 0.5;  // the table is near

    light = light / (light + 0.55) * 1.45;                      // as film would have it
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
