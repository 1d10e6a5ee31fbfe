"""The qualifiers of a declaration: their order, which ones go together, what they mean."""

from __future__ import annotations

from dataclasses import field

from softgl.glsl import tree
from softgl.glsl.check import layout_words
from softgl.records import dataclass

INTERPOLATIONS = ("smooth", "flat", "noperspective")
PRECISIONS = ("lowp", "mediump", "highp")
STORAGES = ("const", "in", "out", "inout", "attribute", "varying", "uniform")
_FIRST, _INTERPOLATION, _LAYOUT, _AUXILIARY, _STORAGE, _PRECISION = range(6)
_RANKS = (
    {"invariant": _FIRST, "precise": _FIRST, "layout": _LAYOUT, "centroid": _AUXILIARY}
    | dict.fromkeys(INTERPOLATIONS, _INTERPOLATION)
    | dict.fromkeys(STORAGES, _STORAGE)
    | dict.fromkeys(PRECISIONS, _PRECISION)
)
_LATE = {
    # A qualifier -> the ones that may not stand before it (4.7 of 3.30, "Order of Qualification").
    _FIRST: (_INTERPOLATION, _LAYOUT, _AUXILIARY, _STORAGE, _PRECISION),
    _INTERPOLATION: (_AUXILIARY, _STORAGE, _PRECISION),
    _LAYOUT: (_AUXILIARY, _STORAGE, _PRECISION),
    _AUXILIARY: (_STORAGE, _PRECISION),
    _STORAGE: (_PRECISION,),
    _PRECISION: (),
}


@dataclass(eq=False)
class Qualified:
    """The qualifiers of a declaration.

    storage : "const", "in", "out", "inout", "attribute", "varying", "uniform" or "". const : True
        beside another storage, as in `const in`. places : the offset of each word.
    layout : the value of each word of `layout`, None without one.
    """

    at: int
    storage: str = ""
    const: bool = False
    interpolation: str = ""
    centroid: bool = False
    invariant: bool = False
    precision: str = ""
    layout: dict[str, int | None] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)


def qualified(c, node: tree.Qualifiers | None, at: int = 0) -> Qualified:
    """Returns the qualifiers of a declaration after a check of their order and number."""
    if node is None or not node.words:
        return Qualified(at if node is None else node.at)
    found = Qualified(node.at)
    free = c.since(420, 310, "ARB_shading_language_420pack")
    # EXT_gpu_shader4: "When using both centroid and noperspective keywords, either one can be
    # specified first."
    either = c.has("EXT_gpu_shader4")
    ranks: list[int] = []
    for word, place in node.words:
        rank = _RANKS[word]
        late = _LATE[_AUXILIARY] if either and rank == _INTERPOLATION else _LATE[rank]
        if word in found.places and not (word == "layout" and free):
            c.error(place, f"the qualifier '{word}' stands twice")
        elif not free and any(earlier in late for earlier in ranks):
            c.error(place, f"'{word}' is too far behind", _order())
        found.places.setdefault(word, place)
        ranks.append(rank)
        _enter(c, found, word, place)
    if node.layout:
        starts = [place for word, place in node.words if word == "layout"]
        found.layout = layout_words.values(c, node.layout, starts)
    return found


def _order():
    return "the order invariant, interpolation, layout, centroid, storage, precision"


def _enter(c, found, word, place):
    """Enters a qualifier in the record of a declaration."""
    rank = _RANKS[word]
    if rank == _STORAGE:
        _store(c, found, word, place)
    elif rank == _INTERPOLATION:
        if found.interpolation not in ("", word):
            c.error(place, f"'{word}' beside '{found.interpolation}'", "one interpolation")
        found.interpolation = word
    elif rank == _PRECISION:
        if found.precision not in ("", word):
            c.error(place, f"'{word}' beside '{found.precision}'", "one precision")
        found.precision = word
    elif word in ("centroid", "invariant"):
        setattr(found, word, True)


def _store(c, found, word, place):
    before = found.storage
    if not before or before == word:
        found.storage = word
    elif {before, word} == {"const", "in"}:
        found.storage, found.const = "in", True
        if word == "const" and not c.since(420, 310, "ARB_shading_language_420pack"):
            c.error(place, "'const' behind 'in'", "'const in'")
    elif {before, word} == {"in", "out"} and c.function is None and word == "out":
        c.error(place, "'in' beside 'out'", "one storage")
    elif "varying" in (before, word) and word in ("in", "out"):
        # EXT_gpu_shader4 and ARB_geometry_shader4 write `varying out` and `varying in`.
        if not c.has("EXT_gpu_shader4", "ARB_geometry_shader4"):
            c.error(place, f"'{word}' beside 'varying'", "one storage")
        found.storage = word
    else:
        c.error(place, f"'{word}' beside '{before}'", "one storage")


def refuse(c, found: Qualified, what: str, *allowed: str) -> None:
    """Reports each qualifier that a declaration cannot have."""
    for word, place in found.places.items():
        if word not in allowed:
            c.error(place, f"'{word}' on {what}")
