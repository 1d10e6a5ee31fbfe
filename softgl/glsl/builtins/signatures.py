"""Signatures with generic types, as the specification writes them, and their concrete types.

genType, genIType, genUType, genBType : scalars and vectors of one size in a signature
vec, ivec, uvec, bvec : vectors of one size
mat : any matrix, and `transposed` of it
gvec4, gsampler2D and the like : of floats, signed or unsigned integers
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from softgl.glsl.types import MATRICES, SAMPLERS, VECTORS, VOID, Matrix, Type
from softgl.records import dataclass

_GENERIC = {"genType": "", "genIType": "i", "genUType": "u", "genBType": "b"}
_SCALARS = {"": "float", "i": "int", "u": "uint", "b": "bool"}
_NAMED = {"void": VOID, **VECTORS, **MATRICES, **SAMPLERS}
_SIGNATURE = re.compile(r"\s*(\w+) (\w+)\((.*)\)\s*")


@dataclass(frozen=True)
class Signature:
    """A concrete signature; the fields are those of `table.BuiltinFunction`."""

    type: Type
    parameters: tuple[Type, ...]
    directions: tuple[str, ...]
    literals: frozenset[int]


def _vector(letter: str, size: int) -> Type:
    return VECTORS[_SCALARS[letter] if size == 1 else f"{letter}vec{size}"]


def _by_size() -> Iterator[dict]:
    for size in (1, 2, 3, 4):
        yield {word: _vector(letter, size) for word, letter in _GENERIC.items()}


def _by_vector() -> Iterator[dict]:
    for size in (2, 3, 4):
        yield {f"{letter}vec": _vector(letter, size) for letter in _SCALARS}


def _by_matrix() -> Iterator[dict]:
    for matrix in dict.fromkeys(MATRICES.values()):
        yield {"mat": matrix, "transposed": Matrix(matrix.rows, matrix.columns)}


def _by_scalar() -> Iterator[dict]:
    for prefix in ("", "i", "u"):
        samplers = {name: SAMPLERS[name] for name in SAMPLERS if name.startswith("sampler")}
        found = {f"g{name}": SAMPLERS.get(prefix + name) for name in samplers}
        yield {"gvec4": VECTORS[f"{prefix}vec4"], **found}


_FAMILIES = [[*family()] for family in (_by_size, _by_vector, _by_matrix, _by_scalar)]


def expand(signature: str) -> list[Signature]:
    """Returns the concrete signatures of one with generic types, smaller sizes first."""
    result, _, inside = _SIGNATURE.fullmatch(signature).groups()
    parameters = [part.split() for part in inside.split(",") if part.strip() not in ("", "void")]
    literals = frozenset(n for n, words in enumerate(parameters) if "const" in words)
    directions = tuple(
        next((word for word in words if word in ("out", "inout")), "in") for words in parameters
    )
    names = [result, *(next(w for w in words if _is_type(w)) for words in parameters)]
    used = [family for family in _FAMILIES if family[0].keys() & set(names)]
    found = []
    for chosen in itertools.product(*used):
        types = {**_NAMED, **{k: v for each in chosen for k, v in each.items()}}
        type_, *of_parameters = (types[name] for name in names)
        found.append(Signature(type_, tuple(of_parameters), directions, literals))
    return found


def _is_type(word: str) -> bool:
    return word in _NAMED or any(word in family[0] for family in _FAMILIES)
