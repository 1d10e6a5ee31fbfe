"""Pixel history: the primitives and fragments that reached a pixel, and the test that failed each.

In: a context and a pixel. Out: its events with their fragments.
"""
