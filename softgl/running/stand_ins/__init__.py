"""Shared parts of the stand-ins for toolkits: modules, a screen, key strokes.

In: the toolkit of GLUT, and scripted keys. Out: modules for scripts, and windows.
"""
