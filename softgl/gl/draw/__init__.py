"""Draws, clears and pixel rectangles: the only package that knows the pipeline's keys.

In: glDrawArrays, glEnd, glClear, glDrawPixels and the state. Out: calls of `softgl.pipeline`.
"""
