#version 330 core

// One blade of beach grass: a strip whose corners are numbered, bent by gravity and wind.

const int LEVELS = 6;

layout(std140) uniform View {
    mat4 clip;       // from the world to the window
    vec4 eye;
    vec4 sun;
    vec4 wind;       // direction, phase, strength
    vec4 air;        // colour and density
};

uniform sampler2D ground;  // height of the dunes

layout(location = 0) in vec2 root;     // of each blade
layout(location = 1) in vec4 own;      // turn, length, lean, tone

out Blade {
    vec3 world;
    vec3 normal;
    float tone;
    float up;        // 0 at the root, 1 at the tip
} blade;

vec2 direction(float turn)
{
    float angle = turn * 6.2831853;
    return vec2(cos(angle), sin(angle));
}

void main()
{
    int level = gl_VertexID / 2, right = gl_VertexID & 1;
    float up = float(level) / float(LEVELS);
    vec2 across = direction(own.x), away = vec2(-across.y, across.x);

    // Gusts travel over the dunes.
    float gust = sin(dot(root, wind.xy) * 0.55 - wind.z) + 0.5 * sin(dot(root, wind.yx) * 1.3 + own.x * 9.0 - wind.z);
    vec2 push = away * own.z + wind.xy * wind.w * (0.55 + 0.3 * gust);
    float far = length(push);
    float bend = up * up;
    float width = 0.021 * (1.0 - up * 0.97) * (0.6 + own.y);

    vec3 place = vec3(root, texture(ground, root / 40.0 + 0.5).r - 0.03);
    place.xy += push * bend * own.y + across * width * (float(right) - 0.5) * 2.0;
    place.z += own.y * (up - 0.42 * min(far, 1.4) * bend * up);

    blade.world = place;
    blade.normal = normalize(vec3(away - push * 0.4, 0.55) + vec3(across * (float(right) - 0.5), 0.0));
    blade.tone = own.w;
    blade.up = up;
    gl_Position = clip * vec4(place, 1.0);
}
