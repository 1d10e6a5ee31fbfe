"""Rasterisation: bins, the traversal of tiles, and the kernels that draw them.

In: records of primitives, a `FragmentKey` and a `Framebuffer`. Out: changed planes.
"""
