#version 330 core

// One side of the surroundings: a dim room with two windows, a lamp and a wooden table.

uniform mat3 side;  // columns: to the right, up, and into the side of the cube

in vec2 place;
out vec4 light;

float window(vec3 d, vec3 centre, vec3 across, vec3 up, vec2 half_size)
{
    float near = dot(d, centre);
    if (near <= 0.0)
        return 0.0;
    vec2 q = vec2(dot(d, across), dot(d, up)) / near;
    vec2 inside = smoothstep(half_size, half_size - 0.08, abs(q));
    vec2 bars = smoothstep(0.015, 0.04, abs(q - vec2(0.0, 0.12)));
    return inside.x * inside.y * bars.x * bars.y;
}

void main()
{
    vec3 d = normalize(side * vec3(place, 1.0));
    vec3 wall = mix(vec3(0.10, 0.085, 0.075), vec3(0.20, 0.19, 0.20), smoothstep(-0.2, 0.9, d.z));
    vec3 table = vec3(0.13, 0.06, 0.028) * (0.85 + 0.15 * sin(9.0 * d.y / (0.3 - d.z)));
    vec3 sum = mix(table, wall, smoothstep(-0.16, -0.06, d.z));
    sum += vec3(5.2, 5.8, 6.6)
         * window(d, vec3(-0.83, -0.38, 0.41), vec3(0.42, -0.91, 0.0), vec3(0.37, 0.17, 0.91), vec2(0.42, 0.62));
    sum += vec3(2.6, 2.9, 3.3)
         * window(d, vec3(0.70, -0.62, 0.35), vec3(0.66, 0.75, 0.0), vec3(-0.26, 0.23, 0.94), vec2(0.16, 0.50));
    sum += vec3(9.0, 5.4, 2.4) * smoothstep(0.965, 0.985, dot(d, normalize(vec3(0.55, 0.60, 0.58))));
    light = vec4(sum, 1.0);
}
