"""Translates and links programs for applications: `Loader`."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from softgl import files
from softgl.asm import tgsi
from softgl.errors import SoftGLError, UsageError
from softgl.translate.drivers import driver
from softgl.translate.interfaces.interface import Interface, Sampler
from softgl.translate.interfaces.targets import TARGETS
from softgl.translate.sources import Source, state_binding
from softgl.translate.translation import Translation, translate

_STAGES = ("vertex", "geometry", "fragment")


class Loader:
    """Translates programs, compiles them with the driver, and sets their uniforms.

    gl : the functions of the driver as PyOpenGL has them (a module, an object, a mapping of names,
        or several of these, as `[GL, GL.ARB.vertex_program]`), or a moderngl context.
    to, exact, conventional : as in `translate`; by default `to` is "glsl120" for functions and
        "glsl330" for moderngl.
    cache : a folder that stores translations between runs; None: this run only.

    Neither PyOpenGL nor moderngl is imported. A loader belongs to one context of GL, which must be
    current in every call.
    """

    def __init__(
        self,
        gl,
        *,
        to: str | None = None,
        exact: bool = False,
        conventional: bool = False,
        cache=None,
    ):
        self.driver = driver(gl)
        self.to = to or self.driver.standard
        if self.to not in TARGETS or not TARGETS[self.to].glsl:
            known = ", ".join(name for name, target in TARGETS.items() if target.glsl)
            raise UsageError(f"a loader cannot use the target {self.to!r}, only {known}")
        self._wishes = {"exact": exact, "conventional": conventional}
        self._folder = None if cache is None else Path(cache)
        self._translations: dict[str, Translation] = {}
        self._linked: dict[tuple, Linked] = {}
        self._tracked: dict[int, str] = {}

    def translate(
        self,
        text: str | bytes,
        reader: Translation | None = None,
        feedback: Iterable[str] | None = None,
    ) -> Translation:
        """Returns the translation of a program text, made once; options as in `translate`."""
        if isinstance(text, bytes):
            text = text.decode("latin-1")
        recorded = None if feedback is None else list(feedback)
        parts = [_version(), self.to, self._wishes, recorded, _asked(text, reader), text]
        digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        if digest not in self._translations:
            found = self._cached(digest)
            if found is None:
                found = translate(
                    text, to=self.to, reader=reader, feedback=recorded, **self._wishes
                )
                self._store(digest, found)
            self._translations[digest] = found
        return self._translations[digest]

    def program(
        self,
        *,
        vertex: str | bytes | None = None,
        geometry: str | bytes | None = None,
        fragment: str | bytes | None = None,
        feedback: Iterable[str] | None = None,
    ) -> Linked:
        """Returns the linked program of some program texts, made once.

        feedback : the results of the last stage before the rasteriser to record, as in programs;
            None: none.

        Raises the errors of `translate`, and LoadError if the driver rejects a text.
        """
        texts = dict(zip(_STAGES, (vertex, geometry, fragment), strict=True))
        stages = [stage for stage in _STAGES if texts[stage] is not None]
        recording = next((stage for stage in reversed(stages) if stage != "fragment"), None)
        if not stages:
            raise UsageError("no program text")
        if feedback is not None and recording is None:
            raise UsageError("transform feedback needs a vertex or geometry program")
        reader, translations = None, {}
        for stage in reversed(stages):
            recorded = feedback if stage == recording else None
            reader = self.translate(texts[stage], reader, recorded)
            if reader.stage != stage:
                raise UsageError(f"the {stage} program is a {reader.stage} program")
            translations[stage] = reader
        names = () if feedback is None else translations[recording].interface.feedback
        key = (*((stage, translations[stage].text) for stage in stages), names)
        if key not in self._linked:
            ordered = {stage: translations[stage] for stage in stages}
            self._linked[key] = Linked(self.driver, ordered, names, self._tracked)
        return self._linked[key]

    def track(self, first: int, matrix: str | None) -> None:
        """Makes four env parameters of vertex programs, c[first] and on, the rows of a matrix.

        matrix : a binding such as "state.matrix.mvp", as for glTrackMatrixNV; None ends it.
        """
        self._tracked.pop(first, None)
        if matrix is not None:
            self._tracked[first] = state_binding(matrix)[0]

    def _cached(self, digest: str) -> Translation | None:
        """Returns the translation in the folder, if it can be read; else None."""
        if self._folder is None:
            return None
        try:
            document = json.loads(files.read_file(self._folder / f"{digest}.json"))
            interface = Interface.from_dict(document["interface"])
            text = str(document["text"])
        except (SoftGLError, ValueError, LookupError, TypeError):
            return None
        return Translation(text, interface, interface.stage, interface.target)

    def _store(self, digest: str, one: Translation) -> None:
        if self._folder is not None:
            files.make_folder(self._folder)
            document = {"text": one.text, "interface": one.interface.to_dict()}
            path = self._folder / f"{digest}.json"
            files.write_file(path, json.dumps(document).encode())


class Linked:
    """The translations of some stages as one program of the driver.

    program : the driver's program: a number, or a moderngl.Program.
    interfaces : stage -> Interface.
    units : sampler -> unit, by name. Where programs sample textures of several kinds by one unit,
        which GLSL does not allow, all but one have units that no program uses.
    blocks : (stage, binding point of a parameter buffer) -> binding point of the uniform block.
    """

    def __init__(self, driver, translations, feedback: tuple[str, ...], tracked):
        self._driver = driver
        self._tracked = tracked
        self._set: dict[str, bytes] = {}
        self.interfaces = {stage: one.interface for stage, one in translations.items()}
        texts = {stage: one.text for stage, one in translations.items()}
        self.program = driver.link(texts, self.interfaces.values(), feedback)
        self.units = self._placed()
        self.blocks: dict[tuple[str, int], int] = {}
        self._bind()

    @cached_property
    def samplers(self) -> dict[str, Sampler]:
        """The samplers of all stages, by name."""
        each = (one for interface in self.interfaces.values() for one in interface.samplers)
        return {one.name: one for one in each}

    def _placed(self) -> dict[str, int]:
        units: dict[str, int] = {}
        used = {one.unit for one in self.samplers.values()}
        first: dict[int, str] = {}
        for name, one in self.samplers.items():
            unit = one.unit
            if first.setdefault(unit, one.type) != one.type:
                unit = max(set(range(self._driver.units())) - used, default=None)
                if unit is None:
                    raise UsageError(f"no texture unit is left for {name}")
                used.add(unit)
            units[name] = unit
        return units

    def _bind(self) -> None:
        """Sets the constants: the units of samplers, the binding points of blocks."""
        before = self._driver.current()
        self._driver.use(self.program)
        for name, unit in self.units.items():
            uniform = self._driver.uniform(self.program, name)
            if uniform is not None:
                self._driver.set_unit(uniform, unit)
        for stage, interface in self.interfaces.items():
            for one in interface.buffers:
                binding = len(self.blocks)
                self.blocks[stage, one.point] = binding
                self._driver.bind_block(self.program, one.block, binding)
        self._driver.use(before)

    @cached_property
    def _uniforms(self) -> dict:
        """The uniforms that the driver has, by name."""
        each = (one for interface in self.interfaces.values() for one in interface.uniforms)
        found = {one.name: self._driver.uniform(self.program, one.name) for one in each}
        return {name: uniform for name, uniform in found.items() if uniform is not None}

    def use(self, values: Mapping | None = None) -> None:
        """Uses the program, with the current values of its uniforms and textures.

        values : as for `Source`. Missing values come from GL's state if the loader has functions;
            otherwise parameters are 0, and other state raises UsageError.
        """
        driver = self._driver
        driver.use(self.program)
        source = Source(values, driver.functions, self._tracked)
        for interface in self.interfaces.values():
            for name, array in source.values(interface).items():
                self._write(name, array)
        for name, unit in self.units.items():
            if unit != self.samplers[name].unit:
                driver.bind_again(self.samplers[name], unit)

    def _write(self, name: str, array) -> None:
        """Sets a uniform of the program in use, if its value has changed."""
        data = array.tobytes()
        if name in self._uniforms and self._set.get(name) != data:
            self._driver.set(self._uniforms[name], array)
            self._set[name] = data


def _asked(text: str, reader: Translation | None) -> list:
    """Returns the parts of the reading stage that affect a program's translation."""
    read = reader.interface.attributes if reader else ()
    # Results are named after their readers: those of a geometry program have its names, and GENERIC
    # of TGSI matches texture coordinates as well as attributes.
    named = reader is not None and (reader.stage == "geometry" or tgsi.begins(text))
    between = ((one.binding, one.interpolation, one.centroid) for one in read)
    return [
        one
        for one in between
        if named or one[1:] != ("smooth", False) or one[0].startswith("fragment.generic")
    ]


def _version() -> str:
    return sys.modules["softgl"].__version__
