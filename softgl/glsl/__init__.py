"""GLSL: a front end from shader texts to programs of `softgl.ir`, and the linker of its stages.

A shader goes through these packages, the lower ones first; each is a function from one record to
the next:

    text/      strings -> tokens: versions, extensions, preprocessor, lexer, positions, messages
    syntax/    tokens -> `tree`: statements and expressions as written, without types
    types.py   types; typed.py   the typed tree, with symbols in the place of names
    builtins/  the table of built-in functions, variables and constants
    check/     tree -> typed tree: scopes, types, overloads, constant expressions, rules
    lower/     typed tree -> instructions of `softgl.ir`
    link/      the shaders of a program -> `linked.LinkedProgram`: locations, blocks, varyings
    compiling/ `compile_shader`: strings -> `typed.Shader`, or an info log

Nothing here knows the objects of GL: `softgl.gl.shading` has them.
"""
