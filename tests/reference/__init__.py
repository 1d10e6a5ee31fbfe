"""A second implementation of the assembly languages, written from the specifications alone.

In: program text and the bits of its inputs. Out: the bits of its results, for one vertex or
fragment. Nothing here imports softgl, so that an error in softgl cannot hide itself.
"""
