"""Compares two frames, draw by draw: scenes, scripts, captures, in any pair.

In: two scenes to load. Out: their draws side by side, and the differences of any pair of draws in
call, state, programs and pixels.
"""
