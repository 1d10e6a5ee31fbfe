"""The pipeline: a draw call's vertices to fragments in the framebuffer.

In: a `DrawCall` (programs, records and keys; no GL state). Out: changed planes of a `Framebuffer`.
Read `draw` first: it is the stages from top to bottom.
"""
