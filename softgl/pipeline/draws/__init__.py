"""A draw call: its records, its stages in order, and how long draws are cut.

In: a `DrawCall`. Out: changed planes of a `Framebuffer`. `draw` has the stages from top to bottom.
"""
