"""Why is my picture black? What a draw did stage by stage, and what looks like a mistake.

In: each draw of a context that explains, and what it is to read. Out: counts, and messages, which
go to debug output (KHR_debug), or else become Python's warnings.
"""
