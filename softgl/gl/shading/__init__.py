"""Shader and program objects of OpenGL 2.0 to 3.3: their commands, uniforms and queries.

In: GL calls. Out: `ctx.shaders.current`, the program in use, or the programs of
`ctx.shaders.pipeline`: draws read their linked programs, uniforms, texture units and binding
points. `softgl.glsl` compiles and links.
"""
