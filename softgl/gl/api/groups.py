"""State that counts its changes, so that what was derived from it can be kept.

Revisions come from one counter of the process: a group or an object that takes the place of another
one never looks unchanged.
"""

from __future__ import annotations

import itertools

next_revision = itertools.count(1).__next__
_UNSET = object()
# Equal values of these types are the same; equal floats may differ in the sign of zero.
_PLAIN = frozenset({bool, int, str})


class Counted:
    """What has a revision: each assignment of another value to a field gives it a new one.

    A change in place, of an array or a dictionary, is to be followed by `touch`.
    """

    # A slot, and so no part of vars(), which is the state.
    __slots__ = ("revision",)

    def __setattr__(self, name, value):
        old = getattr(self, name, _UNSET)
        object.__setattr__(self, name, value)
        if old is value or (type(old) is type(value) and type(value) in _PLAIN and old == value):
            return
        object.__setattr__(self, "revision", next_revision())

    def touch(self) -> None:
        """Count a change that was made in place."""
        object.__setattr__(self, "revision", next_revision())


class Group(Counted):
    """A group of state, as the context has them: plain values, which glPushAttrib may save."""

    __slots__ = ()
