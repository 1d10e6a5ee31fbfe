#version 330 core

// A triangle over the whole window, without any array.

out vec2 place;  // -1 to 1 in the window

void main()
{
    place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(place, 0.0, 1.0);
}
