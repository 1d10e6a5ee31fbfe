"""`softgl bench`: measures frame times, paired with Mesa's llvmpipe where that is installed.

In: the tables of benchmarks (`frames`, `growth`, `processes`). Out: rows of figures, as a table
and as JSON (`report`). `stages` splits the time of a frame by the stages of a draw.
"""
