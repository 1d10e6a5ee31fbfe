"""softgl's own module glfw for `softgl run`, with the names and call forms of PyPI's glfw 2.

In: a script's calls of glfw. Out: a softgl context for each window, whose frames are written, and
callbacks for scripted events at virtual times. `stand_in` lets scripts import it, `constants` has
its numbers; `windows`, `callbacks` and `monitors` are groups of functions that share a `state`.
"""
