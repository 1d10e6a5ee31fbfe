"""The check of a whole shader: its declarations in order, then the rules about all of it."""

from __future__ import annotations

from softgl.glsl import limits, tree, typed
from softgl.glsl.check import (  # noqa: F401  (they add kinds of expressions)
    blocks,
    calls,
    functions,
    layout_words,
    operators,
    redeclarations,
    statements,
    unsized,
    variables,
)
from softgl.glsl.check.context import Checker
from softgl.glsl.check.declared_types import default_precision, default_precisions
from softgl.glsl.check.qualifiers import Qualified, qualified, refuse
from softgl.glsl.text.language import Language
from softgl.glsl.text.source import Source
from softgl.glsl.typed import Storage
from softgl.ir.program import Stage


def check_unit(
    unit: tree.TranslationUnit,
    source: Source,
    language: Language,
    stage: Stage,
    extensions: frozenset[str] = frozenset(),
    complete: bool = True,
) -> typed.Shader:
    """Checks a shader.

    extensions : the enabled ones, as "GL_ARB_draw_instanced". complete : False after syntax errors,
    whose declarations are missing: names without a declaration are not told then. Returns a shader
    whose messages have every error that the check found; those of the text are the caller's.
    """
    c = Checker(source, language, stage, extensions)
    c.scopes.complete = complete
    if language.es:
        c.scopes.current.precisions |= default_precisions(c)
    for node in unit.declarations:
        _CHECKS[type(node)](c, node)
    functions.refuse_recursion(c)
    _refuse_two_kinds_of_outputs(c)
    unsized.size_arrays(c)
    for variable in c.globals if c.all_invariant else ():
        variable.any_invariance = variable.storage is Storage.OUT
    return typed.Shader(
        stage,
        source,
        language,
        extensions,
        tuple(c.globals),
        tuple(c.blocks),
        tuple(c.functions),
        c.geometry if stage is Stage.GEOMETRY else None,
        c.layout,
        c.depth,
        tuple(c.messages),
        c.builtin_blocks,
    )


def _qualify(c, node: tree.QualifierDeclaration):
    """Checks `layout(...) in;`, or `invariant name;`."""
    qualifiers = qualified(c, node.qualifiers, node.at)
    if node.names:
        redeclarations.qualify(c, node, qualifiers)
        return
    if "layout" not in qualifiers.places:
        c.error(node.at, "qualifiers without a type or a name", "a declaration")
        return
    # GLSL 3.30 4.3.8: "with just an interface qualifier": "layout-qualifier interface-qualifier ;".
    refuse(c, qualifiers, "a default layout", "layout", qualifiers.storage)
    if qualifiers.storage == "uniform":
        layout_words.check_words(c, qualifiers, "uniform")
        c.defaults["uniform"] = _merged(c.defaults.get("uniform", {}), qualifiers.layout)
    elif qualifiers.storage in ("in", "out") and c.stage is Stage.GEOMETRY:
        _geometry(c, node, qualifiers)
    else:
        c.error(node.at, "a declaration without a type or a name", "'uniform', 'in' or 'out'")


def _merged(old, new):
    """Returns the default layout after another declaration of it: the later words count."""
    for group in (layout_words.PACKINGS, ("row_major", "column_major")):
        if any(word in new for word in group):
            old = {word: value for word, value in old.items() if word not in group}
    return {**old, **new}


def _geometry(c, node, qualifiers: Qualified):
    taken = qualifiers.storage == "in"
    what = "the inputs of geometry" if taken else "the outputs of geometry"
    layout_words.check_words(c, qualifiers, what)
    before = c.geometry.taken
    words = layout_words.INPUT_PRIMITIVES if taken else layout_words.OUTPUT_PRIMITIVES
    for word, value in qualifiers.layout.items():
        if word == "max_vertices":
            _enter_geometry(c, node.at, "max_vertices", value)
            most = limits.MAX_GEOMETRY_OUTPUT_VERTICES
            if value > most:
                c.error(node.at, f"max_vertices is {value}", f"at most {most}")
        elif word in words:
            _enter_geometry(c, node.at, "taken" if taken else "made", word)
    if c.geometry.taken != before:
        for variable in c.globals:
            c.size_by_primitive(variable)


def _enter_geometry(c, at, name, value):
    before = getattr(c.geometry, name)
    if before not in (None, value):
        c.error(at, f"the layout has '{value}' and had '{before}' before", "one of them")
    setattr(c.geometry, name, value)


def _pragma(c, node: tree.Pragma):
    """Checks invariant(all), whose meaning holds anyhow: all outputs are invariant here."""
    words = "".join(node.text.split())
    c.all_invariant |= words == "STDGLinvariant(all)"
    if words == "STDGLinvariant(all)" and c.stage is Stage.FRAGMENT and c.since(120, 300):
        # GLSL 1.20 4.6.1: "It is an error to use this pragma in a fragment shader."
        c.error(node.at, "the pragma invariant(all) in a fragment shader", "a vertex shader")


def _refuse_two_kinds_of_outputs(c):
    """Reports a fragment shader that writes several of gl_FragColor, gl_FragData and its own."""
    if c.stage is not Stage.FRAGMENT:
        return
    written = [v for v in c.globals if v.written]
    kinds = [v for v in written if v.name in ("gl_FragColor", "gl_FragData")]
    kinds += [v for v in written if v.storage is Storage.OUT][:1]
    if len(kinds) > 1:
        # GLSL 1.30 7.2: "a shader may assign values to either, but not both".
        first, second = kinds[:2]
        c.error(second.at, f"the shader writes '{first.name}' and '{second.name}'", "one of them")


def _empty(c, node: tree.ExpressionStatement):
    if node.expression is not None:
        c.error(node.at, "a statement stands outside of functions", "a declaration")


def _local_function(c, node):
    functions.function(c, node)
    return []


statements.CHECKS |= {tree.Declaration: variables.declare, tree.Function: _local_function}

_CHECKS = {
    tree.Declaration: variables.declare,
    tree.QualifierDeclaration: _qualify,
    tree.PrecisionDeclaration: default_precision,
    tree.BlockDeclaration: blocks.block,
    tree.Function: functions.function,
    tree.Pragma: _pragma,
    tree.ExpressionStatement: _empty,
}
