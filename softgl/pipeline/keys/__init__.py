"""Keys of kernels, and the link between the stages of a draw.

In: programs and the state that shapes code. Out: frozen values; equal ones share a kernel.
"""
