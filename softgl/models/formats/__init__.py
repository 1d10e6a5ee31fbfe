"""Readers of model files, one module for each format.

In: a `Folder` and the file's bytes. Out: a `Model`, or a ModelError with the line or the byte.
"""
