"""How lanes leave a block: the kinds of exit that `blocks` builds and `flow` follows."""

from __future__ import annotations

from softgl.ir.program import ConditionTest, Instruction
from softgl.records import dataclass


@dataclass(frozen=True)
class Branch:
    """To `taken` where the condition holds (None: everywhere), else to `otherwise`.

    `ifs` : of IF, the blocks of IF around it, where their number is limited; else None.
    """

    taken: int
    condition: ConditionTest | None = None
    otherwise: int = -1
    ifs: int | None = None

    @property
    def successors(self):
        return (self.taken,) if self.condition is None else (self.taken, self.otherwise)


@dataclass(frozen=True)
class Repeat:
    """Start counter `counter` with the operand of `instruction` and enter `body`, or skip it.

    `loops` : the loops around it, where their number is limited; else None.
    """

    counter: int
    instruction: Instruction
    body: int
    after: int
    loops: int | None = None

    @property
    def successors(self):
        return (self.body, self.after)


@dataclass(frozen=True)
class Again:
    """Count `counter` down (None: a loop without a count); to `body` until it is 0, then on.

    `instruction` : the LOOP whose index goes on, or None.
    """

    counter: int | None
    body: int
    after: int
    instruction: Instruction | None = None

    @property
    def successors(self):
        return (self.body, self.after)


@dataclass(frozen=True)
class Call:
    """Call the block `target` where the condition holds; go on at `resume`.

    `nesting` : the blocks of IF and the loops around it. `emits` : whether it is no call of the
    program's own, but an EMIT, which is there whatever calls are open.
    """

    target: int
    resume: int
    condition: ConditionTest | None = None
    nesting: tuple[int, int] = (0, 0)
    emits: bool = False

    @property
    def successors(self):
        return (self.resume,)


@dataclass(frozen=True)
class Return:
    """Return from the innermost call where the condition holds; outside any call, end.

    `fall` : where lanes outside any call go instead of ending (a label that they fall through).
    `back` : the block with the Resume where lanes in a call go; None where nothing is called.
    """

    condition: ConditionTest | None = None
    otherwise: int = -1
    fall: int | None = None
    back: int | None = None

    @property
    def successors(self):
        on = () if self.condition is None else (self.otherwise,)
        return (*on, *(block for block in (self.fall, self.back) if block is not None))


@dataclass(frozen=True)
class Resume:
    """Go on behind the innermost call, at one of `resumes`."""

    resumes: tuple[int, ...]

    @property
    def successors(self):
        return self.resumes


@dataclass(frozen=True)
class Push:
    """Push the address register that `instruction` names onto the stack of calls."""

    instruction: Instruction
    after: int

    @property
    def successors(self):
        return (self.after,)


@dataclass(frozen=True)
class Pop(Push):
    """Take the address register back; a lane ends where something else is on top."""


@dataclass(frozen=True)
class End:
    """The program ends, whatever calls are open."""

    successors = ()


Exit = Branch | Repeat | Again | Call | Return | Resume | Push | End
