"""pygame's window, events, time, keys and mouse for `softgl run`.

In: a script's calls of pygame. Out: a softgl context for its window, whose frames are written, and
scripted events at virtual times. `stand_in` lets scripts import pygame: the installed one with
these functions instead of its own, or else a small one of softgl's own (`module`, `surfaces`).
`display`, `events`, `keys` and `clock` share a `state`.
"""
