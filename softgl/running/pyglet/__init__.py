"""pyglet 1.5 without a window system, for `softgl run`.

In: a script's import of the real pyglet, which draws through softgl's C libraries, by EGL, in its
own headless mode. Out: the pictures of its first window, at every flip, and scripted events at
virtual times. `stand_in` lets scripts import it, `windows` and `loop` change its classes, `keys`
converts events.
"""
