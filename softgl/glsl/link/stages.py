"""The shaders of one stage as one: functions, reachable code, shared globals."""

from __future__ import annotations

from dataclasses import field

from softgl.glsl.link.log import Log
from softgl.glsl.link.uses import Uses, uses_of
from softgl.glsl.tree import Node
from softgl.glsl.typed import Block, Constant, Function, Shader, Storage, Variable
from softgl.ir.program import Stage
from softgl.records import dataclass


def key(variable: Variable) -> tuple:
    """Returns the key of a variable: equal keys of two shaders of a stage are one variable.

    The instance of a block goes by the block's name, all others by their own.
    """
    block = variable.block
    if block is not None and variable.member is None and variable.builtin is None:
        return (block.storage, block.name)
    return ("", variable.name)


@dataclass(eq=False)
class LinkedStage:
    """The shaders of a stage, merged.

    functions : the definition of each function that may run, by signature. uses : of all code,
        with canonical variables. canonical : each variable of the shaders -> the one that stands
        for it. groups : the same the other way. variables : the canonical ones by `key`.
    blocks : the canonical blocks by storage and name. origin : the shader that declares a canonical
        variable or block.
    writers : the shader of the first write in `uses.writes`.
    vertices : the number of vertices of an input primitive of geometry shaders, else 0.
    """

    stage: Stage
    shaders: tuple[Shader, ...]
    main: Function | None = None
    functions: dict[tuple, Function] = field(default_factory=dict)
    uses: Uses = field(default_factory=Uses)
    canonical: dict[Variable, Variable] = field(default_factory=dict)
    groups: dict[Variable, list[Variable]] = field(default_factory=dict)
    variables: dict[tuple, Variable] = field(default_factory=dict)
    blocks: dict[tuple[Storage, str], Block] = field(default_factory=dict)
    origin: dict[Variable | Block, Shader] = field(default_factory=dict)
    writers: dict[Variable, Shader] = field(default_factory=dict)
    vertices: int = 0

    @property
    def version(self) -> int:
        """The highest version of the shaders."""
        return max(shader.language.number for shader in self.shaders)

    def add(self, uses: Uses, shader: Shader, live: bool = True) -> None:
        """Adds the uses of a shader's function; without `live` only the static ones."""
        self.uses.add(uses, live, self.canonical)
        for variable in uses.writes:
            self.writers.setdefault(self.canonical.get(variable, variable), shader)

    def substitute(self, old: Variable, new: Variable) -> None:
        """Puts a copy of a canonical variable in its place, as one with another size."""
        for each in self.groups[old]:
            self.canonical[each] = new
        self.groups[new] = self.groups.pop(old)
        self.variables[key(old)] = new
        self.origin[new] = self.origin[old]
        for uses in (self.uses.reads, self.uses.writes, self.uses.live, self.uses.written):
            if old in uses:
                uses[new] = uses.pop(old)

    def is_live(self, variable: Variable) -> bool:
        """True if running code reads or writes a variable."""
        one = self.canonical.get(variable, variable)
        return one in self.uses.live or one in self.uses.written

    def of(self, *storages: Storage) -> list[Variable]:
        """Returns the canonical variables of some storages, in the order of their declaration."""
        return [each for each in self.variables.values() if each.storage in storages]

    def named(self, name: str) -> Variable | None:
        """Returns the canonical variable of a name at global scope."""
        return self.variables.get(("", name))

    def where(self, variable: Variable | Block) -> str:
        """Returns the place of a declaration for messages."""
        return self.place(self.origin[variable], variable.at)

    def place(self, shader: Shader, at: int) -> str:
        """Returns "vertex shader 0:12(5)"; the second of several is "vertex shader 2, 0:12(5)"."""
        string, line, column = shader.source.place(at)
        number = f" {self.shaders.index(shader) + 1}," if len(self.shaders) > 1 else ""
        return f"{self.stage.value} shader{number} {string}:{line}({column})"


def merge_functions(stage: LinkedStage, log: Log) -> None:
    """Resolves calls across the shaders of a stage; fills in `main`, `functions` and `uses`."""
    defined = _definitions(stage, log)
    stage.main = defined.get(("main",))
    if stage.main is None:
        log.error(f"no {stage.stage.value} shader defines main")
        return
    shader = next(one for one in stage.shaders if stage.main in one.functions)
    found: dict[tuple, Uses] = {}
    # GLSL 3.30, 6.1: a function that is called but never defined is an error of the linker. As
    # usual, shaders may lack functions that only unused functions call, or only code that constant
    # conditions exclude.
    roots = [f.signature for f in shader.functions if f.body is not None]
    initialisers = _initialisers(stage)
    for _, _, uses in initialisers:
        roots += uses.calls
    _close(defined, roots, found, live=False)
    origin = {f: shader for shader in stage.shaders for f in shader.functions}
    callers = [(origin[defined[signature]], uses) for signature, uses in found.items()]
    callers += [(shader, uses) for shader, _, uses in initialisers]
    _check_unresolved(stage, defined, callers, log)
    _check_recursion(stage, defined, found, origin, log)
    live: dict[tuple, Uses] = {}
    _close(defined, [stage.main.signature], live, live=True, known=found)
    for signature, uses in found.items():
        stage.add(uses, origin[defined[signature]], signature in live)
    _add_initialisers(stage, initialisers, defined, live)
    stage.functions = {signature: defined[signature] for signature in live}


def _definitions(stage: LinkedStage, log: Log) -> dict[tuple, Function]:
    defined: dict[tuple, Function] = {}
    declared: dict[tuple, tuple[Function, Shader]] = {}
    origin: dict[tuple, Shader] = {}
    for shader in stage.shaders:
        for function in dict.fromkeys(shader.functions):
            signature = function.signature
            other, first = declared.setdefault(signature, (function, shader))
            if other.type != function.type:
                where = stage.place(first, other.at), stage.place(shader, function.at)
                log.error(
                    f"function `{function.name}` returns {other.type} in {where[0]} "
                    f"and {function.type} in {where[1]}"
                )
            ways, others = ([p.direction for p in f.parameters] for f in (function, other))
            if ways != others:
                log.error(
                    f"function `{function.name}` has different parameter qualifiers in "
                    f"{stage.place(first, other.at)} and {stage.place(shader, function.at)}"
                )
            if function.body is None:
                continue
            if signature in defined:
                log.error(
                    f"function `{function.name}` is defined in "
                    f"{stage.place(origin[signature], defined[signature].at)} "
                    f"and again in {stage.place(shader, function.at)}"
                )
            defined.setdefault(signature, function)
            origin.setdefault(signature, shader)
    return defined


def _close(defined, roots, found: dict[tuple, Uses], *, live: bool, known=None) -> None:
    """Enters the uses of all functions that the roots reach."""
    known = known or {}
    stack = list(roots)
    while stack:
        signature = stack.pop()
        if signature in found or signature not in defined:
            continue
        uses = found[signature] = known.get(signature) or uses_of(defined[signature].body)
        stack.extend(uses.live_calls if live else uses.calls)


def _check_unresolved(stage: LinkedStage, defined, callers, log: Log) -> None:
    for shader, uses in callers:
        for callee, (function, at) in uses.calls.items():
            if callee not in defined and callee in uses.live_calls:
                types = ", ".join(map(str, callee[1:]))
                log.error(
                    f"unresolved function `{function.name}({types})`, called in "
                    f"{stage.place(shader, at)}"
                )


def _check_recursion(stage: LinkedStage, defined, found: dict[tuple, Uses], origin, log) -> None:
    done: set[tuple] = set()
    for root in found:
        open_: dict[tuple, None] = {}
        stack = [(root, False)]
        while stack:
            signature, leaves = stack.pop()
            if leaves:
                del open_[signature]
                done.add(signature)
            elif signature in open_:
                function = defined[signature]
                where = stage.place(origin[function], function.at)
                log.error(f"function `{function.name}` is recursive: {where}")
            elif signature not in done and signature in found:
                open_[signature] = None
                stack.append((signature, True))
                stack.extend((callee, False) for callee in found[signature].calls)


def _initialisers(stage: LinkedStage) -> list[tuple[Shader, Variable, Uses]]:
    """Returns the uses of global variables' initialisers without a constant value."""
    found = []
    for shader in stage.shaders:
        for variable in shader.globals:
            if variable.storage is Storage.GLOBAL and is_computed(variable.initializer):
                uses = uses_of(variable.initializer)
                uses.written.setdefault(variable, set()).add(None)
                uses.writes.setdefault(variable, variable.at)
                found.append((shader, variable, uses))
    return found


def _add_initialisers(stage: LinkedStage, initialisers, defined, live: dict[tuple, Uses]) -> None:
    """Adds the uses of the initialisers that run before main.

    One that calls functions may write other variables, so that it runs even if its own is unused.
    """
    plain = []
    for shader, variable, uses in initialisers:
        if not uses.calls and len(uses.writes) == 1:
            plain.append((shader, variable, uses))
            continue
        more: dict[tuple, Uses] = {}
        _close(defined, uses.calls, more, live=True, known=live)
        for callee in more.values():
            uses.add(callee)
        live.update(more)
        stage.add(uses, shader)
    # A variable's initialiser can only use those before it.
    for shader, variable, uses in reversed(plain):
        if stage.is_live(variable):
            stage.add(uses, shader)


def is_computed(initializer: object) -> bool:
    """True for an initialiser that is an expression without a constant value."""
    return isinstance(initializer, Node) and not isinstance(initializer, Constant)
