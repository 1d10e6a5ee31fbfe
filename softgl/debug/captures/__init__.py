"""Captures: the calls of a frame recorded in a file, checked, drawn again, minimised, as a script.

In: the calls to a context, or a file. Out: the file, or calls to another context. Below `scene`.
"""
