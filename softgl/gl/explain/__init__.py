"""Explains draws: their counts, stage by stage, and likely mistakes, as for a black picture.

In: each draw of a context with `explain=True`, and its state. Out: counts, and messages for debug
output (KHR_debug) or, without a callback, Python warnings.
"""
