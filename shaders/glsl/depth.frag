#version 120

// The depth of a thing in the light's window, where its pattern has no holes.

varying vec3 place;

vec4 pattern(vec3 place);

void main()
{
    gl_FragColor = pattern(place);
}
