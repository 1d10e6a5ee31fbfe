"""Immediate mode: the vertices between glBegin and glEnd (OpenGL 2.1, 2.6 and 2.7).

Attribute commands write into logs: one dictionary per attribute, vertex number -> value. Outside
glBegin and glEnd the vertex number is always 0, so a log never grows there. glVertex appends one
value. So each command does one thing, and only an attribute that changes within a primitive costs
memory per change.

A value is four floats packed into bytes: packing checks that they are numbers, at C speed, and
makes those beyond binary32 infinite. A value of glVertexAttribI is four words, so that integers
keep their bits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import compress
from struct import Struct

import numpy as np

from softgl import kernel_cache
from softgl.gl.api import enums as gl
from softgl.gl.api.current import fastest
from softgl.gl.vertices.attributes import (
    ALIASES,
    ATTRIBS,
    COLOR,
    DEFAULT,
    EDGE_FLAG,
    FOG_COORD,
    INDEX,
    NORMAL,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
)
from softgl.lanes.native_setters import Session, Table, setters

GENERIC = {name: generic for generic, alias in ALIASES.items() for name in (generic, alias)}
"""The generic attribute of each attribute that is or has an alias."""

pack = Struct("4f").pack
pack_words = Struct("4I").pack
ROW = 16  # bytes of a packed value
INITIAL = pack(*DEFAULT)
"""The packed value of an attribute without a current value."""
_NO_VERTICES = deque(maxlen=0)
"""Accepts vertices and drops them."""

_SINGLE = "vertices", "color", "normal", "secondary_color", "fog_coord", "index", "edge_flag"
_SEVERAL = {
    "texcoords": len(TEXCOORDS),
    **dict.fromkeys(("attribs", "desktop_attribs", "aliased_attribs"), len(ATTRIBS)),
}


def _places() -> dict[str, int]:
    """Returns the position of each log of `Immediate`, or the first of several, in a `Table`."""
    places = {name: place for place, name in enumerate(_SINGLE)}
    place = len(_SINGLE)
    for name, count in _SEVERAL.items():
        places[name] = place
        place += count
    return places | {"texcoord0": places["texcoords"]}


PLACES = _places()


class _ProvokingAttribute:
    """Replaces the log of generic attribute 0: setting it makes a vertex."""

    def __init__(self, immediate):
        self._immediate = immediate

    def __setitem__(self, vertex, value):
        self._immediate.vertices.extend(value)


class _AliasedLog(dict):
    """The log of a generic attribute that can tell if its conventional alias was set later.

    beside : the last value in the alias's log when this attribute was last set, or None.
    """

    __slots__ = ("_alias", "beside")

    def __init__(self, alias: dict):
        super().__init__()
        self._alias, self.beside = alias, None

    def __setitem__(self, vertex, value):
        super().__setitem__(vertex, value)
        self.beside = _last(self._alias)


def _last(log: dict):
    """Returns the last value in a log, an object of its own per command; None if it is empty."""
    return log[next(reversed(log))] if log else None


class _BothAttributes:
    """Replaces a log: setting it sets an attribute and its alias."""

    def __init__(self, generic, conventional):
        self._generic, self._conventional = generic, conventional

    def __setitem__(self, vertex, value):
        self._generic[vertex] = self._conventional[vertex] = value


class Immediate:
    """The vertices and attribute changes since glBegin; one per context.

    vertices : the packed positions, one after the other; drops all outside glBegin and glEnd.
    table : all logs for the native functions that write to them (`lanes.native_setters`).
    texcoords, attribs : the logs by GL_TEXTURE0 + n and by attribute number.
    desktop_attribs : `attribs` for commands that OpenGL ES lacks.
    aliased_attribs : the same for glVertexAttribNV, which sets conventional attributes too.
    materials : (vertex number, the materials before) for each change within a primitive.
    """

    __slots__ = (
        "aliased_attribs", "attribs", "color", "context", "desktop_attribs", "edge_flag",
        "fog_coord", "index", "logs", "materials", "mode", "normal",
        "secondary_color", "table", "texcoord0", "texcoords", "vertices",
    )  # fmt: skip

    def __init__(self, context):
        self.context = context
        self.mode, self.materials = None, []
        self.vertices = _NO_VERTICES
        self.logs = {binding: {} for binding in context.vertex.current}
        self.logs |= {generic: _AliasedLog(self.logs[alias]) for generic, alias in ALIASES.items()}
        self.color, self.normal = self.logs[COLOR], self.logs[NORMAL]
        self.secondary_color, self.fog_coord = self.logs[SECONDARY_COLOR], self.logs[FOG_COORD]
        self.edge_flag, self.index = self.logs[EDGE_FLAG], self.logs[INDEX]
        self.texcoords = {gl.GL_TEXTURE0 + n: self.logs[b] for n, b in enumerate(TEXCOORDS)}
        self.texcoord0 = self.logs[TEXCOORDS[0]]
        self.attribs = {0: _ProvokingAttribute(self)}
        self.attribs.update({n: self.logs[b] for n, b in enumerate(ATTRIBS) if n})
        self.desktop_attribs, self.aliased_attribs = self.attribs, dict(self.attribs)
        for generic, conventional in ALIASES.items():
            both = _BothAttributes(self.logs[generic], self.logs[conventional])
            self.aliased_attribs[generic.indices[0]] = both
        logs = [None, *(getattr(self, name) for name in _SINGLE[1:])]
        for name in _SEVERAL:
            logs += getattr(self, name).values()
        provoking = self.attribs[0]
        self.table = Table([None if log is provoking else log for log in logs])

    def make_fastest(self) -> None:
        """Makes the fastest commands of this thread write to this object."""
        vertices, known = self.vertices, vars(fastest)
        fastest.immediate, fastest.vertex = self, vertices.extend
        if "session" not in known:
            fastest.session = Session(setters)
        rows = vertices if type(vertices) is bytearray else None
        self.table.enter(rows, known["session"])

    def begin(self, mode: int) -> None:
        """Starts collecting a primitive."""
        self.commit()
        self.mode, self.vertices, self.materials = mode, bytearray(), []
        self.make_fastest()

    def end(self) -> tuple[int, int, dict]:
        """Stops collecting; returns the mode, the number of vertices, and what varies with them.

        If memory runs out for the attributes, the primitive has ended all the same.
        """
        mode, count, touched = self.mode, self.count, self._touched()
        try:
            attributes = {POSITION: unpacked(self.vertices)}
            for binding in touched if count else ():
                log = self.logs[binding]
                if next(reversed(log)) > 0:
                    attributes[binding] = self._spread(binding, log, count)
        finally:
            self.mode, self.vertices = None, _NO_VERTICES
            self.make_fastest()
            self._commit(touched)
        setters.count(count, kernel_cache.default_cache)
        return mode, count, attributes

    @property
    def count(self) -> int:
        """The number of vertices since glBegin."""
        return len(self.vertices) // ROW

    def restart(self) -> None:
        """Draws the collected vertices, and starts another primitive of the same mode."""
        collected = self.end()
        self.begin(collected[0])
        self.context.draw(*collected)

    def _spread(self, binding, log, count):
        """Expands the changes in a log to a value per vertex, (count, 4) float32.

        A change after the last vertex is dropped.
        """
        starts, values = list(log), unpack(log.values())
        if starts[-1] == count:
            values = values[: len(starts) - 1]
            starts.pop()
        if len(starts) == count:  # set for each vertex
            return values
        if not starts or starts[0]:
            starts = [0, *starts]
            values = np.concatenate([[self.context.vertex.current[binding]], values])
        return np.repeat(values, np.diff(starts, append=count), axis=0)

    def taker(self, binding) -> Callable:
        """Returns a function that returns an attribute's packed value outside glBegin and glEnd.

        It ignores its arguments.
        """
        if binding not in self.logs:
            return lambda *_: INITIAL
        log, current = self.logs[binding], self.context.vertex.current
        return lambda *_: log[0] if log else current[binding].tobytes()

    def latest(self, binding) -> np.ndarray:
        """Returns an attribute's current value, (4,) float32, also inside glBegin and glEnd."""
        log = self.logs[binding]
        if not log:
            return self.context.vertex.current[binding]
        return np.frombuffer(log[next(reversed(log))], np.float32)

    def latest_aliased(self, generic) -> np.ndarray:
        """Returns `latest` of a generic attribute, or of its alias if that was set later."""
        conventional = ALIASES.get(generic)
        return self.latest(generic if self._is_later(generic) else conventional)

    def _is_later(self, generic) -> bool:
        """True if a generic attribute was set after its conventional alias, or has none."""
        if generic not in ALIASES:
            return True
        log, other = self.logs[generic], self.logs[ALIASES[generic]]
        if not log and not other:
            return self.context.vertex.generic_later[generic]
        return bool(log) and log.beside is _last(other)

    def commit(self) -> None:
        """Writes the last value of each log back to the context's current values."""
        self._commit(self._touched())

    def _commit(self, touched):
        """Writes the last values of the attributes that were set back."""
        vertex = self.context.vertex
        for generic in {GENERIC[binding] for binding in touched if binding in GENERIC}:
            vertex.generic_later[generic] = self._is_later(generic)
        for binding in touched:
            vertex.current[binding] = self.latest(binding)
            self.logs[binding].clear()

    def _touched(self) -> list:
        """Returns the attributes set since the last write back: most often one or none."""
        return list(compress(self.logs, self.logs.values()))


class CoreImmediate(Immediate):
    """The current values of generic attributes in a core context, which has no immediate mode.

    OpenGL 3.3, E.2.2: "VertexAttrib* and the current vertex attribute state are retained in order
    to provide default attribute values for disabled attribute arrays."
    """

    __slots__ = ("kept",)

    def __init__(self, context):
        super().__init__(context)
        first = self.logs[ATTRIBS[0]]
        self.attribs[0] = self.aliased_attribs[0] = first
        logs: list = [None] * len(self.table.objects)
        self.kept = _KeptLogs()
        for name in ("attribs",) if context.es else ("attribs", "desktop_attribs"):
            logs[PLACES[name] : PLACES[name] + len(ATTRIBS)] = self.attribs.values()
            setattr(self.kept, name, self.attribs)
        self.table = Table(logs)

    def make_fastest(self) -> None:
        """Makes the fastest commands write generic attributes; others find nothing to write to."""
        known = vars(fastest)
        known.pop("vertex", None)
        fastest.immediate = self.kept
        if "session" not in known:
            fastest.session = Session(setters)
        self.table.enter(None, known["session"])


class _KeptLogs:
    """The logs that commands of core contexts write; it lacks those of other attributes.

    desktop_attribs : not there in OpenGL ES, which refuses its commands.
    """

    __slots__ = "attribs", "desktop_attribs"
    vertices = b""


def make_none_fastest() -> None:
    """Leaves the fastest commands of this thread without a context: they are refused."""
    vars(fastest).clear()


def unpack(values) -> np.ndarray:
    """Returns packed values as (n, 4) float32; words are the floats with their bits."""
    return unpacked(b"".join(values))


def unpacked(values) -> np.ndarray:
    """Returns packed values in one buffer as (n, 4) float32."""
    return np.frombuffer(values, np.float32).reshape(-1, 4)
