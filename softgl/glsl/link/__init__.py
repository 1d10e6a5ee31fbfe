"""The linker: from the shaders of a program to `softgl.glsl.linked.LinkedProgram`."""
