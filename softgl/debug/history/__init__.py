"""Pixel history: the primitives and fragments of a pixel, and the test that each failed.

In: a context and a pixel. Out: its events with their fragments.
"""
