"""Shader and program objects of OpenGL 2.0 to 3.3: their commands, uniforms and queries.

In: GL calls. Out: `ctx.shaders.current`, the program in use, whose linked programs, uniforms,
texture units and binding points draws read. `softgl.glsl` compiles and links.
"""
