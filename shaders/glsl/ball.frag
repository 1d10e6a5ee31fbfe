#version 120

// A ball with a star: half planes on the unit sphere.

const float STAR = 0.36;

vec4 pattern(vec3 place)
{
    vec3 p = normalize(place);
    float inside = 0.0;
    for (int i = 0; i < 5; i++) {
        float angle = 6.2831853 * (float(i) + 0.25) / 5.0;
        float d = STAR * 0.45 - p.x * cos(angle) - p.z * sin(angle);
        inside += smoothstep(0.0, 0.012, d);
    }
    inside = clamp(inside - 3.0, 0.0, 1.0) * step(p.y, 0.0);
    float stripe = smoothstep(0.26, 0.27, abs(p.z)) ;
    vec3 color = mix(vec3(0.80, 0.10, 0.08), vec3(0.96, 0.78, 0.20), stripe);
    return vec4(mix(color, vec3(0.10, 0.20, 0.60), inside), 0.9);
}
