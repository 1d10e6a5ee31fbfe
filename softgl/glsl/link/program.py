"""`link_program`: from compiled shaders to a linked program."""

from __future__ import annotations

from itertools import pairwise

from softgl.glsl.link.attributes import place_attributes
from softgl.glsl.link.feedback import emitted_components, find_captured, record
from softgl.glsl.link.geometry import merge_layouts as merge_geometry
from softgl.glsl.link.geometry import vertices_of
from softgl.glsl.link.interfaces import match
from softgl.glsl.link.log import Log
from softgl.glsl.link.outputs import place_outputs
from softgl.glsl.link.rules import ORDER, check_positions, check_shaders, merge_layouts
from softgl.glsl.link.shared import merge_globals
from softgl.glsl.link.stages import LinkedStage, merge_functions
from softgl.glsl.link.uniform_blocks import place_blocks
from softgl.glsl.link.uniforms import builtin_uniforms, place_uniforms
from softgl.glsl.link.varyings import check_emitted, place_varyings, qualified
from softgl.glsl.linked import LinkedProgram, LinkRequest, LinkResult
from softgl.glsl.lower.placement import StageUnit
from softgl.glsl.text.source import ShaderError
from softgl.glsl.typed import GeometryLayout, Shader, Storage
from softgl.ir.program import Program, Stage

DEFAULTS = LinkRequest()


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
        interface = self._place()
        if self.log.failed:
            return None
        programs = self._lower(interface)
        if self.log.failed:
            return None
        return LinkedProgram(programs, **interface["lists"])

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
            merge_globals(stage, self.log)
            merge_functions(stage, self.log)
        before = [stage for stage in self.stages if stage.stage is not Stage.FRAGMENT]
        self.last = before[-1] if before else None
        for stage in before:
            check_positions(stage, stage is self.last, self.log)

    def _match(self) -> None:
        """Matches outputs and inputs of neighbours, and finds the outputs of feedback."""
        self.pairs = [match(a, b, self.log) for a, b in pairwise(self.stages)]
        self.captured = find_captured(self.last, self.request, self.log)

    # -- places ------------------------------------------------------------------------------------

    def _place(self) -> dict:
        """Gives each variable its place, and returns the lists of active ones."""
        log, lists = self.log, {}
        first, last = (self.stages[0], self.stages[-1]) if self.stages else (None, None)
        uniforms = place_uniforms(self.stages, self.places, log)
        blocks = place_blocks(self.stages, len(uniforms.uniforms), self.places, log)
        lists["uniforms"] = (*uniforms.uniforms, *blocks.uniforms, *builtin_uniforms(self.stages))
        lists["blocks"] = tuple(blocks.blocks)
        lists["rows"], lists["units"] = uniforms.rows, uniforms.units
        if first is not None and first.stage is Stage.VERTEX:
            lists["attributes"] = place_attributes(
                first, self.request, self.places[Stage.VERTEX], log
            )
        if last is not None and last.stage is Stage.FRAGMENT:
            lists["outputs"] = place_outputs(last, self.request, self.places[Stage.FRAGMENT], log)
        self._place_varyings()
        if not log.failed and self.last is not None:
            where = self.places[self.last.stage]
            lists["varyings"] = record(self.captured, self.request, where, log)
            if self.last.stage is Stage.GEOMETRY:
                count = emitted_components(self.last, where)
                check_emitted(self.last, self.geometry.max_vertices, count, log)
        lists["interleaved"] = self.request.interleaved
        return {"lists": lists, "uniforms": uniforms, "blocks": blocks}

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

    def _lower(self, interface: dict) -> dict[Stage, Program]:
        from softgl.glsl.lower import lower

        programs = {}
        for stage in self.stages:
            unit = self._unit(stage, interface)
            if self.log.failed:
                break
            try:
                programs[stage.stage] = lower(unit)
            except ShaderError as error:
                self.log.error(f"{stage.stage.value} shader: {error}")
        return programs

    def _unit(self, stage: LinkedStage, interface: dict) -> StageUnit:
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
            tuple(interface["uniforms"].samplers[stage.stage]),
            tuple(interface["blocks"].buffers[stage.stage]),
            self.geometry if stage.stage is Stage.GEOMETRY else None,
            merge_layouts(stage, self.log),
            **{name: frozenset(bindings) for name, bindings in inputs.items()},
        )
