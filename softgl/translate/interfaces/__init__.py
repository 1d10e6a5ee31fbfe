"""The interface of a translated program: inputs, outputs, uniforms and their names in a target.

In: a program and a `Target`. Out: an `Interface`, which writers and loaders read.
"""
