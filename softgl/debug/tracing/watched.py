"""A kernel of the inner engine whose selected lanes run a second time, on copies of its arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from softgl.lanes.eager import EagerMachine
from softgl.lanes.kernel import Kernel

if TYPE_CHECKING:
    from softgl.lanes import Engine


class Watched(Kernel):
    """A kernel of the inner engine with further work around its runs."""

    def __init__(self, engine: Engine, kernel: Kernel, key, describe):
        self.engine, self.kernel, self.key, self.describe = engine, kernel, key, describe


def observed(observer) -> EagerMachine:
    """Makes an eager machine with an observer."""
    machine = EagerMachine()
    machine.observer = observer
    return machine


def copied(signature, arrays):
    """Returns the arrays of a kernel, with copies of the written ones."""
    return arrays | {name: arrays[name].copy() for name in signature.written}
