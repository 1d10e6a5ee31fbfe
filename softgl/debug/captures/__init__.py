"""Captures: records the calls of a frame to a file, checks, replays, reduces and exports it.

In: the calls to a context, or a file. Out: the file, or calls to another context. Below `scene`.
"""
