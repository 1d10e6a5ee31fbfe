"""Inputs, outputs and uniforms: the types and qualifiers that each stage and version allows."""

from __future__ import annotations

from softgl.glsl import typed, types
from softgl.glsl.check.qualifiers import Qualified
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array, Matrix, Sampler, Scalar, Struct
from softgl.ir.program import Stage

INTEGERS = (Scalar.INT, Scalar.UINT)
_STORED = (Storage.IN, Storage.OUT)


def is_varying(c, variable: typed.Variable) -> bool:
    """True for inputs and outputs between two stages."""
    vertex_input = c.stage is Stage.VERTEX and variable.storage is Storage.IN
    fragment_output = c.stage is Stage.FRAGMENT and variable.storage is Storage.OUT
    return variable.storage in _STORED and not vertex_input and not fragment_output


def layout_kind(c, variable: typed.Variable) -> str:
    """Returns the kind of a declaration in `layout_words.USES`, or other words for it."""
    if variable.storage is Storage.UNIFORM:
        return "a sampler" if isinstance(types.innermost(variable.type), Sampler) else "a uniform"
    if is_varying(c, variable):
        return "a varying"
    if variable.storage is Storage.IN:
        return "a vertex input"
    return "a fragment output" if variable.storage is Storage.OUT else "this variable"


def check_interface(c, variable: typed.Variable, qualifiers: Qualified) -> None:
    """Checks a global variable, and enters its interpolation and invariance."""
    _check_words(c, variable, qualifiers)
    variable.interpolation = qualifiers.interpolation
    variable.centroid, variable.invariant = qualifiers.centroid, qualifiers.invariant
    if is_varying(c, variable):
        _check_varying(c, variable)
    elif variable.storage is Storage.IN:
        _check_vertex_input(c, variable, "attribute" in qualifiers.places)
    elif variable.storage is Storage.OUT:
        _check_fragment_output(c, variable)


def _check_words(c, variable, qualifiers):
    """Reports qualifiers of interpolation and invariance on other variables than varyings."""
    varying = is_varying(c, variable)
    places, name = qualifiers.places, variable.name
    if (word := qualifiers.interpolation) and not varying:
        c.error(places[word], f"'{word}' on '{name}', which is not interpolated")
    else:
        check_beside_varying(c, qualifiers)
    if qualifiers.centroid and not varying:
        c.error(places["centroid"], f"'centroid' on '{name}', which is not interpolated")
    output = c.stage is Stage.FRAGMENT and variable.storage is Storage.OUT
    # GLSL ES 3.00 4.8: "invariant in float x; // Error. An input cannot be invariant."
    read = variable.storage is Storage.IN and c.since(None, 300)
    if qualifiers.invariant and (read or not (varying or output)):
        c.error(places["invariant"], f"'invariant' on '{name}'", "an output")


def check_beside_varying(c, qualifiers: Qualified) -> None:
    """Reports an interpolation beside `varying`."""
    word, places = qualifiers.interpolation, qualifiers.places
    if word and "varying" in places and not c.has("EXT_gpu_shader4") and c.since(130, 300):
        # 4.3 of 1.30: "They do not apply to the deprecated storage qualifiers varying".
        c.error(places[word], f"'{word}' beside 'varying'", "'in' or 'out'")


def _check_vertex_input(c, variable, old):
    type_, at = variable.type, variable.at
    inner = types.innermost(type_)
    text = f"the input '{variable.name}' has the type '{type_}'"
    if isinstance(type_, Array):
        c.require(at, f"{text}: an array", 150, None)
    if isinstance(inner, Struct) or types.contains_scalar(inner, Scalar.BOOL):
        c.error(at, text, "numbers, vectors or matrices")
    elif types.contains_scalar(inner, *INTEGERS) and (
        (old and c.language.es) or not c.since(130, 300, "EXT_gpu_shader4")
    ):
        c.error(at, text, "floats, vectors or matrices of floats")


def _check_varying(c, variable):
    type_, at = variable.type, variable.at
    if variable.storage is Storage.IN and c.stage is Stage.GEOMETRY:
        type_ = _check_primitive(c, variable)
    check_varying_type(c, at, variable.name, types.innermost(type_))
    check_flat(c, at, variable.name, type_, variable.storage, variable.interpolation)
    inner = types.innermost(type_)
    if c.language.es and isinstance(inner, Struct):
        # GLSL ES 3.00 4.3.4, 4.3.6: no "array of structures", "structure containing an array",
        # "structure containing a structure".
        deep = any(isinstance(member.type, Array | Struct) for member in inner.members)
        if deep or inner is not type_:
            text = f"the varying '{variable.name}' has the type '{type_}'"
            c.error(at, text, "at most a structure of numbers")


def check_varying_type(c, at: int, name: str, type_: types.Type) -> None:
    """Reports a type that no variable between stages has."""
    text = f"the varying '{name}' has the type '{type_}'"
    if isinstance(type_, Struct):
        c.require(at, f"{text}: a structure", 150, 300)
    if types.contains_scalar(type_, Scalar.BOOL) or types.contains(type_, Sampler):
        c.error(at, text, "numbers")
    elif types.contains_scalar(type_, *INTEGERS):
        c.require(at, f"{text}: integers", 130, 300, "EXT_gpu_shader4")


def check_flat(c, at: int, name: str, type_, storage: Storage, interpolation: str) -> None:
    """Reports integers that are not flat in the inputs of fragments, and in ES in vertex outputs.

    1.30 and 1.40 want it of vertex outputs too; with geometry shaders that has no meaning, and
    other implementations do not ask for it.
    """
    # EXT_gpu_shader4: "If the varying is declared as one of the integer or unsigned integer data
    # type variants, then it has to also be qualified as being flat shaded".
    old = c.has("EXT_gpu_shader4") and not c.since(130)
    integers = old or c.since(130, 300)
    read = c.stage is Stage.FRAGMENT and storage is Storage.IN and integers
    # GLSL ES 3.00 4.3.6: "Vertex shader outputs that are, or contain, signed or unsigned integers
    # or integer vectors must be qualified with the interpolation qualifier flat."
    written = c.stage is Stage.VERTEX and storage is Storage.OUT and (old or c.since(None, 300))
    if (read or written) and interpolation != "flat" and types.contains_scalar(type_, *INTEGERS):
        c.error(at, f"'{name}' has integers and is not flat", "'flat' before it")


def _check_primitive(c, variable):
    """Returns the type of an element of an input of geometry: an array over the vertices."""
    type_ = variable.type
    if not isinstance(type_, Array):
        c.error(variable.at, f"the input '{variable.name}' is not an array", "an array")
        return type_
    c.size_by_primitive(variable)
    return type_.element


def _check_fragment_output(c, variable):
    inner, at = types.innermost(variable.type), variable.at
    text = f"the output '{variable.name}' has the type '{variable.type}'"
    if isinstance(inner, Struct | Matrix) or types.contains_scalar(inner, Scalar.BOOL):
        c.error(at, text, "numbers or vectors")
