"""Declarations of a name that exists: arrays that get a size, qualifiers of built-in variables."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.builtins.block_names import PER_FRAGMENT, PER_VERTEX
from softgl.glsl.check import interfaces, layout_words
from softgl.glsl.check.qualifiers import Qualified
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array
from softgl.ir.program import Stage

COLORS = (
    "gl_FrontColor",
    "gl_BackColor",
    "gl_FrontSecondaryColor",
    "gl_BackSecondaryColor",
    "gl_Color",
    "gl_SecondaryColor",
)
"""The variables that 1.30 4.3.7 lets a shader declare with an interpolation."""
ONCE_BEFORE_USE = ("gl_FragCoord", "gl_FragDepth")
"""The variables whose declarations must agree and come before any use, also without a layout."""
BUILTIN = {
    Storage.BUILTIN_IN: Storage.IN,
    Storage.BUILTIN_OUT: Storage.OUT,
    Storage.BUILTIN_UNIFORM: Storage.UNIFORM,
}


def redeclare(
    c, node: tree.Declarator, type_, storage, qualifiers: Qualified, value
) -> typed.Variable | None:
    """Changes the variable that a declaration repeats, and returns it; None if it is a new one."""
    if c.function is not None:
        earlier = c.scopes.current.symbols.get(node.name)
    else:
        earlier = c.variable(node.name)
    if not isinstance(earlier, typed.Variable) or type_ is types.ERROR:
        return None
    if earlier.builtin is not None:
        _builtin(c, node, earlier, type_, storage, qualifiers)
        return earlier
    again = value is not None and earlier.initializer is not None
    if storage is earlier.storage and not again and _sizes(earlier.type, type_):
        resize(c, node.at, earlier, type_)
        return earlier
    return None


def _sizes(old, new):
    """True if the new type is the old one with a size."""
    return (
        isinstance(old, Array)
        and isinstance(new, Array)
        and old.count is None
        and old.element == new.element
    )


def resize(c, at: int, variable: typed.Variable, type_: Array) -> None:
    """Gives an array without a size another type, with one."""
    if type_.count is not None:
        if variable.max_index >= type_.count:
            text = f"'{variable.name}' was indexed with {variable.max_index}"
            c.error(at, text, f"a size above {variable.max_index}")
            return
        for reference in c.references.pop(variable, ()):
            reference.type = type_
    variable.type = type_


def _builtin(c, node, variable, type_, storage, qualifiers):
    """Checks the declaration of a built-in variable, which may change a few things."""
    at, name = node.at, variable.name
    if node.initializer is not None:
        c.error(at, f"the built-in variable '{name}' has an initializer")
    # GLSL ES 3.00 3.8: "It is an error to redeclare a variable, including those starting “gl_”."
    if c.language.es or BUILTIN.get(variable.storage) is not storage:
        c.error(at, f"the built-in variable '{name}' cannot be declared so")
        return
    c.repeated.add(name)
    if variable.storage is Storage.BUILTIN_OUT and _in_block(c, name):
        # GLSL 4.10 7.1: "if a built-in interface block is redeclared, no member of the built-in
        # declaration can be redeclared outside the block redeclaration."
        c.error(at, f"'{name}' is declared outside of 'gl_PerVertex', which is declared too")
        return
    if _sizes(variable.type, type_):
        _resize_builtin(c, at, variable, type_)
    elif not _may_be_repeated(c, name):
        c.error(at, f"the built-in variable '{name}' is declared again")
        return
    elif variable.type != type_:
        text = f"the built-in variable '{name}' is declared with the type '{type_}'"
        c.error(at, text, f"'{variable.type}'")
        return
    what = name if name in layout_words.USES else "a built-in variable"
    layout_words.check_words(c, qualifiers, what)
    if qualifiers.layout or name in ONCE_BEFORE_USE:
        _relayout(c, at, variable, qualifiers.layout)
    if qualifiers.interpolation:
        interfaces.check_beside_varying(c, qualifiers)
        _interpolate(c, at, variable, qualifiers.interpolation)
    variable.invariant |= qualifiers.invariant
    variable.centroid |= qualifiers.centroid


def _in_block(c, name):
    """True for a member of gl_PerVertex in a shader that declares this block for its outputs."""
    return name in PER_VERTEX and Storage.OUT in c.block_names.get("gl_PerVertex", ())


def _may_be_repeated(c, name):
    """True for the variables whose qualifiers a declaration may change."""
    if name == "gl_FragCoord":
        return c.since(150, None, "ARB_fragment_coord_conventions")
    if name == "gl_FragDepth":
        return c.since(420, None, "ARB_conservative_depth")
    if not c.since(150) and c.has("ARB_separate_shader_objects"):
        # ARB_separate_shader_objects, 7.7 of GLSL 1.40: "The following vertex shader outputs may be
        # redeclared at global scope to specify a built-in output interface, with or without special
        # qualifiers". No use without a declaration is refused: programs rely on that.
        return name in (*PER_VERTEX, *PER_FRAGMENT)
    return name in COLORS and c.since(130)


def _resize_builtin(c, at, variable, type_):
    bindings = variable.builtin.bindings
    most = len(bindings) // max(1, types.registers(type_.element))
    if type_.count is not None and bindings and type_.count > most:
        c.error(at, f"'{variable.name}' has {type_.count} elements", f"at most {most}")
        return
    resize(c, at, variable, type_)


def _relayout(c, at, variable, layout):
    # GLSL 1.50 4.3.8.1: "the first redeclarations of gl_FragCoord must appear before any use of
    # gl_FragCoord"; "All redeclarations [...] must have the same set of qualifiers."
    if variable.layout is None and variable in c.used:
        c.error(at, f"'{variable.name}' is declared after its use", "a declaration before it")
    if variable.layout is not None and variable.layout != layout:
        c.error(at, f"'{variable.name}' is declared with two layouts", "the same words")
    variable.layout = dict(layout)
    if variable.name == "gl_FragCoord":
        c.layout |= layout
    for word in layout_words.DEPTHS:
        if f"depth_{word}" in layout:
            c.depth = word


def _interpolate(c, at, variable, word):
    if not c.since(130) or variable.name not in (*COLORS, "gl_TexCoord", "gl_FogFragCoord"):
        c.error(at, f"'{word}' on the built-in variable '{variable.name}'")
        return
    if variable in c.used and variable.interpolation != word:
        c.warn(at, f"'{variable.name}' was used before this declaration")
    variable.interpolation = word


def qualify(c, node: tree.QualifierDeclaration, qualifiers: Qualified) -> None:
    """Checks `invariant gl_Position, color;`, qualifiers of variables that exist."""
    if c.function is not None:
        c.error(node.at, "variables are qualified only outside of functions")
        return
    for word, place in qualifiers.places.items():
        if word != "invariant":
            c.error(place, f"'{word}' without a type", "'invariant'")
            return
    for name, at in node.names:
        variable = c.variable(name)
        if not isinstance(variable, typed.Variable):
            c.error(at, f"'{name}' is not declared")
        elif not _may_be_invariant(c, variable):
            c.error(at, f"'{name}' cannot be invariant", "an output of a stage")
        elif variable in c.used:
            c.error(at, f"'{name}' is made invariant after its use", "a declaration before it")
        else:
            variable.invariant = True


def _may_be_invariant(c, variable):
    """True for outputs, and for inputs from another stage."""
    storage = BUILTIN.get(variable.storage, variable.storage)
    if storage is Storage.OUT:
        return True
    # GLSL ES 3.00 4.6.1: "Only variables output from a shader can be candidates for invariance."
    inputs = storage is Storage.IN and c.stage is not Stage.VERTEX and not c.since(None, 300)
    # GLSL ES 1.00 4.6.4: "It is an error to declare gl_FrontFacing as invariant."
    return inputs and variable.name != "gl_FrontFacing"
