"""Fragment operations: tests, blending, masks, clamping (OpenGL 2.1, 4.1, 4.2).

In: glDepthFunc, glBlendFunc. Out: groups of state; `draw` derives keys from them.
"""
