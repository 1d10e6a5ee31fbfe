"""Memory and threads of draws; nothing of graphics.

In: work in spans, and shapes of arrays. Out: threads that share it, and arrays of an arena.
"""
