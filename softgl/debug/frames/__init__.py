"""Tools on a frame of a scene: its events, the state at an event, traces, non-finite values.

In: a `Scene` and its size. Out: the output of the commands `draws`, `state`, `trace` and `capture`.
"""
