"""The declarations of the built-in blocks, gl_PerVertex and gl_PerFragment, which may leave out
members."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.builtins.block_names import PER_FRAGMENT, PER_VERTEX
from softgl.glsl.check.declared_types import array_type, declared_type
from softgl.glsl.check.qualifiers import INTERPOLATIONS, PRECISIONS, qualified, refuse
from softgl.glsl.check.redeclarations import resize
from softgl.glsl.typed import Storage
from softgl.glsl.types import Array
from softgl.ir.program import Stage

NAMES = ("gl_PerVertex", "gl_PerFragment")
"""The names of the blocks."""


def per_vertex(c, node: tree.BlockDeclaration, storage: Storage) -> None:
    """Checks `out gl_PerVertex { ... };`, `in gl_PerVertex { ... } gl_in[];`, and in fragment
    shaders `in gl_PerFragment { ... };`."""
    per_fragment = node.name == "gl_PerFragment"
    what = f"a declaration of '{node.name}'"
    if not c.require(node.at, what, 150):
        return
    if per_fragment and not c.require(node.at, what, 410, None, "ARB_separate_shader_objects"):
        return
    if storage in c.block_names.get(node.name, ()):
        c.error(node.at, f"'{node.name}' is declared twice")
    c.block_names.setdefault(node.name, set()).add(storage)
    words = (storage.value, "layout", "centroid", "invariant", *PRECISIONS, *INTERPOLATIONS)
    for one in node.members:
        refuse(c, qualified(c, one.qualifiers, one.at), "a member of this block", *words)
    if per_fragment:
        if storage is Storage.IN and c.stage is Stage.FRAGMENT and not node.instance:
            _variables(c, node, PER_FRAGMENT)
        else:
            c.error(node.at, "'gl_PerFragment' is declared so", "'in' in fragment shaders")
    elif storage is Storage.OUT and c.stage is not Stage.FRAGMENT and not node.instance:
        _variables(c, node, PER_VERTEX)
    elif storage is Storage.IN and c.stage is Stage.GEOMETRY and node.instance == "gl_in":
        _inputs(c, node)
    else:
        c.error(
            node.at, "'gl_PerVertex' is declared so", "'out', or 'in' and 'gl_in[]' in geometry"
        )


def _variables(c, node, known_names):
    """Checks a block whose members are variables."""
    names = {declarator.name for one in node.members for declarator in one.declarators}
    for name in known_names:
        known = c.scopes.outermost.get(name)
        if known is not None and known in c.used:
            c.error(node.at, f"'{node.name}' is declared after a use of '{name}'")
        if name in c.repeated:
            c.error(node.at, f"'{node.name}' is declared after '{name}', one of its members")
    for declarator, type_ in _members(c, node):
        variable = c.variable(declarator.name) if declarator.name in known_names else None
        if not isinstance(variable, typed.Variable):
            c.error(declarator.at, f"'{declarator.name}' is no member of '{node.name}'")
        elif _agrees(c, declarator, variable.type, type_) and isinstance(type_, Array):
            most = len(variable.builtin.bindings)
            if type_.count is not None and type_.count > most:
                text = f"'{variable.name}' has {type_.count} elements"
                c.error(declarator.at, text, f"at most {most}")
            resize(c, declarator.at, variable, type_)
    c.hidden.update(name for name in known_names if name not in names)
    c.builtin_blocks[node.name] = _declared(c, node)


def _inputs(c, node):
    if not node.sizes:
        c.error(node.at, "'gl_in' is not an array", "'gl_in[]'")
    found = c.scopes.outermost.get("gl_in")
    if found is not None and found in c.used:
        c.error(node.at, "'gl_PerVertex' is declared after a use of 'gl_in'")
    variable = c.variable("gl_in")
    struct = types.innermost(variable.type)
    for declarator, type_ in _members(c, node):
        number = struct.numbers.get(declarator.name)
        if number is None:
            c.error(declarator.at, f"'{declarator.name}' is no member of 'gl_PerVertex'")
        elif _agrees(c, declarator, struct.members[number].type, type_):
            _size_input(c, declarator, struct.members[number].type, type_)
    declared = {declarator.name for one in node.members for declarator in one.declarators}
    c.hidden_members.update(name for name in struct.numbers if name not in declared)
    c.builtin_blocks["gl_in"] = _declared(c, node)
    whole = array_type(c, node.at, struct, node.sizes) if node.sizes else None
    if isinstance(whole, Array) and whole.count is not None:
        variable.at, variable.type = node.at, whole
        c.size_by_primitive(variable)


def _size_input(c, node, known, type_):
    """Notes the size of an array among the members of gl_in."""
    if isinstance(type_, Array) and type_.count is not None:
        if type_.count > known.count:
            text = f"'{node.name}' has {type_.count} elements"
            c.error(node.at, text, f"at most {known.count}")
        c.input_sizes[node.name] = type_.count


def _declared(c, node) -> tuple[tuple[str, str], ...]:
    """Returns the names and types of the members, as shaders of one stage must agree on them."""
    return tuple((declarator.name, str(type_)) for declarator, type_ in _members(c, node))


def _members(c, node):
    """Yields the declarator and the type of each member."""
    for one in node.members:
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
