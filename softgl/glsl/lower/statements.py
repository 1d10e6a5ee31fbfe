"""Statements: blocks, branches, loops, switches."""

from __future__ import annotations

from softgl.errors import Span
from softgl.glsl import typed
from softgl.glsl.lower.code import LowerError
from softgl.glsl.lower.facts import BREAK, CONTINUE, else_if
from softgl.glsl.lower.jumps import STOPPED, Jumps, Target
from softgl.glsl.lower.places import allocated, allocated_for
from softgl.glsl.tree import MAX_NESTING
from softgl.glsl.types import BOOL
from softgl.ir.program import Source

MAX_STEP = 8
"""The weight of a step that is emitted again at each `continue`."""
MAX_CLEARED = 16
"""The registers of a variable without an initialiser that is 0 in each iteration of a loop."""
_JUMPS = (typed.Break, typed.Continue)


class Statements(Jumps):
    """Emits statements."""

    _links = 0  # the statements with structured jumps that are open

    def statements(self, statements) -> None:
        """Emits the statements of a block."""
        opened = 0
        for statement in statements:
            opened += self._statement(statement)
            kinds, always = self.facts.leaves(statement)
            if always:
                break
            if isinstance(statement, typed.Loop) and kinds:
                opened += self._after_loop()
        for _ in range(opened):
            self.code.emit("ENDIF", None)

    def _statement(self, node: typed.Statement) -> int:
        """Emits a statement; returns the number of IF blocks that it leaves open for the rest."""
        self._locate(node)
        if not self._tests_flags(node):
            self._FORMS[type(node)](self, node)
            return 0
        self._links += 1
        if self._links > MAX_NESTING:
            reason = f"more than {MAX_NESTING} statements with jumps are nested in each other"
            raise LowerError(reason, node.at)
        constant = type(node) is typed.If and type(node.condition) is typed.Constant
        if type(node) is typed.If and not constant and self._if_else(node):
            self._links -= 1
            return 1
        self._FORMS[type(node)](self, node)
        self._links -= 1
        if type(node) is typed.Loop:
            return 0
        self._if_running(self._innermost())
        return 1

    def _locate(self, node: typed.Statement) -> None:
        """Sets the span of the instructions of a statement."""
        at = self.frames[-1].start + node.at
        self.code.span = Span(at, at + 1)

    # -- simple statements ---------------------------------------------------------------------

    def _declare(self, node: typed.Declare) -> None:
        variable = node.variable
        initializer = variable.initializer
        if isinstance(initializer, typed.Constant) and variable.storage is typed.Storage.CONST:
            return
        if initializer is None:
            self.locals[variable] = place = allocated_for(self.code, variable)
            again = self.jumps or self.current != "main"
            if again and place.count <= MAX_CLEARED:
                self.clear(place)
            return
        value = self.value(initializer)
        self.locals[variable] = place = allocated_for(self.code, variable)
        place.store(self.code, value)

    def _if(self, node: typed.If) -> None:
        code, opened = self.code, 0
        while self._begin_if(node):
            opened += 1
            if node.no is None or not node.no.statements:
                break
            code.else_()
            link = else_if(node)
            if link is None or self._tests_flags(link):
                self.statements(node.no.statements)
                break
            self._locate(link)
            node = link
        for _ in range(opened):
            code.emit("ENDIF", None)

    def _begin_if(self, node: typed.If) -> bool:
        """Emits a branch up to its ELSE; False if the whole of it needs no IF."""
        if type(node.condition) is typed.Constant:
            chosen = node.yes if node.condition.words[0] else node.no
            self.statements(chosen.statements if chosen else [])
            return False
        (condition,) = self.value(node.condition)
        yes = node.yes.statements
        if node.no is None and len(yes) == 1 and self._conditional_jump(yes[0], condition):
            return False
        self.code.emit("IF", None, condition=self.code.test(condition))
        self.statements(yes)
        return True

    def _conditional_jump(self, node, condition: Source) -> bool:
        """Emits a jump under a condition as one instruction, if there is one."""
        code, inner = self.code, self.jumps[self.frames[-1].loops :]
        if type(node) is typed.Discard:
            code.emit("KIL", None, condition=code.test(condition))
            return True
        if type(node) not in _JUMPS or not inner or not inner[-1].loop:
            return False
        target = inner[-1]
        if type(node) is typed.Break:
            code.break_(condition)
            return True
        if target.running is None and target.step is None:
            code.continue_(condition)
            return True
        return False

    def _if_else(self, node: typed.If) -> bool:
        """Emits a branch that leaves on one side; the rest of the block is the other side."""
        code, facts = self.code, self.facts
        yes = node.yes.statements
        no = node.no.statements if node.no is not None else []
        leaves = facts.leaves(node.yes)[1]
        if not leaves and not (node.no is not None and facts.leaves(node.no)[1]):
            return False
        other = no if leaves else yes
        if any(self._structured(facts.leaves(one)[0]) for one in other):
            return False
        (condition,) = self.value(node.condition)
        if not leaves:
            condition = code.op("NOT", 1, condition)
            yes, no = no, yes
        code.emit("IF", None, condition=code.test(condition))
        self.statements(yes)
        code.else_()
        for statement in no:
            self._statement(statement)
        return True

    # -- jumps ---------------------------------------------------------------------------------

    def _break(self, node: typed.Break) -> None:
        target = self.jumps[-1]
        if target.loop:
            self.code.break_()
        else:
            self._clear([target])

    def _continue(self, node: typed.Continue) -> None:
        inner = len(self.jumps) - 1
        while not self.jumps[inner].loop:
            inner -= 1
        loop = self.jumps[inner]
        if loop.running is not None:
            self._clear(self.jumps[inner:])
            return
        if loop.step is not None:
            loop.step()
        self.code.continue_()

    def _return(self, node: typed.Return) -> None:
        frame, code = self.frames[-1], self.code
        if node.value is not None:
            frame.result.store(code, self.value(node.value))
        if frame.native:
            self.leave()
            return
        inner = self.jumps[frame.loops :]
        self.clear(frame.running)
        if any(one.loop for one in inner):
            code.break_()
        else:
            self._clear(inner)

    def leave(self) -> None:
        """Emits the return from main or a subroutine."""
        if self.current == "main":
            self.write_back()
        self.code.return_()

    def write_back(self) -> None:
        """Marks the place of the instructions that write the results."""

    def _discard(self, node: typed.Discard) -> None:
        self.code.emit("KILL", None)
        if any(one.loop for one in self.jumps):
            self.code.return_()

    # -- loops ---------------------------------------------------------------------------------

    def _loop(self, node: typed.Loop) -> None:
        code = self.code
        if node.start is not None:
            self.statements(node.start.statements)
        if _is_false(node.condition) and not node.after:
            return
        kinds = self.facts.leaves(node.body)[0]
        step = self._step_of(node)
        flagged = kinds & CONTINUE and step is not None and self._tail_weight(node) > MAX_STEP
        running = allocated(code, BOOL) if flagged else None
        with code.loop():
            self.jumps.append(Target(True, running, step))
            if not node.after and node.condition is not None:
                self._test(node.condition)
            if running is not None:
                running.store(code, [code.integer(-1)])
            self.statements(node.body.statements)
            self.jumps[-1].running = None
            if step is not None and not (self.facts.leaves(node.body)[1] and not running):
                step()
            self.jumps.pop()

    def _tail_weight(self, node: typed.Loop) -> int:
        parts = [node.step, node.condition if node.after else None]
        return sum(self.facts.weight(one) for one in parts if isinstance(one, typed.Expression))

    def _step_of(self, node: typed.Loop):
        """Returns the function that emits the end of an iteration, or None."""
        if node.step is None and not node.after:
            return None

        def step():
            if node.step is not None:
                self.run(node.step)
            if node.after and node.condition is not None:
                self._test(node.condition)

        return step

    def _test(self, condition) -> None:
        """Leaves the loop unless its condition holds."""
        code = self.code
        if isinstance(condition, typed.Constant) and condition.words[0]:
            return
        if isinstance(condition, typed.Declare):
            self._declare(condition)
            (value,) = self.place_of(condition.variable).load(code)
        else:
            (value,) = self.value(condition)
        code.test(value)
        code.emit("BRK", None, condition=STOPPED)

    # -- switch --------------------------------------------------------------------------------

    def _switch(self, node: typed.Switch) -> None:
        (selector,) = self.copied(node.selector.type, self.value(node.selector))
        self.code.pinned.add(selector.index)
        groups = _groups(node.cases)
        if all(self._apart(body, n == len(groups) - 1) for n, (_, body) in enumerate(groups)):
            self._chain(selector, groups)
        else:
            self._falling(selector, groups)

    def _apart(self, body, last: bool) -> bool:
        """True if a case ends with its only break, or another jump, and not in the next case."""
        statements = body.statements
        if any(self.facts.leaves(one)[0] & BREAK for one in statements[:-1]):
            return False
        if not statements:
            return last
        end = statements[-1]
        if type(end) is typed.Break:
            return True
        kinds, always = self.facts.leaves(end)
        return not kinds & BREAK and (always or last)

    def _matches(self, selector: Source, labels: list) -> Source:
        """Returns all ones where the selector is one of some labels."""
        code, total = self.code, None
        for label in labels:
            one = code.op("USEQ", 1, selector, code.vector(label.words))
            total = one if total is None else code.op("OR", 1, total, one)
        return code.bits(0) if total is None else total

    def _chain(self, selector: Source, groups) -> None:
        """Emits cases without fall-through: the default is the last ELSE."""
        code, opened = self.code, 0
        self.jumps.append(Target(False))
        for labels, body in sorted(groups, key=lambda group: None in group[0]):
            statements = body.statements
            if statements and type(statements[-1]) is typed.Break:
                statements = statements[:-1]
            if None in labels:
                self.statements(statements)
                continue
            condition = self._matches(selector, labels)
            code.emit("IF", None, condition=code.test(condition))
            self.statements(statements)
            code.else_()
            opened += 1
        for _ in range(opened):
            code.emit("ENDIF", None)
        self.jumps.pop()

    def _falling(self, selector: Source, groups) -> None:
        """Emits cases that run from the one that matches up to a break."""
        code, running = self.code, allocated(self.code, BOOL)
        self.clear(running)
        every = [label for labels, _ in groups for label in labels if label is not None]
        self.jumps.append(Target(False, running))
        for labels, body in groups:
            matches = self._matches(selector, [one for one in labels if one is not None])
            if None in labels:
                matches = code.op(
                    "OR", 1, matches, code.op("NOT", 1, self._matches(selector, every))
                )
            running.store(code, [code.op("OR", 1, running.load(code)[0], matches)])
            self._if_running(running)
            self.statements(body.statements)
            code.emit("ENDIF", None)
        self.jumps.pop()

    _FORMS = {  # noqa: RUF012  (functions of the class)
        typed.CompoundStatement: lambda self, node: self.statements(node.statements),
        typed.Declare: _declare,
        typed.Evaluate: lambda self, node: self.run(node.expression),
        typed.If: _if,
        typed.Loop: _loop,
        typed.Switch: _switch,
        typed.Break: _break,
        typed.Continue: _continue,
        typed.Discard: _discard,
        typed.Return: _return,
    }


def _groups(cases) -> list[tuple[list, typed.CompoundStatement]]:
    """Returns the labels of each body; an empty body is one with the next."""
    groups, labels = [], []
    for number, (label, body) in enumerate(cases):
        labels.append(label)
        if body.statements or number == len(cases) - 1:
            groups.append((labels, body))
            labels = []
    return groups


def _is_false(condition) -> bool:
    return type(condition) is typed.Constant and not condition.words[0]
