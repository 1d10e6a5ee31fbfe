"""The words of `layout(...)`: their values, and the declarations that may have each of them."""

from __future__ import annotations

from bisect import bisect

from softgl.glsl import limits, tree, types
from softgl.glsl.check import expressions
from softgl.glsl.check.constants import is_constant, signed
from softgl.glsl.check.conversions import is_integer, is_scalar
from softgl.records import dataclass


@dataclass(frozen=True)
class Use:
    """The versions and extensions that have a word on a kind of declaration."""

    desktop: int | None
    es: int | None = None
    extensions: tuple[str, ...] = ()


_EXPLICIT = Use(330, 300, ("ARB_explicit_attrib_location",))
_SEPARATE = Use(410, 310, ("ARB_separate_shader_objects",))
_BINDING = Use(420, 310, ("ARB_shading_language_420pack",))
_BLOCKS = Use(140, 300, ("ARB_uniform_buffer_object",))
_UNIFORM_LOCATION = Use(430, 310, ("ARB_explicit_uniform_location",))
_FRAGMENT_COORD = Use(150, None, ("ARB_fragment_coord_conventions",))
_DEPTH = Use(420, None, ("ARB_conservative_depth",))
_GEOMETRY = Use(150, 320)
PACKINGS = ("std140", "shared", "packed")
_MAJORS = ("row_major", "column_major")
_UNIFORMS = dict.fromkeys(PACKINGS + _MAJORS, _BLOCKS)
DEPTHS = ("any", "greater", "less", "unchanged")
INPUT_PRIMITIVES = ("points", "lines", "lines_adjacency", "triangles", "triangles_adjacency")
OUTPUT_PRIMITIVES = ("points", "line_strip", "triangle_strip")

USES: dict[str, dict[str, Use]] = {
    "a vertex input": {"location": _EXPLICIT},
    "a fragment output": {
        "location": _EXPLICIT,
        "index": Use(330, None, ("ARB_explicit_attrib_location", "ARB_blend_func_extended")),
    },
    "a varying": {"location": _SEPARATE},
    "a uniform": {"location": _UNIFORM_LOCATION},
    "a sampler": {"location": _UNIFORM_LOCATION, "binding": _BINDING},
    "a uniform block": {"binding": _BINDING, **_UNIFORMS},
    "uniform": _UNIFORMS,
    "a member of a uniform block": dict.fromkeys(_MAJORS, _BLOCKS),
    "gl_FragCoord": dict.fromkeys(("origin_upper_left", "pixel_center_integer"), _FRAGMENT_COORD),
    "gl_FragDepth": {f"depth_{word}": _DEPTH for word in DEPTHS},
    "the inputs of geometry": dict.fromkeys(INPUT_PRIMITIVES, _GEOMETRY),
    "the outputs of geometry": dict.fromkeys((*OUTPUT_PRIMITIVES, "max_vertices"), _GEOMETRY),
}
"""The words that each kind of declaration may have."""

MAX_BINDINGS = {
    "a sampler": limits.MAX_COMBINED_TEXTURE_UNITS,
    "a uniform block": limits.MAX_UNIFORM_BUFFER_BINDINGS,
}
"""The number of units or buffers that each kind of declaration may be bound to."""

WITH_VALUES = ("location", "index", "binding", "max_vertices")
_WORDS = {word for words in USES.values() for word in words}


def values(c, words: list[tree.LayoutWord], starts: list[int]) -> dict[str, int | None]:
    """Returns the value of each word, None for those without one; the last of two words counts.

    starts : the offset of each `layout`, in order.
    """
    found: dict[str, int | None] = {}
    seen: set[tuple[int, str]] = set()
    for word in words:
        # 4.3.8 of 1.50: the words are "not case sensitive"; those of ES 3.00 are.
        name = word.name if c.language.es else word.name.lower()
        if name not in _WORDS:
            c.error(word.at, f"the layout word '{word.name}' is not known")
        elif (bisect(starts, word.at), name) in seen:
            # GLSL 1.50 4.3.8.1: "Only one argument is accepted." ARB_enhanced_layouts adds: "the
            # same layout-qualifier-name can occur multiple times within a layout qualifier".
            c.error(word.at, f"the layout word '{name}' stands twice")
        elif name in WITH_VALUES:
            if word.value is None:
                c.error(word.at, f"the layout word '{name}' has no value", f"'{name} = n'")
            elif (value := _value(c, name, word.value)) is not None:
                found[name] = value
        elif word.value is not None:
            c.error(word.at, f"the layout word '{name}' has a value")
        else:
            for group in (PACKINGS, _MAJORS):
                if name in group:
                    found = {key: value for key, value in found.items() if key not in group}
            found[name] = None
        if name not in PACKINGS and name not in _MAJORS:
            seen.add((bisect(starts, word.at), name))
    return found


def _value(c, name, node):
    needed = f"an expression for '{name}'", 440, None, "ARB_enhanced_layouts"
    if type(node) is not tree.Literal and not c.require(node.at, *needed):
        return None
    value = expressions.value(c, node)
    if value.type is types.ERROR:
        return None
    if not (is_constant(value) and is_scalar(value.type) and is_integer(value.type)):
        c.error(node.at, f"the value of '{name}' is no constant integer")
        return None
    if signed(value) < 0:
        c.error(node.at, f"the value of '{name}' is {signed(value)}", "at least 0")
        return None
    return signed(value)


def check_words(c, found, what: str) -> None:
    """Reports the layout words that a kind of declaration cannot have; `what` is a key of USES."""
    uses = USES.get(what, {})
    at = found.places.get("layout", found.at)
    for word in found.layout:
        use = uses.get(word)
        if use is None:
            c.error(at, f"the layout word '{word}' on {what}")
        else:
            c.require(at, f"'{word}' on {what}", use.desktop, use.es, *use.extensions)


def check_binding(c, found, type_: types.Type, what: str) -> None:
    """Reports a binding beyond the last one; each element of an array takes one.

    ARB_shading_language_420pack: "all elements of the array from binding through binding + N - 1
    must be within this range".
    """
    first = found.layout.get("binding")
    count = (isinstance(type_, types.Array) and type_.count) or 1
    most = MAX_BINDINGS.get(what)
    if first is not None and most is not None and first + count > most:
        at = found.places.get("layout", found.at)
        c.error(at, f"the binding {first + count - 1} of {what}", f"at most {most - 1}")
