"""Lanes: formulas over many values at once, on two machines that agree bit for bit.

In: Python functions over a machine `m` and lanes. Out: kernels that run over numpy arrays.
`eager_engine()` interprets them with numpy; `llvm_engine(target)` compiles them for this CPU.
Nothing here knows of GL. Formulas of general use: `lane_math` (functions), `half` (half floats).
What there is on `m`: `machine.Machine`. For a look at the code: `compiler.emit_kernel`.
"""

from softgl.lanes.eager import eager_engine, evaluate
from softgl.lanes.engine import Engine
from softgl.lanes.kernel import KernelRequest
from softgl.lanes.lane import Lane
from softgl.lanes.machine import padded
from softgl.lanes.signature import Signature
from softgl.lanes.target import WIDTHS, Target, choose_target
from softgl.lanes.types import BOOL, F32, F64, I8, I16, I32, I64, U8, U16, U32, LaneType

__all__ = [
    "BOOL",
    "F32",
    "F64",
    "I8",
    "I16",
    "I32",
    "I64",
    "U8",
    "U16",
    "U32",
    "WIDTHS",
    "Engine",
    "KernelRequest",
    "Lane",
    "LaneType",
    "Signature",
    "Target",
    "choose_target",
    "eager_engine",
    "evaluate",
    "llvm_engine",
    "padded",
]


def llvm_engine(target: Target | None = None, objects=None) -> Engine:
    """Returns the engine for a target (None: that of `choose_target`) and a store of object files.

    Engines are interned: there is one for each pair.
    """
    # Only here is LLVM loaded.
    from softgl.lanes.native_engine import engine

    return engine(target or choose_target(), objects)
