"""Edited programs: draws of a frame are made with other program texts than the frame has.

In: a context at a draw, and texts in place of those of its programs. Out: `texts` lists the texts,
`swapped` replaces them for one draw, `EditedDraws` for draws of a watched frame.
"""
