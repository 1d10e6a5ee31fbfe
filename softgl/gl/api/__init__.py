"""The base of every command: it knows no module above it.

GL's enums and registry, signatures and arguments, `@command`, and the tables of state that modules
fill. It imports nothing else of `softgl.gl`.
"""
