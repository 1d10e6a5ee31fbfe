"""The boundary between two stages: outputs and inputs matched by name, location or block."""

from __future__ import annotations

from softgl.glsl.link.blocks import differences
from softgl.glsl.link.log import Log
from softgl.glsl.link.matching import equal
from softgl.glsl.link.stages import LinkedStage
from softgl.glsl.typed import Block, Storage, Variable
from softgl.glsl.types import Array, Struct, Type, registers
from softgl.ir.program import Stage
from softgl.records import dataclass

MAX_LOCATIONS = 128
"""The components of the varyings of a stage at most; each may have a location of its own."""


@dataclass(frozen=True, eq=False)
class Port:
    """An input or output variable, or a block of them.

    type : of one vertex. parts : each variable with its first register in the port and its type.
    """

    key: tuple
    name: str
    type: Type
    parts: tuple[tuple[Variable, int, Type], ...]
    block: Block | None = None

    def is_live(self, stage: LinkedStage) -> bool:
        """True if running code reads or writes some of it."""
        return any(map(stage.is_live, self.variables))

    def is_written(self, stage: LinkedStage) -> bool:
        """True if running code writes some of it."""
        return any(variable in stage.uses.written for variable in self.variables)

    def is_read(self, stage: LinkedStage) -> bool:
        """True if there is a static read."""
        return any(variable in stage.uses.reads for variable in self.variables)

    @property
    def variables(self) -> list[Variable]:
        """The variables; a block with an instance name has one."""
        return [variable for variable, _, _ in self.parts]

    @property
    def location(self) -> int | None:
        """The location in the shader's text, or None."""
        return location_of(self.parts[0][0]) if self.parts else None


def location_of(variable: Variable, word: str = "location") -> int | None:
    """Returns the value of a word of a variable's layout, None without it."""
    return (variable.layout or {}).get(word)


def ports(stage: LinkedStage, storage: Storage) -> dict[tuple, Port]:
    """Returns the user-defined inputs (Storage.IN) or outputs (OUT) of a stage by key.

    A key is ("location", n), ("", name) or ("block", name).
    """
    found: dict[tuple, Port] = {}
    arrayed = stage.stage is Stage.GEOMETRY and storage is Storage.IN
    for variable in stage.of(storage):
        if variable.block is None and not variable.name.startswith("gl_"):
            type_ = variable.type
            if arrayed and isinstance(type_, Array):
                type_ = type_.element
            where = location_of(variable)
            key = ("", variable.name) if where is None else ("location", where)
            if key in found:  # `located` refuses it
                key = ("location", where, variable.name)
            found[key] = Port(key, variable.name, type_, ((variable, 0, type_),))
    for (kind, name), block in stage.blocks.items():
        if kind is storage and not name.startswith("gl_"):
            found["block", name] = _block_port(stage, block, arrayed)
    return found


def _block_port(stage: LinkedStage, block: Block, arrayed: bool) -> Port:
    key, type_ = ("block", block.name), block.type
    if block.variable is not None:
        if block.count is not None and not arrayed:
            type_ = Array(block.type, block.count)
        instance = stage.canonical[block.variable]
        return Port(key, block.name, type_, ((instance, 0, type_),), block)
    parts, first = [], 0
    for variable in block.members:
        one = stage.canonical[variable]
        parts.append((one, first, one.type))
        first += registers(one.type)
    return Port(key, block.name, type_, tuple(parts), block)


@dataclass(frozen=True, eq=False)
class Pair:
    """A matched output and input."""

    output: Port
    input: Port


def located(stage: LinkedStage, storage: Storage, log: Log) -> dict[int, Port]:
    """Returns the port at each location, and refuses ports that overlap."""
    found: dict[int, Port] = {}
    for port in ports(stage, storage).values():
        first = port.location
        if first is None or port.block is not None:
            continue
        last = first + registers(port.type) - 1
        if last >= MAX_LOCATIONS:
            # ARB_separate_shader_objects, 4.3.8.1: "A program will fail to link if any attached
            # shader uses a location greater than or equal to the number of supported locations".
            log.error(
                f"`{port.name}` has location {last} in {stage.where(port.variables[0])}: there are "
                f"{MAX_LOCATIONS} locations"
            )
            continue
        for number in range(first, last + 1):
            other = found.setdefault(number, port)
            if other is not port:
                log.error(
                    f"`{other.name}` and `{port.name}` have the same location {number} in "
                    f"{stage.where(port.variables[0])}"
                )
                break
    return found


def _match_locations(producer: LinkedStage, consumer: LinkedStage, log: Log) -> None:
    """Refuses inputs at some location of an output that begins at another."""
    outputs = located(producer, Storage.OUT, log)
    for number, into in located(consumer, Storage.IN, log).items():
        out = outputs.get(number)
        if out is not None and out.location != into.location:
            a, b = producer.where(out.variables[0]), consumer.where(into.variables[0])
            log.error(
                f"input `{into.name}` of {b} shares location {number} with output `{out.name}` of "
                f"{a}, which begins at another"
            )
            return


@dataclass(frozen=True, eq=False)
class Missing:
    """An input that the stage before does not write. fails : True if that is an error, once running
    code reads it, and False if its value is undefined."""

    stage: LinkedStage
    port: Port
    text: str
    fails: bool


def match(
    producer: LinkedStage, consumer: LinkedStage, log: Log
) -> tuple[list[Pair], list[Missing]]:
    """Returns the matched outputs and inputs of two stages, and inputs that none writes."""
    _match_locations(producer, consumer, log)
    outputs, inputs = ports(producer, Storage.OUT), ports(consumer, Storage.IN)
    pairs, missing = [], []
    for key, into in inputs.items():
        out = outputs.get(key)
        if out is None:
            missing += _missing(producer, consumer, into, log)
            continue
        pairs.append(Pair(out, into))
        if into.block is None and not out.is_written(producer):
            missing += _missing(producer, consumer, into, log)
        if into.block is None:
            _check_pair(producer, consumer, out, into, log)
        else:
            geometry = consumer.stage is Stage.GEOMETRY
            reason = differences(out.block, into.block, instances=False, arrays=not geometry)
            if not reason and geometry and out.block.count is not None:
                reason = "outputs for geometry shaders are no arrays"
            if reason:
                log.error(
                    f"block `{into.name}` differs between {producer.where(out.block)} and "
                    f"{consumer.where(into.block)}: {reason}"
                )
    _check_builtin(producer, consumer, log)
    return pairs, missing


def _missing(producer: LinkedStage, consumer: LinkedStage, into: Port, log: Log) -> list[Missing]:
    """Checks an input without an output, or with one that no code writes."""
    other = producer.named(into.name)
    declared = into.block is None and other is not None and other.storage is Storage.OUT
    kind = "block" if into.block else "input"
    where = consumer.where(into.block or into.variables[0])
    what = "not written by" if declared else "no output of"
    text = f"{kind} `{into.name}` of {where} is {what} the {producer.stage.value} shader"
    if consumer.shaders[0].language.es or into.block:
        # GLSL ES 3.00, 4.3.10: "Only those fragment inputs statically used (i.e. read) in the
        # fragment shader must be declared as outputs in the vertex shader".
        if into.is_read(consumer) and not declared:
            log.error(text)
        return []
    # GLSL 1.20, 4.3.6: "Only those varying variables used (i.e. read) in the fragment shader
    # executable must be written to by the vertex shader executable". Later drivers, ours too, have
    # undefined values in later versions.
    old = max(producer.version, consumer.version) <= 120
    return [Missing(consumer, into, text, old)] if into.location is None else []


def same_type(out: Port, into: Port) -> bool:
    """True if an output and an input have one type.

    ARB_separate_shader_objects, 2.14.PPO: "Variables or block members declared as structures are
    considered to match in type if and only if structure members match in name, type, qualification,
    and declaration order." So the structures of locations may have different names.
    """
    return equal(out.type, into.type, names=into.location is None)


def _check_pair(
    producer: LinkedStage, consumer: LinkedStage, out: Port, into: Port, log: Log
) -> None:
    a, b = out.variables[0], into.variables[0]
    if not same_type(out, into):
        mine, theirs = str(out.type), str(into.type)
        if mine == theirs and isinstance(out.type, Struct):
            mine, theirs = (_members(each) for each in (out.type, into.type))
        log.error(
            f"`{into.name}` is {mine} in {producer.where(a)} and {theirs} in {consumer.where(b)}"
        )
        return
    es = consumer.shaders[0].language.es
    version = max(producer.version, consumer.version)
    # ES has no other default than smooth.
    default = "smooth" if es else ""
    if (a.interpolation or default) != (b.interpolation or default):
        log.error(
            f"`{into.name}` is {a.interpolation or 'without interpolation qualifier'} in "
            f"{producer.where(a)} and {b.interpolation or 'without'} in {consumer.where(b)}"
        )
    if a.centroid != b.centroid:
        # Up to OpenGL 4.2 they must match. No implementation refuses it any more, and later
        # versions allow it.
        log.warning(
            f"`{into.name}` is centroid in only one of {producer.where(a)} and {consumer.where(b)}"
        )
    # "For variables leaving one shader and coming into another shader, the invariant keyword has to
    # be used in both shaders, or a link error will result": up to GLSL 4.10, and ES 1.00.
    free = a.any_invariance or (es and version >= 300)
    if a.invariant != b.invariant and not free:
        log.error(
            f"`{into.name}` is invariant in only one of {producer.where(a)} and {consumer.where(b)}"
        )


def _members(type_: Struct) -> str:
    return f"{type_} {{{', '.join(f'{m.type} {m.name}' for m in type_.members)}}}"


_COLORS = {
    "gl_Color": ("gl_FrontColor", "gl_BackColor"),
    "gl_SecondaryColor": ("gl_FrontSecondaryColor", "gl_BackSecondaryColor"),
}


_INVARIANT = {"gl_FragCoord": "gl_Position", "gl_PointCoord": "gl_PointSize"}


def _check_invariance(producer: LinkedStage, consumer: LinkedStage, log: Log) -> None:
    """Compares the invariance of built-in variables.

    GLSL ES 1.00, 4.6.4: "gl_FragCoord can only be declared invariant if and only if gl_Position is
    declared invariant. Similarly gl_PointCoord can only be declared invariant if and only if
    gl_PointSize is declared invariant."
    """
    if not consumer.shaders[0].language.es or consumer.version >= 300:
        return
    declared = {
        variable.name
        for stage in (producer, consumer)
        for shader in stage.shaders
        for variable in shader.globals
        if variable.builtin and variable.invariant
    }
    for name, source in _INVARIANT.items():
        if name in declared and source not in declared:
            log.error(f"`{name}` is invariant, but `{source}` is not")


def _check_builtin(producer: LinkedStage, consumer: LinkedStage, log: Log) -> None:
    """Compares the interpolation of colours: GLSL 3.30, 4.3.9.1; and invariance."""
    _check_invariance(producer, consumer, log)
    for name, sources in _COLORS.items():
        into = consumer.named(name)
        if into is None or into not in consumer.uses.reads:
            continue
        for source in sources:
            out = producer.named(source)
            if out is None or out not in producer.uses.writes:
                continue
            if (out.interpolation or "") != (into.interpolation or ""):
                log.error(
                    f"`{name}` is {into.interpolation or 'without interpolation qualifier'}, "
                    f"but `{source}` is {out.interpolation or 'without'}"
                )
