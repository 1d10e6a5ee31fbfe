"""The kinds of block exits: `blocks` builds them, `flow` follows them."""

from __future__ import annotations

from softgl.ir.program import ConditionTest, Instruction
from softgl.records import dataclass


@dataclass(frozen=True)
class Branch:
    """Jumps to `taken` where the condition holds (None: everywhere), else to `otherwise`.

    ifs : for an IF, the number of enclosing IF blocks where that is limited; else None.
    """

    taken: int
    condition: ConditionTest | None = None
    otherwise: int = -1
    ifs: int | None = None

    @property
    def successors(self):
        return (self.taken,) if self.condition is None else (self.taken, self.otherwise)


@dataclass(frozen=True)
class Enter:
    """Enters loop `loop`, which has no count, at `body`; its iterations are limited."""

    loop: int
    body: int

    @property
    def successors(self):
        return (self.body,)


@dataclass(frozen=True)
class Repeat:
    """Starts counter `counter` with the operand of `instruction`, then enters `body` or skips it.

    loops : the number of enclosing loops where that is limited; else None.
    loop : the loop's number where iterations are limited; else None.
    """

    counter: int
    instruction: Instruction
    body: int
    after: int
    loops: int | None = None
    loop: int | None = None

    @property
    def successors(self):
        return (self.body, self.after)


@dataclass(frozen=True)
class Again:
    """Counts `counter` down (None: a loop without a count); repeats `body` until it is 0.

    instruction : the LOOP whose index advances, or None.
    loop : the loop's number where iterations are limited; else None.
    """

    counter: int | None
    body: int
    after: int
    instruction: Instruction | None = None
    loop: int | None = None

    @property
    def successors(self):
        return (self.body, self.after)


@dataclass(frozen=True)
class Call:
    """Calls the block `target` where the condition holds; the call returns to `resume`.

    nesting : the numbers of enclosing IF blocks and loops.
    emits : True for the shared block of EMIT, which is not limited by the depth of calls.
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
    """Returns from the innermost call where the condition holds; without a call, ends.

    fall : the block for lanes outside any call that fall through a label instead of ending; or
        None.
    back : the block with the Resume for lanes in a call; None in a program without calls.
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
    """Returns to the caller of the innermost call, at one of the blocks `resumes`."""

    resumes: tuple[int, ...]

    @property
    def successors(self):
        return self.resumes


@dataclass(frozen=True)
class Push:
    """Pushes the address register of `instruction` onto the call stack."""

    instruction: Instruction
    after: int

    @property
    def successors(self):
        return (self.after,)


@dataclass(frozen=True)
class Pop(Push):
    """Pops the address register; a lane ends if the top of its stack is not one."""


@dataclass(frozen=True)
class End:
    """Ends the program, even within calls."""

    successors = ()


Exit = Branch | Enter | Repeat | Again | Call | Return | Resume | Push | End
