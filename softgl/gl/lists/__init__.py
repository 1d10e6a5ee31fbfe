"""Display lists (OpenGL 2.1, 5.4): commands that are kept, and executed later.

In: any command while a list is being made. Out: what lists hold, as `entries`; state and commands.
"""
