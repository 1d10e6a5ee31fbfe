"""Display lists (OpenGL 2.1, 5.4): commands that are compiled, and executed later.

In: any command while a list is compiled. Out: the `entries` of lists; their state and commands.
"""
