"""Kernel calls: a kernel with its arrays, run with several scalars; and lists of calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from softgl.lanes.ranges import Ranges


class KernelCall:
    """A kernel with its arrays, to be run with several scalars.

    kernel : a `kernel.Kernel`. arrays : by name.
    """

    def __init__(self, kernel, arrays: dict):
        self.kernel, self.arrays = kernel, arrays

    def run(self, scalars: dict, count: int = 0) -> None:
        """Runs the kernel; parameters as those of `Kernel.run`."""
        self.kernel.run(scalars, self.arrays, count)

    def with_arrays(self, arrays: dict) -> KernelCall:
        """Returns the call with other arrays by some names; a few take little time."""
        return KernelCall(self.kernel, self.arrays | arrays)

    def call_list(
        self, scalars: dict, own: Sequence[dict], which: Sequence[int], counts=None
    ) -> CallList:
        """Returns many calls of the kernel.

        scalars : name -> a number, or an array with one for each call. own : arrays, with the same
        names in each, that replace those of this call; call number n has own[which[n]].
        counts : the number of lanes of each call; None for a kernel that is not mapped.
        """
        total, calls = len(which), [self.with_arrays(some) for some in own]
        counts = [0] * total if counts is None else counts
        columns = {
            name: value.tolist() if isinstance(value, np.ndarray) else [value] * total
            for name, value in scalars.items()
        }
        each = [
            (
                calls[which[n]].run,
                ({name: column[n] for name, column in columns.items()}, counts[n]),
            )
            for n in range(total)
        ]
        return CallList(each)

    def over(self, scalars: dict, ranges: bytes) -> Ranges:
        """Returns the kernel over ranges; the parameters are those of `Ranges`."""
        return Ranges(self, scalars, ranges)


class CallList:
    """Calls of kernels, made one after the other with little Python for each.

    each : a function and its arguments for each call. owners : objects that these know by address
        only, and which live as long as the list.
    """

    def __init__(self, each: list[tuple[Callable, tuple]], owners: tuple = ()):
        self._each, self._owners = each, owners

    @staticmethod
    def in_order(several: Sequence[CallList], order: Sequence[int]) -> CallList:
        """Returns the calls of several lists as one, by their numbers among all of them."""
        kinds = {type(calls) for calls in several}
        return (kinds.pop() if len(kinds) == 1 else CallList)._joined(several, order)

    @classmethod
    def _joined(cls, several: Sequence[CallList], order: Sequence[int]) -> CallList:
        """Returns the list of `in_order`; several : of this class, or of any for `CallList`."""
        each = [one for calls in several for one in calls._calls()]
        return CallList([each[number] for number in order], tuple(several))

    def _calls(self) -> list[tuple[Callable, tuple]]:
        """Returns a function and its arguments for each call."""
        return self._each

    def make(self, first: int = 0, last: int | None = None) -> None:
        """Makes calls first ... last - 1, or all."""
        for function, arguments in self._each[first:last]:
            function(*arguments)
