"""Framebuffer objects, renderbuffers, draw and read buffers (ARB_framebuffer_object).

In: glFramebufferTexture, glDrawBuffers. Out: the planes to draw to and to read.
"""
