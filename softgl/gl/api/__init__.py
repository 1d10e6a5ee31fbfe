"""What every command is made of; knows no chapter.

GL's enums and registry, signatures and arguments, `@command`, and the tables of state that chapters
fill. It imports nothing else of `softgl.gl`.
"""
