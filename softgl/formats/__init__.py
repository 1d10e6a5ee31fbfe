"""Formats of texels and of planes, in one table: how numbers lie in words of 32 bits.

In: lanes of numbers and the words that memory holds. Out: the one as the other, on both machines,
and on the host by the same formulas. Nothing here knows where the words lie.

`numbers` says how one number lies in some bits, `storages` which numbers a texel or pixel has,
`internal_formats` which storage and components each internal format of OpenGL has. `blocks` has the
compressed formats, of which images keep blocks beside texels.
"""
