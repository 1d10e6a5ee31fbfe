"""A draw call: its records, its stages in order, and the chunks of long draws.

In: a `DrawCall`. Out: changed planes of a `Framebuffer`. `stages` has the stages from top to
bottom, `draw` the chunks that go through them.
"""
