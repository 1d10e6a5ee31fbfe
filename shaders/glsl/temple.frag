#version 330 core

// Columns in the sea, found by marching along each ray: distances to solids are formulas.

const int STEPS = 64;
const int SHADOW_STEPS = 24;
const float FAR = 46.0;
const float NONE = 0.0, STONE = 1.0, WATER = 2.0;

uniform vec2 size;      // of the picture, in pixels
uniform float time;     // 0 to 1, once around
uniform vec3 sun;

in vec2 place;
out vec4 color;

struct Hit {
    float distance;
    float material;
};

mat2 turn(float angle)
{
    float c = cos(angle), s = sin(angle);
    return mat2(c, s, -s, c);
}

float box(vec3 p, vec3 half_size, float round)
{
    vec3 q = abs(p) - half_size + round;
    return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0) - round;
}

// A fluted column of height 4 with its base and capital.
float column(vec3 p)
{
    float around = atan(p.y, p.x);
    float radius = 0.44 - 0.02 * p.z - 0.025 * abs(sin(8.0 * around));
    float shaft = max(length(p.xy) - radius, abs(p.z - 2.0) - 2.0);
    float base = min(box(p, vec3(0.62, 0.62, 0.14), 0.03), length(vec2(length(p.xy) - 0.45, p.z - 0.2)) - 0.1);
    float cap = min(box(p - vec3(0.0, 0.0, 4.05), vec3(0.6, 0.6, 0.1), 0.02),
                    length(vec2(length(p.xy) - 0.38, p.z - 3.86)) - 0.09);
    return min(shaft, min(base, cap));
}

float stone(vec3 p)
{
    // Two rows of six columns, each cell of space like the others.
    vec3 q = p;
    float cell = clamp(floor(q.y / 2.4 + 0.5), -2.0, 3.0);
    q.y -= 2.4 * cell;
    q.x = abs(q.x) - 2.4;
    float d = column(q);
    vec3 r = p - vec3(0.0, 1.2, 0.0);
    r.x = abs(r.x) - 2.4;
    float beams = box(r - vec3(0.0, 0.0, 4.4), vec3(0.55, 6.8, 0.28), 0.04);
    beams = max(beams, -box(p - vec3(-2.4, 4.6, 4.5), vec3(1.2, 1.5, 1.0), 0.0));  // fallen
    vec3 f = p - vec3(-4.1, 5.2, -0.05);
    f.xy = turn(0.5) * f.xy;
    f.xz = turn(0.22) * f.xz;
    beams = min(beams, box(f, vec3(0.5, 1.4, 0.28), 0.04));
    float floor_slab = box(p - vec3(0.0, 1.2, -0.3), vec3(3.4, 7.4, 0.2), 0.05);
    floor_slab = min(floor_slab, box(p - vec3(0.0, 1.2, -0.62), vec3(3.9, 7.9, 0.18), 0.05));
    return min(min(d, beams), floor_slab);
}

float waves(vec2 p)
{
    float height = 0.0, amplitude = 0.035, around = time * 6.2831853;
    for (int i = 0; i < 5; i++) {
        height += amplitude * sin(p.x * 1.3 + around * float(i + 1)) * sin(p.y * 1.1 - around);
        p = turn(0.9) * p * 1.9;
        amplitude *= 0.55;
    }
    return height - 0.66;
}

Hit scene(vec3 p)
{
    float s = stone(p), w = (p.z - waves(p.xy)) * 0.8;
    return s < w ? Hit(s, STONE) : Hit(w, WATER);
}

Hit march(vec3 from, vec3 along)
{
    float t = 0.0;
    for (int i = 0; i < STEPS; i++) {
        Hit near = scene(from + along * t);
        if (near.distance < 0.001 * (1.0 + t))
            return Hit(t, near.material);
        t += near.distance;
        if (t > FAR)
            break;
    }
    return Hit(FAR, t > FAR ? NONE : WATER);
}

vec3 normal_at(vec3 p)
{
    vec2 e = vec2(0.004, 0.0);
    return normalize(vec3(scene(p + e.xyy).distance - scene(p - e.xyy).distance,
                          scene(p + e.yxy).distance - scene(p - e.yxy).distance,
                          scene(p + e.yyx).distance - scene(p - e.yyx).distance));
}

float shade(vec3 from)
{
    float t = 0.06, light = 1.0;
    for (int i = 0; i < SHADOW_STEPS && t < 14.0; i++) {
        float d = stone(from + sun * t);
        light = min(light, 10.0 * d / t);
        if (light < 0.01)
            return 0.0;
        t += clamp(d, 0.05, 0.9);
    }
    return light;
}

vec3 sky(vec3 d)
{
    float up = max(d.z, 0.0), glow = max(dot(d, sun), 0.0);
    vec3 air = mix(vec3(0.95, 0.62, 0.38), vec3(0.20, 0.36, 0.62), pow(up, 0.42));
    float clouds = 0.0, weight = 0.5;
    vec2 p = d.xy / (up + 0.12) * 0.9;
    for (int i = 0; i < 4; i++) {
        clouds += weight * (0.5 + 0.5 * sin(p.x + 1.7 * sin(p.y + float(i)))) ;
        p = turn(1.1) * p * 2.1 + 3.0;
        weight *= 0.5;
    }
    air = mix(air, vec3(1.0, 0.82, 0.68), 0.55 * smoothstep(0.45, 0.85, clouds) * smoothstep(0.0, 0.2, up));
    return air + vec3(1.0, 0.6, 0.3) * (0.45 * pow(glow, 12.0) + 3.0 * pow(glow, 900.0));
}

vec3 lit_stone(vec3 p, vec3 n, vec3 d)
{
    float grain = 0.5 + 0.5 * sin(4.0 * p.z + 2.0 * sin(3.0 * p.x) + 2.0 * sin(2.6 * p.y + p.z));
    vec3 own = mix(vec3(0.62, 0.52, 0.42), vec3(0.78, 0.70, 0.60), grain);
    own = mix(own, vec3(0.16, 0.18, 0.12), smoothstep(-0.2, -0.6, p.z));  // weed
    float open = clamp(stone(p + n * 0.3) / 0.3, 0.0, 1.0);
    vec3 light = vec3(2.3, 1.55, 1.0) * max(dot(n, sun), 0.0) * shade(p + n * 0.02);
    light += vec3(0.30, 0.38, 0.50) * (0.6 + 0.4 * n.z) * open;
    light += vec3(0.22, 0.15, 0.10) * max(-n.z, 0.0);
    return own * light;
}

vec3 seen(vec3 eye, vec3 d)
{
    Hit hit = march(eye, d);
    vec3 background = sky(d);
    if (hit.material == NONE)
        return background;
    vec3 p = eye + d * hit.distance;
    vec3 n = normal_at(p), light;
    if (hit.material == STONE) {
        light = lit_stone(p, n, d);
    } else {
        n = normalize(mix(n, vec3(0.0, 0.0, 1.0), smoothstep(5.0, 40.0, hit.distance)));
        vec3 r = reflect(d, n);
        r.z = abs(r.z);
        Hit mirror = march(p + n * 0.05, r);
        vec3 q = p + r * mirror.distance;
        vec3 far = mirror.material == STONE ? lit_stone(q, normal_at(q), r) : sky(r);
        float fresnel = 0.02 + 0.98 * pow(1.0 - max(dot(n, -d), 0.0), 5.0);
        light = mix(vec3(0.02, 0.08, 0.09) * (0.5 + shade(p)), far, fresnel);
    }
    return mix(background, light, exp(-0.0012 * hit.distance * hit.distance));
}

void main()
{
    float angle = -0.42 + 0.10 * sin(time * 6.2831853);
    vec3 eye = vec3(-10.5 * sin(angle) - 12.6, -14.5 * cos(angle), 1.5);
    vec3 forward = normalize(vec3(-0.3, 1.5, 1.75) - eye);
    vec3 right = normalize(cross(forward, vec3(0.0, 0.0, 1.0)));
    vec2 p = place * vec2(size.x / size.y, 1.0);
    vec3 light = seen(eye, normalize(forward * 2.1 + right * p.x + cross(right, forward) * p.y));
    light = light / (light + 0.7) * 1.55;
    light *= 1.0 - 0.16 * dot(place, place);
    color = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
