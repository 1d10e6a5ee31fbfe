"""Traces: the instructions that ran for a pixel, a vertex or a primitive, with their values.

In: a context and a pixel, a vertex or a primitive. Out: a `Trace`, as text or JSON.
"""
