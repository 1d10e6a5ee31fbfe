"""The stages of fragments: coverage, interpolation, the program, per-fragment operations.

In: a record of a primitive and a group of pixels. Out: words for the planes, and their mask.
"""
