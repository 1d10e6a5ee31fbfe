"""The base of every command: it imports nothing else of `softgl.gl`.

GL's enums and registry, signatures and arguments, `@command`, and the tables of state that modules
fill.
"""
