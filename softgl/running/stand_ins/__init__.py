"""The parts that the stand-ins of all toolkits share: modules, a screen, strokes of keys.

In: the toolkit of GLUT, and key strokes. Out: modules for scripts, and windows.
"""
