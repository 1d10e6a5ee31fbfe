"""Dead code: instructions that cannot be reached, and components that nothing reads."""

from __future__ import annotations

from softgl.ir.passes.cells import (
    BASES,
    FLAGS,
    PURE,
    always_writes,
    cell_of,
    changed,
    is_result,
    read,
    written,
)
from softgl.ir.passes.draft import LABEL, Draft
from softgl.ir.passes.regions import CLOSES, JUMPS, OPENS
from softgl.ir.program import File, Instruction
from softgl.records import but

_ENDS = JUMPS | {"ENDIF"}


def remove_dead(draft: Draft) -> None:
    """Removes what no result depends on; results and the flow of control stay as they are."""
    opcodes = draft.opcodes()
    if not opcodes.isdisjoint(_ENDS):
        draft.instructions = _reachable(draft.instructions)
    if not opcodes.isdisjoint(("REP", "CAL")):
        # Without loops and calls the sweep finds all that this finds.
        draft.instructions = _used(draft.instructions)
    draft.instructions = _Sweep(draft).kept()


def _reachable(instructions: list[Instruction]) -> list[Instruction]:
    """Returns the instructions without those behind an unconditional jump, or in empty IFs."""
    found: list[Instruction] = []
    skipped = None  # behind a jump, the number of blocks that opened since
    for one in instructions:
        name = one.opcode
        if skipped is not None:
            if name in OPENS:
                skipped += 1
                continue
            if name in CLOSES and skipped:
                skipped -= 1
                continue
            if skipped or (name not in CLOSES and name not in ("ELSE", LABEL)):
                continue
            skipped = None
        found.append(one)
        if name == "ENDIF":
            _drop_empty(found)
        elif name in JUMPS and one.condition is None:
            skipped = 0
    return found


def _drop_empty(found: list[Instruction]) -> None:
    """Removes the IF that ends a list if it has no instructions, or only its empty ELSE."""
    if found[-2].opcode == "ELSE":
        del found[-2]
    if found[-2].opcode == "IF":
        del found[-2:]


def _used(instructions: list[Instruction]) -> list[Instruction]:
    """Returns the instructions that results and control flow depend on, whatever the order."""
    live: set[int] = set()
    used = [False] * len(instructions)
    rest = []  # from the end on, those without a use behind them
    for number in range(len(instructions) - 1, -1, -1):
        one = instructions[number]
        if not live.isdisjoint(one.writes or written(one)) or _acts(one):
            used[number] = True
            live.update(_reads(one))
        else:
            rest.append(number)
    writers: dict[int, list[int]] = {}
    for number in rest:
        for cell in written(instructions[number]):
            writers.setdefault(cell, []).append(number)
    new = [number for cell in live.intersection(writers) for number in writers[cell]]
    while new:
        number = new.pop()
        if not used[number]:
            used[number] = True
            for cell in read(instructions[number]):
                new += writers.pop(cell, ())
    return [one for one, is_used in zip(instructions, used, strict=True) if is_used]


def _reads(one: Instruction) -> list[int]:
    return [] if one.opcode == LABEL else read(one)


def _acts(one: Instruction) -> bool:
    """True if an instruction writes results, kills, emits or directs the flow of control."""
    place = one.destination
    return one.opcode not in PURE or (place is not None and place.file is File.RESULT)


class _Sweep:
    """Walks from the end to the begin with the set of live cells; see `kept`."""

    def __init__(self, draft: Draft):
        self._draft = draft
        self._live: set[int] = set()
        self._logs: list[dict[int, bool]] = []  # for each open branch, cells as they were behind it
        self._others: list[dict[int, bool]] = []  # the same cells before the ELSE
        self._straight = True  # False if there are calls
        self._loops: list[tuple] = []  # of each open loop, the live cells behind it and `carried`
        self._results = {
            cell
            for one in draft.instructions
            if one.destination is not None and one.destination.file is File.RESULT
            for cell in written(one)
            if is_result(cell)
        }

    def kept(self) -> list[Instruction]:
        instructions = self._draft.instructions
        self._live |= self._results
        opcodes = self._draft.opcodes()
        carried = _carried(instructions) if "REP" in opcodes else {}
        if "CAL" in opcodes:
            # Nothing is known of the order of subroutines: all that is read anywhere is live.
            self._live.update(cell for one in instructions for cell in _reads(one))
            self._straight = False
        found = []
        for number in range(len(instructions) - 1, -1, -1):
            one = instructions[number]
            if one.opcode in PURE:
                kept = self._computation(one)
            else:
                if one.opcode == "ENDREP":
                    self._end_loop(carried[number])
                self._pass(one)
                kept = one
            if kept is not None:
                found.append(kept)
        found.reverse()
        return found

    def _end_loop(self, carried: set[int]) -> None:
        """Begins to walk through a loop, at its end.

        carried : the cells that an iteration reads from the one before.
        """
        self._loops.append((frozenset(self._live), carried))
        self._make_live(carried)
        self._make_live(self._results)  # a lane may end here

    # -- the set, and its changes within branches ----------------------------------------------

    def _make_live(self, cells) -> None:
        if self._logs:
            log = self._logs[-1]
            for cell in set(cells).difference(self._live):
                log.setdefault(cell, False)
        self._live.update(cells)

    def _make_dead(self, cells) -> None:
        if self._logs:
            log = self._logs[-1]
            for cell in self._live.intersection(cells):
                log.setdefault(cell, True)
        self._live.difference_update(cells)

    def _begin_branch(self) -> None:
        self._logs.append({})
        self._others.append({})

    def _turn(self) -> None:
        """Goes from the begin of the ELSE to the end of the other branch."""
        log = self._logs[-1]
        self._others[-1] = {cell: cell in self._live for cell in log}
        for cell, before in log.items():
            (self._live.add if before else self._live.discard)(cell)
        self._logs[-1] = {}

    def _end_branch(self) -> None:
        """Joins both branches before their IF."""
        log, other = self._logs.pop(), self._others.pop()
        after = {cell: cell in self._live for cell in log}
        for cell, before in log.items():
            (self._live.add if before else self._live.discard)(cell)
        live, dead = [], []
        for cell in {*log, *other}:
            before = cell in self._live
            is_live = after.get(cell, before) or other.get(cell, before)
            (live if is_live else dead).append(cell)
        self._make_live(live)
        self._make_dead(dead)

    # -- an instruction --------------------------------------------------------------------------

    def _pass(self, one: Instruction) -> None:
        """Goes past an instruction that stays, to the one in front of it."""
        name = one.opcode
        if name == LABEL:
            self._make_live(self._results)
        elif name == "ENDIF":
            self._begin_branch()
        elif name == "ELSE":
            self._turn()
        elif name == "IF":
            self._end_branch()
            self._make_live(read(one))
        elif name == "REP":
            behind, _ = self._loops.pop()
            self._make_live(behind if one.sources else ())  # a count of 0 skips the loop
            self._make_live(read(one))
        else:
            if name in ("BRK", "CONT"):
                # Lanes that leave want what is live behind the loop, or in the next iteration.
                for cells in self._loops[-1]:
                    self._make_live(cells)
            if name in ("RET", "EMIT"):
                self._make_live(self._results)
            self._make_live(read(one))

    def _computation(self, one: Instruction) -> Instruction | None:
        """Returns an instruction with the live components of its result, or None."""
        cells, live = one.writes or written(one), self._live
        if live.isdisjoint(cells):
            return None
        if not live.issuperset(cells):
            one = _narrowed(one, live)
            cells = written(one)
        if self._straight and always_writes(one):
            self._make_dead(cells)
        self._make_live(one.reads or read(one))
        return one


def _narrowed(one: Instruction, live: set[int]) -> Instruction:
    """Returns an instruction without what nothing reads: components, a condition code."""
    place = one.destination
    updates = one.update is not None and any(
        place.mask[c] and FLAGS + 4 * one.update + c in live for c in range(4)
    )
    if one.update is not None and not updates:
        one = changed(one, update=None)
    mask = tuple(
        place.mask[c]
        and (
            (updates and FLAGS + 4 * one.update + c in live)
            or (
                place.file in BASES
                and any(cell_of(place.file, place.index + e, c) in live for e in range(place.count))
            )
        )
        for c in range(4)
    )
    return one if mask == place.mask else changed(one, destination=but(place, mask=mask))


def _carried(instructions: list[Instruction]) -> dict[int, set[int]]:
    """Returns for each ENDREP the cells that an iteration may read before it writes them."""
    found: dict[int, set[int]] = {}
    loops: list[tuple[int, set[int]]] = []  # the begin of each open loop, and its cells
    writer: dict[int, int] = {}  # cell -> the instruction that has written it, in every lane
    undo: list[list[tuple[int, int | None]]] = [[]]  # for each open block, older writers
    for number, one in enumerate(instructions):
        name = one.opcode
        if name == LABEL:
            writer.clear()
        if name == LABEL or not (loops or name == "REP"):
            continue  # only what is in a loop matters
        for cell in read(one) if loops else ():
            last = writer.get(cell, -1)
            for begin, cells in reversed(loops):
                if begin < last:
                    break
                cells.add(cell)
        if name in ("ELSE", "ENDIF", "ENDREP"):
            for cell, last in reversed(undo.pop()):
                writer[cell] = -1 if last is None else last
        if name in ("IF", "ELSE", "REP"):
            undo.append([])
        if name == "REP":
            loops.append((number, set()))
        elif name == "ENDREP":
            found[number] = loops.pop()[1]
        elif always_writes(one):
            for cell in written(one):
                undo[-1].append((cell, writer.get(cell)))
                writer[cell] = number
    return found
