#version 120

// A shadow map: positions only; holes are the fragment shader's.

varying vec3 place;

void main()
{
    place = gl_Vertex.xyz;
    gl_FrontColor = gl_BackColor = gl_Color;
    gl_Position = ftransform();
}
