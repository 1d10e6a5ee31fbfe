"""Traces: the instructions that programs executed for a pixel, a vertex or a primitive.

In: a context and a pixel, a vertex or a primitive. Out: a `Trace`, as text or JSON.
"""
