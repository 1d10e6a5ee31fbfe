"""Render modes: selection and feedback (OpenGL 2.1, 5.2 and 5.3).

In: commands, and the primitives that would be rasterized. Out: hit records, the feedback buffer.
"""
