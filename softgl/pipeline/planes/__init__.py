"""Framebuffers: planes of pixels in blocks of 4x4, and their samples.

In: sizes, formats, words to clear planes to. Out: a `Framebuffer`, whose planes kernels write.
"""
