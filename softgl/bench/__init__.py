"""`softgl bench`: how long frames take, beside Mesa's llvmpipe where that is installed.

In: the tables of what is timed (`frames`, `growth`, `processes`). Out: rows of figures, as a table
and as JSON (`report`). `stages` says in which part of a draw the time of a frame goes.
"""
