"""Render modes: selection and feedback (OpenGL 2.1, 5.2 and 5.3).

In: commands, and what draws would have rasterised. Out: hit records, and the feedback buffer.
"""
