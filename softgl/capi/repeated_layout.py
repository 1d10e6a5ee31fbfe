"""The layout of calls in the queue that end with a draw, as a client repeats them for each object.

Two sequences have one layout if their calls write the same state, each with values of its own: a
program, an array object, a texture of the same unit, rows of uniforms. So the values of the latest
sequence, and the state before all of them, are the whole state that its draw depends on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api import registry
from softgl.gl.api.signature import Signature, parse_signature
from softgl.gl.shading.uniforms import UNIFORM_SETTERS, UniformSetter
from softgl.records import dataclass

SETTERS = {
    **dict.fromkeys(
        "glUseProgram glBindVertexArray glBlendFunc glBlendFuncSeparate glBlendEquation"
        " glBlendEquationSeparate glBlendColor glDepthFunc glCullFace glFrontFace"
        " glPolygonOffset glLineWidth glPointSize glStencilFunc glStencilOp glStencilMask".split(),
        0,
    ),
    **dict.fromkeys(
        "glActiveTexture glBindTexture glBindSampler glEnable glDisable glBindBuffer".split(), 1
    ),
    **dict.fromkeys("glBindBufferRange glBindBufferBase".split(), 2),
}
"""The setters that may be repeated, and how many first arguments choose the state that they set."""
STORES = frozenset({"glBufferSubData"})
DRAWS = frozenset(
    "glDrawArrays glDrawArraysInstanced glDrawElements glDrawElementsInstanced".split()
)
QUIET_CALLS = frozenset(
    "glClear glReadPixels glFlush glFinish glGetError glGetIntegerv glGetFloatv glGetBooleanv"
    " glIsEnabled".split()
)
"""Calls that change nothing but pixels."""
COUNTED_CALLS = frozenset(
    "glClearColor glClearDepth glClearDepthf glClearStencil glReadBuffer glPixelStorei glColorMask"
    " glDepthMask glScissor glViewport glBindFramebuffer glDrawBuffers glDrawBuffer"
    " glClampColor".split()
)
"""Calls that often set what there is; else they move the counter of revisions."""
PART, DRAW, QUIET, COUNTED, OTHER = range(5)
"""The roles of calls: a part of a sequence; its end; the others stand between sequences."""


def role_of(name: str) -> int:
    """Returns the role of a function."""
    if name in SETTERS or name in STORES or name in UNIFORM_SETTERS:
        return PART
    for role, names in ((DRAW, DRAWS), (QUIET, QUIET_CALLS), (COUNTED, COUNTED_CALLS)):
        if name in names:
            return role
    return OTHER


LOW, WORD = np.uint64(0xFFFFFFFF), np.uint64(0xFFFFFFFFFFFFFFFF)
"""The bits of a number of 32 bits in its word, and all: the others may be anything."""
_BITS = {"boolean": np.uint64(0xFF), "intptr": WORD, "sizeiptr": WORD}
_TOGGLES = frozenset({"glEnable", "glDisable"})


@dataclass(frozen=True)
class Uniform:
    """A call of glUniform* in a sequence. Places are words from the start of the sequence.

    location, count, transpose : places of arguments; 0 for none. data : the first place of its
        numbers: four bytes each in an array, else a word each.
    """

    location: int
    count: int
    transpose: int
    data: int
    setter: UniformSetter


@dataclass(frozen=True)
class StoredData:
    """A call of glBufferSubData in a sequence: the places of its offset, its size and its bytes."""

    offset: int
    size: int
    data: int


class Layout:
    """The layout of the calls in some words of the queue; the last one is a draw.

    words : uint64, a sequence of it. names : of functions, by number.
    is_known : False if a call may do more than set what `states` and the fields say.
    size : the number of words. draw : the place of the draw's head.
    states : the state that the setters set, a tuple for each.
    uniforms, stores : the calls that write into program objects and buffer objects; those into the
        buffer object of a target.
    programs : places of the arguments of glUseProgram.
    """

    def __init__(self, words: np.ndarray, names: Sequence[str]):
        self.size, self.draw, self.is_known = len(words), 0, True
        self.states: set[tuple] = set()
        self.uniforms: list[Uniform] = []
        self.stores: list[tuple[int, StoredData]] = []
        self.programs: list[int] = []
        self._toggles, self._fixed, self._chosen, self._free = [], [], [], {}
        self._unit, at = None, 0
        while at < self.size and self.is_known:
            head = int(words[at])
            number = head & 0xFFFF
            self._add(names[number] if number < len(names) else "", at, words)
            self.draw, at = at, at + (head >> 16)
        self._masks = np.array([*self._free.values()], np.uint64)
        self._free = [*self._free]
        self._values = words[self._chosen]

    def _add(self, name: str, at: int, words: np.ndarray) -> None:
        """Adds a call with its head at a place."""
        choosing = SETTERS.get(name)
        uniform = UNIFORM_SETTERS.get(name)
        if choosing is None and not uniform and name not in STORES and name not in DRAWS:
            self.is_known = False
            return
        signature = parse_signature(registry.COMMANDS[name])
        (self._toggles if name in _TOGGLES else self._fixed).append(at)
        if uniform:
            self._add_uniform(uniform, signature, at)
            return
        places = range(at + 1, at + 1 + len(signature.parameters))
        if name in STORES:
            self._add_store(places, int(words[places[0]] & LOW))
            places = places[:3]  # the address of the copy differs
        elif choosing is not None:
            self._add_states(name, at, [int(words[place] & LOW) for place in places[:choosing]])
        chosen = 1 if name in STORES else choosing or 0
        self._chosen += places[:chosen]
        for place, parameter in zip(places, signature.parameters, strict=False):
            if place not in places[:chosen]:
                self._free[place] = WORD if parameter.pointer else _BITS.get(parameter.kind, LOW)

    def _add_states(self, name: str, at: int, chosen: list[int]) -> None:
        """Adds the state of a setter; chosen : its first arguments."""
        if name == "glUseProgram":
            self.programs.append(at + 1)
            self.is_known = len(self.programs) > 1 or not self.uniforms  # of the one before
        if name in _TOGGLES:
            name = "glEnable"
        if name == "glActiveTexture":
            (self._unit,) = chosen
            self.states.add((name,))
            chosen = []
        if name == "glBindTexture":
            chosen = [self._unit, *chosen]
        if name.startswith("glBindBuffer"):
            # The array object has the binding of indices. A store goes into one buffer object.
            once = ("glBindBuffer", chosen[0]) not in self.states
            targets = [target for target, _ in self.stores]
            self.is_known = (
                chosen[0] != gl.GL_ELEMENT_ARRAY_BUFFER and once and chosen[0] not in targets
            )
            self.states.add(("glBindBuffer", chosen[0]))
        self.states.add((name, *chosen))

    def _add_store(self, places: Sequence[int], target: int) -> None:
        """Adds a call of glBufferSubData."""
        self.is_known = target != gl.GL_ELEMENT_ARRAY_BUFFER
        self.stores.append((target, StoredData(*places[1:3], places[-1] + 1)))

    def _add_uniform(self, setter: UniformSetter, signature: Signature, at: int) -> None:
        """Adds a call of glUniform*."""
        places = {each.name: at + 1 + n for n, each in enumerate(signature.parameters)}
        data = at + 1 + len(places) if setter.is_array else at + 2
        count, transpose = places.get("count", 0), places.get("transpose", 0)
        self.uniforms.append(Uniform(at + 1, count, transpose, data, setter))
        for place in filter(None, (at + 1, count, transpose)):
            self._free[place] = _BITS["boolean"] if place == transpose else LOW

    # -- sequences of this layout ------------------------------------------------------------------

    def fits(self, words: np.ndarray) -> bool:
        """True if a sequence with equal heads chooses the same state."""
        return bool(((words[self._chosen] ^ self._values) & LOW == 0).all())

    def matching(self, rows: np.ndarray, toggles: np.ndarray) -> int:
        """Returns how many sequences, from the first on, have this layout: heads are equal.

        rows : (sequences, size) words. toggles : the heads of glEnable and glDisable.
        """
        fits = (rows[:, self._fixed] == rows[0, self._fixed]).all(1)
        fits &= ((rows[:, self._chosen] ^ self._values) & LOW == 0).all(1)
        if self._toggles:
            fits &= np.isin(rows[:, self._toggles], toggles).all(1)
        return len(rows) if fits.all() else int(fits.argmin())

    def keys(self, rows: np.ndarray) -> list[bytes]:
        """Returns all that sequences say besides the numbers of uniforms and stores, as bytes."""
        free = rows[:, self._free] & self._masks
        if self._toggles:
            free = np.concatenate((free, rows[:, self._toggles]), 1)
        size, data = free.shape[1] * 8, free.tobytes()
        return [data[at : at + size] for at in range(0, len(data), size)]

    def numbers(self, uniform: Uniform, rows: np.ndarray, count: int) -> np.ndarray:
        """Returns the numbers of a uniform for `count` rows of the default block, as words.

        Their shape is (sequences, rows, components).
        """
        size = uniform.setter.size
        across = count * size
        if uniform.setter.is_array:
            words = copied_bytes(rows, uniform.data, 4 * across).view(np.uint32)
        else:
            words = rows[:, uniform.data : uniform.data + across].astype(np.uint32)
        return words.reshape(len(rows), -1, size)


def copied_bytes(rows: np.ndarray, first: int, size: int) -> np.ndarray:
    """Returns the bytes of an array that begins at a place: (sequences, size) uint8."""
    words = np.ascontiguousarray(rows[:, first : first + -(-size // 8)])
    return np.ascontiguousarray(words.view(np.uint8)[:, :size])
