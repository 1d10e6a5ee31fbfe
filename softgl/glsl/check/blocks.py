"""Interface blocks: `uniform Name { ... } instance[count];`, and those of `in` and `out`."""

from __future__ import annotations

from dataclasses import replace

from softgl.glsl import tree, typed, types
from softgl.glsl.check import interfaces, layout_words, per_vertex
from softgl.glsl.check.declared_types import (
    array_size,
    bounded,
    chosen_precision,
    declared_type,
    member_of,
)
from softgl.glsl.check.qualifiers import INTERPOLATIONS, PRECISIONS, qualified, refuse
from softgl.glsl.check.unsized import UnsizedBlock, is_unsized
from softgl.glsl.typed import Storage
from softgl.glsl.types import ERROR, VOID, Array, Sampler
from softgl.ir.program import Stage

STORAGES = {"uniform": Storage.UNIFORM, "in": Storage.IN, "out": Storage.OUT}


def block(c, node: tree.BlockDeclaration) -> None:
    """Checks a block and declares its instance, or its members as variables."""
    qualifiers = qualified(c, node.qualifiers, node.at)
    storage = _storage(c, node, qualifiers)
    if storage is None:
        return
    if node.name in per_vertex.NAMES:
        per_vertex.per_vertex(c, node, storage)
        return
    uniform = storage is Storage.UNIFORM
    layout_words.check_words(c, qualifiers, "a uniform block" if uniform else "a block")
    layout = {**c.defaults.get("uniform", {}), **qualifiers.layout} if uniform else {}
    _name(c, node, storage)
    found = typed.Block(node.name, ERROR, storage, node.at)
    if uniform:
        found.row_major = _row_major(c, qualifiers)
        found.layout = next(
            (w for w in reversed(list(layout)) if w in layout_words.PACKINGS), "shared"
        )
        found.binding = layout.get("binding")
    members, qualifications = _members(c, node, storage)
    found.type = _type(c, node, found, members)
    c.blocks.append(found)
    if node.instance:
        _instance(c, node, found)
    else:
        _spread(c, node, found, qualifications)
    if uniform:
        type_ = found.type if found.count is None else Array(found.type, found.count)
        layout_words.check_binding(c, qualifiers, type_, "a uniform block")


def _type(c, node, found, members):
    """Returns the type of a block; one with unsized members is not yet the last."""
    if not any(is_unsized(member.type) for member in members):
        return bounded(c, node.at, types.Struct(node.name, members))
    c.struct_count += 1
    type_ = types.Struct(node.name, members, c.struct_count)
    c.unsized[type_] = UnsizedBlock(found)
    return type_


def _row_major(c, qualifiers):
    for words in (qualifiers.layout, c.defaults.get("uniform", {})):
        for word in ("row_major", "column_major"):
            if word in words:
                return word == "row_major"
    return False


def _storage(c, node, qualifiers):
    word = qualifiers.storage
    storage = STORAGES.get(word)
    if storage is None:
        c.error(node.at, f"the block '{node.name}' is {word or 'no interface'}", "in, out, uniform")
        return None
    refuse(c, qualifiers, "a block", word, "layout")
    if storage is Storage.UNIFORM:
        c.require(node.at, "a uniform block", 140, 300, "ARB_uniform_buffer_object")
    else:
        c.require(node.at, "a block of inputs or outputs", 150, 320)
    # GLSL 1.50 4.3.7: "It is illegal to have an input block in a vertex shader or an output block
    # in a fragment shader".
    for stage, wrong in ((Stage.VERTEX, Storage.IN), (Stage.FRAGMENT, Storage.OUT)):
        if c.stage is stage and storage is wrong:
            c.error(node.at, f"a block of '{word}' in a {stage.value} shader")
    return storage


def _name(c, node, storage):
    c.identifier(node.at, node.name, "block")
    if storage in c.block_names.get(node.name, ()):
        c.error(node.at, f"the block '{node.name}' is declared twice")
    c.block_names.setdefault(node.name, set()).add(storage)
    if c.scopes.declared_here(node.name) is not None:
        c.error(node.at, f"'{node.name}' is declared twice in one scope")


# -- members ---------------------------------------------------------------------------------------


def _members(c, node, storage):
    """Returns the members, and the qualifiers of each by its name."""
    members: dict[str, types.Member] = {}
    qualifications = {}
    if not node.members:
        c.error(node.at, f"the block '{node.name}' has no members")
    for one in node.members:
        qualifiers = qualified(c, one.qualifiers, one.at)
        _check_qualifiers(c, qualifiers, storage)
        type_ = declared_type(c, one.type)
        if type(one.type.base) is tree.StructType and c.since(120, 300):
            # GLSL 1.50 4.3.7: "structure definitions cannot be nested inside a block". The examples
            # of ARB_uniform_buffer_object have them; 1.10 nests structures in structures too.
            c.error(one.type.base.at, "a structure is defined within a block")
        for declarator in one.declarators:
            member = member_of(c, declarator, type_, unsized=not c.language.es)
            if member.name in members:
                c.error(declarator.at, f"the member '{member.name}' is declared twice")
            member = _qualified_member(c, declarator.at, member, qualifiers, storage)
            members[member.name] = member
            qualifications[member.name] = qualifiers
    return tuple(members.values()), qualifications


def _check_qualifiers(c, qualifiers, storage):
    uniform = storage is Storage.UNIFORM
    words = PRECISIONS if uniform else (*PRECISIONS, *INTERPOLATIONS, "centroid", "invariant")
    refuse(c, qualifiers, "a member of this block", storage.value, "layout", *words)
    where = "a member of a uniform block" if uniform else "a member of a block"
    layout_words.check_words(c, qualifiers, where)


def _qualified_member(c, at, member, qualifiers, storage):
    type_ = member.type
    if type_ is VOID:
        c.error(at, f"the member '{member.name}' has the type 'void'")
        return replace(member, type=ERROR)
    if types.contains(type_, Sampler):
        c.error(at, f"the member '{member.name}' has the type '{type_}'", "another type")
    layout = [word for word in qualifiers.layout if word in ("row_major", "column_major")]
    if storage is not Storage.UNIFORM:
        if type_ is not ERROR:
            interfaces.check_varying_type(c, at, member.name, types.innermost(type_))
            way = qualifiers.interpolation
            interfaces.check_flat(c, at, member.name, type_, storage, way)
        words = (qualifiers.interpolation, "centroid" * qualifiers.centroid)
        layout += [word for word in (*words, "invariant" * qualifiers.invariant) if word]
    precision = chosen_precision(c, at, qualifiers.precision, type_) if type_ is not ERROR else ""
    return types.Member(member.name, type_, precision, tuple(layout))


# -- instances -------------------------------------------------------------------------------------


def _instance(c, node, found):
    """Declares the instance of a block as a variable."""
    type_ = found.type
    # GLSL 1.40, 4.3.5.1: "layout-qualifier uniform block-name { member-list } ;"
    c.require(node.at, "a block with an instance name", 150, 300)
    geometry = c.stage is Stage.GEOMETRY and found.storage is Storage.IN
    if len(node.sizes) > 1:
        c.require(node.at, "an array of arrays", 430, 310, "ARB_arrays_of_arrays")
    if node.sizes:
        size = node.sizes[0]
        count = None if size is None else array_size(c, size) or None
        if size is None and not geometry:
            c.error(node.at, f"the array of blocks '{node.instance}' has no size")
        type_ = Array(type_, count) if type_ is not ERROR else ERROR
        found.count = count
    elif geometry:
        c.error(node.at, f"the input block '{node.name}' is not an array", "an instance[]")
    c.identifier(node.at, node.instance)
    variable = typed.Variable(node.instance, type_, found.storage, node.at, block=found)
    variable.read_only = found.storage is not Storage.OUT
    found.variable = variable
    _declare(c, node.at, variable)
    if geometry and type_ is not ERROR:
        c.size_by_primitive(variable)


def _spread(c, node, found, qualifications):
    """Declares the members of a block without an instance name."""
    if node.sizes:
        c.error(node.at, f"the array of blocks '{node.name}' has no instance name")
    if c.stage is Stage.GEOMETRY and found.storage is Storage.IN:
        c.error(node.at, f"the input block '{node.name}' is not an array", "an instance[]")
    variables = []
    for number, member in enumerate(found.type.members if found.type is not ERROR else ()):
        qualifiers = qualifications[member.name]
        variable = typed.Variable(member.name, member.type, found.storage, node.at)
        variable.block, variable.member = found, number
        variable.interpolation, variable.centroid = qualifiers.interpolation, qualifiers.centroid
        variable.invariant, variable.precision = qualifiers.invariant, member.precision
        variable.layout = dict(qualifiers.layout)
        variable.read_only = found.storage is not Storage.OUT
        _declare(c, node.at, variable)
        variables.append(variable)
    found.members = tuple(variables)


def _declare(c, at, variable):
    if c.is_declared(variable.name):
        c.error(at, f"'{variable.name}' is declared twice in one scope")
    c.scopes.current.symbols[variable.name] = variable
    c.globals.append(variable)
