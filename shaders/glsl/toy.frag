#version 120

// Light 0 with a shadow map on one of four patterns, which another shader of the program has.

uniform sampler2DShadow shadows;

varying vec3 place;
varying vec3 normal;
varying vec3 to_light;
varying vec3 to_eye;
varying vec4 shadow;

vec4 pattern(vec3 place);  // colour, and the strength of the gloss

float lit()
{
    vec3 s = shadow.xyz / shadow.w * 0.5 + 0.5;
    float sum = 0.0;
    for (float y = -1.5; y < 2.0; y += 1.0)
        for (float x = -1.5; x < 2.0; x += 1.0)
            sum += shadow2D(shadows, s + vec3(x, y, -1.2) / 1024.0).r;
    return sum / 16.0;
}

void main()
{
    vec4 own = pattern(place);
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);
    vec3 l = normalize(to_light), h = normalize(l + normalize(to_eye));
    float direct = max(dot(n, l), 0.0) * lit();
    vec3 light = own.rgb * gl_LightModel.ambient.rgb * (0.75 + 0.25 * n.y);
    light += own.rgb * gl_LightSource[0].diffuse.rgb * direct;
    light += gl_LightSource[0].specular.rgb * own.a * pow(max(dot(n, h), 0.0), 48.0) * step(0.001, direct) * lit();
    float fog = clamp((gl_Fog.end - length(to_eye)) * gl_Fog.scale, 0.0, 1.0);
    gl_FragColor = vec4(mix(gl_Fog.color.rgb, light, fog), 1.0);
}
