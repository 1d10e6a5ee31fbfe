#version 120

// A toy in the workshop, lit by light 0 of the fixed state; patterns stick to the model.

varying vec3 place;     // in the model
varying vec3 normal;    // in eye coordinates
varying vec3 to_light;
varying vec3 to_eye;
varying vec4 shadow;    // in the light's window

void main()
{
    vec4 eye_place = gl_ModelViewMatrix * gl_Vertex;
    place = gl_Vertex.xyz;
    normal = gl_NormalMatrix * gl_Normal;
    to_light = gl_LightSource[0].position.xyz - eye_place.xyz;
    to_eye = -eye_place.xyz;
    shadow = gl_TextureMatrix[0] * eye_place;
    gl_FrontColor = gl_Color;
    gl_BackColor = gl_Color * 0.6;
    gl_Position = ftransform();
}
