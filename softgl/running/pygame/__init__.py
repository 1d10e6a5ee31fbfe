"""pygame's window, events, time, keys and mouse, as `softgl run` has them.

In: a script's calls of pygame. Out: a softgl context for its window, whose frames are written, and
scripted events at virtual times. `stand_in` lets scripts import pygame: the real one, if it is
installed, with these functions in the place of its own, or a small one of softgl's own (`module`,
`surfaces`). The modules `display`, `events`, `keys` and `clock` share a `state`.
"""
