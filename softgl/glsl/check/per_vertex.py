"""The declaration of the built-in block gl_PerVertex, which may leave out members."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check.declared_types import array_type, declared_type
from softgl.glsl.check.qualifiers import qualified
from softgl.glsl.check.redeclarations import resize
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array
from softgl.ir.program import Stage

OUTPUTS = (
    "gl_Position",
    "gl_PointSize",
    "gl_ClipDistance",
    "gl_ClipVertex",
    "gl_FrontColor",
    "gl_BackColor",
    "gl_FrontSecondaryColor",
    "gl_BackSecondaryColor",
    "gl_TexCoord",
    "gl_FogFragCoord",
)
"""The members of the block of outputs, in any profile."""


def per_vertex(c, node: tree.BlockDeclaration, storage: Storage) -> None:
    """Checks `out gl_PerVertex { ... };` and `in gl_PerVertex { ... } gl_in[];`."""
    if not c.require(node.at, "a declaration of 'gl_PerVertex'", 150, None):
        return
    if storage in c.block_names.get(node.name, ()):
        c.error(node.at, "'gl_PerVertex' is declared twice")
    c.block_names.setdefault(node.name, set()).add(storage)
    if storage is Storage.OUT and c.stage is not Stage.FRAGMENT and not node.instance:
        _outputs(c, node)
    elif storage is Storage.IN and c.stage is Stage.GEOMETRY and node.instance == "gl_in":
        _inputs(c, node)
    else:
        c.error(
            node.at, "'gl_PerVertex' is declared so", "'out', or 'in' and 'gl_in[]' in geometry"
        )


def _outputs(c, node):
    names = {declarator.name for one in node.members for declarator in one.declarators}
    for name in OUTPUTS:
        known = c.scopes.outermost.get(name)
        if known is not None and known in c.used:
            c.error(node.at, f"'gl_PerVertex' is declared after a use of '{name}'")
    for declarator, type_ in _members(c, node):
        variable = c.variable(declarator.name) if declarator.name in OUTPUTS else None
        if not isinstance(variable, typed.Variable):
            c.error(declarator.at, f"'{declarator.name}' is no member of 'gl_PerVertex'")
        elif _agrees(c, declarator, variable.type, type_) and isinstance(type_, Array):
            most = len(variable.builtin.bindings)
            if type_.count is not None and type_.count > most:
                text = f"'{variable.name}' has {type_.count} elements"
                c.error(declarator.at, text, f"at most {most}")
            resize(c, declarator.at, variable, type_)
    c.hidden.update(name for name in OUTPUTS if name not in names)


def _inputs(c, node):
    if not node.sizes:
        c.error(node.at, "'gl_in' is not an array", "'gl_in[]'")
    found = c.scopes.outermost.get("gl_in")
    if found is not None and found in c.used:
        c.error(node.at, "'gl_PerVertex' is declared after a use of 'gl_in'")
    struct = types.innermost(c.variable("gl_in").type)
    for declarator, type_ in _members(c, node):
        number = struct.numbers.get(declarator.name)
        if number is None:
            c.error(declarator.at, f"'{declarator.name}' is no member of 'gl_PerVertex'")
        else:
            _agrees(c, declarator, struct.members[number].type, type_)
    declared = {declarator.name for one in node.members for declarator in one.declarators}
    c.hidden_members.update(name for name in struct.numbers if name not in declared)


def _members(c, node):
    """Yields the declarator and the type of each member."""
    for one in node.members:
        qualified(c, one.qualifiers, one.at)
        type_ = declared_type(c, one.type)
        for declarator in one.declarators:
            sizes = declarator.sizes
            yield declarator, array_type(c, declarator.at, type_, sizes) if sizes else type_


def _agrees(c, node, known, type_):
    """True if a member has the built-in type; arrays may have another size."""
    if isinstance(known, Array) and isinstance(type_, Array):
        known, type_ = known.element, type_.element
    if known != type_ and type_ is not types.ERROR:
        c.error(node.at, f"'{node.name}' is declared with the type '{type_}'", f"'{known}'")
    return known == type_
