"""pygame's window, events, time, keys and mouse, as `softgl run` has them.

In: what a script does with pygame. Out: a softgl context for its window, whose frames are written,
and scripted events at virtual times. `stand_in` lets scripts import pygame: the real one, if it is
installed, in which these functions take the place of its own, or a small one with no more than them
(`module`, `surfaces`). `constants` are both's; `state` is what the chapters `display`, `events`,
`keys` and `clock` share.
"""
