"""Parses bindings that begin with `state`."""

from __future__ import annotations

from softgl.asm.bindings import parse_index, parse_range
from softgl.asm.dialect import Dialect
from softgl.asm.text.lexer import Tokens, choice
from softgl.ir.program import Binding

_COLORS = ("ambient", "diffuse", "specular")
_MATERIAL = (*_COLORS, "emission", "shininess")
_FACES = {"": "front", "front.": "front", "back.": "back"}

# The words after `state.` without their indices -> the words of the binding. Without a face, "the
# front property is used" (NV_gpu_program4, table X.3).
STATE: dict[str, str] = {
    **{
        f"material.{written}{word}": f"material.{face}.{word}"
        for written, face in _FACES.items()
        for word in _MATERIAL
    },
    **{f"light.{word}": f"light.{word}" for word in (*_COLORS, "position", "attenuation", "half")},
    "light.spot.direction": "light.spot.direction",
    "lightmodel.ambient": "lightmodel.ambient",
    **{
        f"lightmodel.{written}scenecolor": f"lightmodel.{face}.scenecolor"
        for written, face in _FACES.items()
    },
    **{
        f"lightprod.{written}{word}": f"lightprod.{face}.{word}"
        for written, face in _FACES.items()
        for word in _COLORS
    },
    **{
        f"texgen.{plane}.{coordinate}": f"texgen.{plane}.{coordinate}"
        for plane in ("eye", "object")
        for coordinate in "strq"
    },
    "texenv.color": "texenv.color",
    "fog.color": "fog.color",
    "fog.params": "fog.params",
    "clip.plane": "clip.plane",
    "point.size": "point.size",
    "point.attenuation": "point.attenuation",
    "depth.range": "depth.range",
}
# Words with an index -> its limit, and True if it is required.
INDEXED = {
    "light": ("lights", True),
    "lightprod": ("lights", True),
    "clip": ("state_clip_planes", True),
    "texgen": ("texture_coordinates", False),
    "texenv": ("texture_units", False),
}
# ARB_vertex_program, "Dependencies on ARB_matrix_palette": without it, there is no "palette".
MATRICES = {
    "modelview": ("modelview_matrices", False),
    "projection": (None, False),
    "mvp": (None, False),
    "texture": ("texture_coordinates", False),
    "program": ("program_matrices", True),
}
_MATRIX_MODIFIERS = ("inverse", "transpose", "invtrans")


def parse_state(tokens: Tokens, dialect: Dialect, *, ranges: bool) -> list[Binding]:
    """Parses `state.` and an item; with `ranges` also several rows of a matrix, or all four."""
    tokens.take()
    tokens.expect(".", "after 'state'")
    token = tokens.peek()
    if token.text not in dialect.state:
        message = f"'state.{token.text}' is not available in {dialect.language} programs"
        tokens.fail(token, message, choice(sorted(dialect.state)))
    tokens.take()
    if token.text == "matrix":
        return _parse_matrix_rows(tokens, dialect.limits, ranges=ranges)
    indices = ()
    if token.text in INDEXED:
        indices = (_parse_number(tokens, dialect.limits, *INDEXED[token.text]),)
    path = token.text
    while path not in STATE:
        path = _extended(tokens, path)
    return [Binding(f"state.{STATE[path]}", indices)]


def _extended(tokens: Tokens, path: str) -> str:
    """Parses one more word of a name in `STATE`."""
    start = path + "."
    following = (name[len(start) :].partition(".")[0] for name in STATE if name.startswith(start))
    words = list(dict.fromkeys(following))
    tokens.expect(".", f"after 'state.{path}'")
    token = tokens.peek()
    if token.text not in words:
        tokens.fail(token, f"there is no binding 'state.{path}.{token.text}'", choice(words))
    return start + tokens.take().text


def _parse_number(tokens: Tokens, limits, limit: str | None, required: bool) -> int:
    """Parses the index after a word; 0 if it is omitted."""
    if limit is None or not (required or tokens.at("[")):
        return 0
    return parse_index(tokens, getattr(limits, limit))


def _parse_matrix_rows(tokens: Tokens, limits, *, ranges: bool) -> list[Binding]:
    """Parses `.modelview[n].inverse.row[m]`, with `ranges` also `.row[m..n]` or no row."""
    tokens.expect(".", "after 'matrix'")
    token = tokens.expect_name("the name of a matrix")
    if token.text not in MATRICES:
        message = f"'state.matrix.{token.text}' is not available here"
        tokens.fail(token, message, choice(MATRICES))
    number = _parse_number(tokens, limits, *MATRICES[token.text])
    name = f"state.matrix.{token.text}"
    if tokens.at(".") and tokens.peek(1).text in _MATRIX_MODIFIERS:
        tokens.take()
        name += f".{tokens.take().text}"
    first, last = 0, 3
    if tokens.at(".") and tokens.peek(1).text == "row":
        tokens.take()
        tokens.take()
        first, last = parse_range(tokens, 4, ranges=ranges)
    elif not ranges:
        message = "a whole matrix where one row of it is required"
        tokens.fail(tokens.peek(), message, "'.row[n]'")
    return [Binding(f"{name}.row", (number, row)) for row in range(first, last + 1)]
