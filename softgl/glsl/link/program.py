"""`link_program`: from compiled shaders to a linked program."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from softgl.collector import uncollected
from softgl.glsl.link.active import (
    active_attributes,
    active_uniforms,
    builtin_uniforms,
    check_missing,
    reads_of,
    silent_locations,
)
from softgl.glsl.link.attributes import place_attributes
from softgl.glsl.link.builtin_blocks import check_builtin_blocks, check_builtin_inputs
from softgl.glsl.link.edges import edge_ports
from softgl.glsl.link.feedback import emitted_components, find_captured, record
from softgl.glsl.link.geometry import merge_layouts as merge_geometry
from softgl.glsl.link.geometry import vertices_of
from softgl.glsl.link.interfaces import located, match
from softgl.glsl.link.log import Log
from softgl.glsl.link.outputs import place_outputs
from softgl.glsl.link.resources import program_inputs, program_outputs
from softgl.glsl.link.rules import (
    ORDER,
    check_positions,
    check_shaders,
    merge_layouts,
)
from softgl.glsl.link.shared import merge_globals
from softgl.glsl.link.stages import LinkedStage, merge_functions
from softgl.glsl.link.uniform_blocks import place_blocks
from softgl.glsl.link.uniforms import place_uniforms
from softgl.glsl.link.varyings import check_emitted, place_varyings, qualified
from softgl.glsl.linked import LinkedProgram, LinkRequest, LinkResult
from softgl.glsl.lower import lower
from softgl.glsl.lower.placement import StageUnit
from softgl.glsl.text.source import ShaderError
from softgl.glsl.typed import GeometryLayout, Shader, Storage
from softgl.ir.program import Program, Stage

DEFAULTS = LinkRequest()


@uncollected()
def link_program(shaders: list[Shader], request: LinkRequest = DEFAULTS) -> LinkResult:
    """Links shaders. Never raises for bad ones: the info log of the result says why."""
    log = Log()
    linked = _Link(list(shaders), request, log).run()
    return LinkResult(None if log.failed else linked, str(log))


class _Link:
    """One link: the stages, and what the modules find out about them."""

    def __init__(self, shaders: list[Shader], request: LinkRequest, log: Log):
        self.shaders, self.request, self.log = shaders, request, log
        self.stages: list[LinkedStage] = []
        self.geometry: GeometryLayout | None = None
        self.places: dict[Stage, dict] = {}
        self.last: LinkedStage | None = None  # before fragments

    def run(self) -> LinkedProgram | None:
        """Returns the program; None after an error in the log."""
        for step in (self._start, self._merge, self._match):
            step()
            if self.log.failed:
                return None
        self._place()
        if self.log.failed:
            return None
        programs = self._lower()
        if self.log.failed:
            return None
        linked = self._finish(programs)
        return None if self.log.failed else linked

    def _start(self) -> None:
        check_shaders(self.shaders, self.request, self.log)
        for stage in ORDER:
            mine = [shader for shader in self.shaders if shader.stage is stage]
            if mine:
                self.stages.append(LinkedStage(stage, tuple(mine)))
                self.places[stage] = {}

    def _merge(self) -> None:
        """Merges the shaders of each stage."""
        for stage in self.stages:
            if stage.stage is Stage.GEOMETRY:
                self.geometry = merge_geometry(list(stage.shaders), self.request, self.log)
                stage.vertices = vertices_of(self.geometry)
            check_builtin_blocks(stage, self.request.separable, self.log)
            merge_globals(stage, self.log)
            merge_functions(stage, self.log)
        before = [stage for stage in self.stages if stage.stage is not Stage.FRAGMENT]
        self.last = before[-1] if before else None
        for stage in before:
            check_positions(stage, stage is self.last, self.log)

    def _match(self) -> None:
        """Matches outputs and inputs of neighbours, and finds the outputs of feedback."""
        self.pairs, self.missing = [], []
        for producer, consumer in pairwise(self.stages):
            check_builtin_inputs(producer, consumer, self.log)
            pairs, missing = match(producer, consumer, self.log)
            self.pairs.append(pairs)
            self.missing += missing
        self._check_edges()
        self.captured = find_captured(self.last, self.request, self.log)

    def _check_edges(self) -> None:
        """Refuses varyings that overlap before the first stage and behind the last one."""
        if self.stages and self.stages[0].stage is not Stage.VERTEX:
            located(self.stages[0], Storage.IN, self.log)
        if self.stages and self.stages[-1].stage is not Stage.FRAGMENT:
            located(self.stages[-1], Storage.OUT, self.log)

    # -- places ------------------------------------------------------------------------------------

    def _place(self) -> None:
        """Gives each variable its place."""
        log = self.log
        self.uniforms = place_uniforms(self.stages, self.places, log)
        self.blocks = place_blocks(self.stages, self.places, log)
        self.attributes: dict = {}
        self.outputs: tuple = ()
        self.varyings: tuple = ()
        for stage in self.stages:
            mine = self.places[stage.stage]
            if stage.stage is Stage.VERTEX:
                self.attributes = place_attributes(stage, self.request, mine, log)
            elif stage.stage is Stage.FRAGMENT:
                self.outputs = place_outputs(stage, self.request, mine, log)
        self._place_varyings()
        if log.failed or self.last is None:
            return
        where = self.places[self.last.stage]
        self.varyings = record(self.captured, self.request, where, log)
        if self.last.stage is Stage.GEOMETRY:
            count = emitted_components(self.last, where)
            check_emitted(self.geometry.max_vertices, count, log)

    def _place_varyings(self) -> None:
        captured = frozenset(one.variable for one in self.captured if one is not None)
        edges: list[tuple] = [
            (*two, pairs) for two, pairs in zip(pairwise(self.stages), self.pairs, strict=True)
        ]
        if self.stages and self.stages[0].stage is not Stage.VERTEX:
            edges.insert(0, (None, self.stages[0], []))
        if self.stages and self.stages[-1].stage is not Stage.FRAGMENT:
            edges.append((self.stages[-1], None, []))
        for producer, consumer, pairs in edges:
            edge = producer is None or consumer is None
            place_varyings(
                producer,
                consumer,
                pairs,
                captured if producer is self.last else frozenset(),
                edge and self.request.separable,
                self.places,
                self.log,
            )

    # -- programs ----------------------------------------------------------------------------------

    def _lower(self) -> dict[Stage, Program]:
        programs = {}
        for stage in self.stages:
            unit = self._unit(stage)
            if self.log.failed:
                break
            try:
                programs[stage.stage] = lower(unit)
            except ShaderError as error:
                at, (first, *others) = error.message.at, stage.shaders
                where = f"{stage.stage.value} shader"
                if at is not None and not others:
                    where = stage.place(first, at)
                self.log.error(f"{where}: {error}")
        return programs

    def _finish(self, programs: dict[Stage, Program]) -> LinkedProgram:
        """Returns the program, with what its instructions read as the active variables."""
        reads = {stage: reads_of(program) for stage, program in programs.items()}
        check_missing(self.missing, self.places, reads, self.log)
        uniforms = active_uniforms(self.uniforms, reads, self.log)
        first = len(uniforms)
        blocks = tuple(
            replace(block, uniforms=tuple(first + number for number in block.uniforms))
            for block in self.blocks.blocks
        )
        attributes: tuple = ()
        if self.attributes:
            vertex = Stage.VERTEX
            attributes = active_attributes(self.attributes, self.places[vertex], reads[vertex])
        edges = self._edges()
        return LinkedProgram(
            programs,
            (*uniforms, *self.blocks.uniforms, *builtin_uniforms(self.stages, reads)),
            blocks,
            attributes,
            self.outputs,
            self.varyings,
            self.request.interleaved,
            self.uniforms.rows,
            self.uniforms.units,
            silent_locations(self.uniforms, uniforms),
            *edges,
            *self._resources(programs, reads, attributes, edges),
            frozenset(range(len(self.uniforms.units))).difference(
                *(read.samplers for read in reads.values())
            ),
        )

    def _resources(self, programs, reads, attributes, edges) -> tuple[tuple, tuple]:
        """Returns the active inputs of the first stage, and the active outputs of the last one."""
        if not self.stages:
            return (), ()
        first, last = self.stages[0], self.stages[-1]
        bindings = reads[first.stage].bindings
        return (
            program_inputs(first, attributes, edges[0], bindings),
            program_outputs(last, self.outputs, edges[1], programs[last.stage]),
        )

    def _edges(self) -> tuple[tuple, tuple]:
        """Returns the inputs of the first stage, and the outputs of the last one."""
        first, last = self.stages[:1], self.stages[-1:]
        inputs = [stage for stage in first if stage.stage is not Stage.VERTEX]
        outputs = [stage for stage in last if stage.stage is not Stage.FRAGMENT]
        return tuple(
            tuple(port for one in side for port in edge_ports(one, storage, self.places[one.stage]))
            for side, storage in ((inputs, Storage.IN), (outputs, Storage.OUT))
        )

    def _unit(self, stage: LinkedStage) -> StageUnit:
        places = self.places[stage.stage]
        inputs = qualified(stage, places) if stage.stage is Stage.FRAGMENT else {}
        live = [
            variable
            for variable in stage.of(Storage.GLOBAL, Storage.OUT, Storage.BUILTIN_OUT)
            if stage.is_live(variable)
        ]
        return StageUnit(
            stage.stage,
            tuple(shader.source for shader in stage.shaders),
            stage.main,
            stage.functions,
            stage.canonical,
            tuple(live),
            places,
            tuple(self.uniforms.samplers[stage.stage]),
            tuple(self.blocks.buffers[stage.stage]),
            self.geometry if stage.stage is Stage.GEOMETRY else None,
            merge_layouts(stage, self.log),
            _starts(stage),
            **{name: frozenset(bindings) for name, bindings in inputs.items()},
        )


def _starts(stage: LinkedStage) -> dict[tuple, int]:
    """Returns the offsets of the texts of functions, as `StageUnit` has them."""
    starts, start = {}, 0
    for shader in stage.shaders:
        starts |= {one.signature: start for one in shader.functions if one.body is not None}
        start += len(shader.source.text) + 1
    return starts
