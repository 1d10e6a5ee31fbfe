"""Declarations of variables: storage, types that each may have, initializers."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.check import interfaces, layout_words, redeclarations
from softgl.glsl.check.constants import is_constant
from softgl.glsl.check.declared_types import (
    array_type,
    chosen_precision,
    declared_type,
)
from softgl.glsl.check.initializers import initial_value
from softgl.glsl.check.qualifiers import PRECISIONS, Qualified, qualified, refuse
from softgl.glsl.typed import Storage
from softgl.glsl.types import ERROR, VOID, Array, Sampler
from softgl.ir.program import Stage

IN_AND_OUT = (
    "EXT_gpu_shader4",
    "ARB_explicit_attrib_location",
    "ARB_separate_shader_objects",
    "ARB_fragment_coord_conventions",
)
"""The extensions that have global variables of `in` and `out` in earlier versions."""
READ_ONLY = (Storage.CONST, Storage.UNIFORM, Storage.IN)


def declare(c, node: tree.Declaration) -> list[typed.Statement]:
    """Checks a declaration and returns the places of its local variables."""
    qualifiers = qualified(c, node.qualifiers, node.at)
    type_ = declared_type(c, node.type)
    storage = _storage(c, node.at, qualifiers)
    if not node.declarators:
        _check_empty(c, node, type_, storage, qualifiers)
        return []
    places = []
    for declarator in node.declarators:
        place = _declarator(c, declarator, type_, storage, qualifiers)
        if place is not None and c.function is not None:
            places.append(place)
    return places


def _check_empty(c, node, type_, storage, qualifiers: Qualified) -> None:
    """Checks a declaration without variables."""
    if type(node.type.base) is not tree.StructType:
        c.warn(node.at, "a declaration without a name declares nothing")
        unsized = isinstance(type_, Array) and type_.count is None
        if qualifiers.places and c.since(None, 300) and type_ is not ERROR and not unsized:
            # GLSL ES 3.00 4.8: "The combinations of qualifiers that cause compile-time or link-time
            # errors are the same whether or not the declaration is empty".
            _qualify(c, typed.Variable(str(type_), type_, storage, node.at), qualifiers)
    elif qualifiers.precision:
        # GLSL 1.30 4.5.2: "Any floating point or any integer declaration can have the type
        # preceded by one of these precision qualifiers".
        c.error(qualifiers.places[qualifiers.precision], "a precision on a structure")
    elif qualifiers.places:
        c.warn(node.at, "qualifiers without a variable mean nothing")


def _storage(c, at, qualifiers: Qualified) -> Storage:
    """Returns the storage of a declaration by its qualifiers and its scope."""
    word, place = qualifiers.storage, qualifiers.places.get(qualifiers.storage, at)
    old = [word for word in ("attribute", "varying") if word in qualifiers.places]
    if old and qualifiers.layout and not c.has("ARB_fragment_coord_conventions"):
        c.error(qualifiers.places["layout"], f"'layout' beside '{old[0]}'", "'in' or 'out'")
    if c.function is not None:
        refuse(c, qualifiers, "a local variable", "const", *PRECISIONS)
        return Storage.CONST if word == "const" else Storage.LOCAL
    if word == "attribute":
        if c.stage is not Stage.VERTEX:
            c.error(place, f"'attribute' in a {c.stage.value} shader", "a vertex shader")
        return Storage.IN
    if "varying" in qualifiers.places and word == "varying":
        if c.stage is Stage.GEOMETRY:
            c.error(place, "'varying' in a geometry shader", "'in' or 'out'")
        return Storage.OUT if c.stage is Stage.VERTEX else Storage.IN
    if word in ("in", "out"):
        if "varying" not in qualifiers.places:
            c.require(place, f"a global '{word}'", 130, 300, *IN_AND_OUT)
        if qualifiers.const:
            c.error(qualifiers.places["const"], f"'const' on a global '{word}'")
        return Storage.IN if word == "in" else Storage.OUT
    if word == "inout":
        c.error(place, "'inout' on a global variable", "'in' or 'out'")
        return Storage.GLOBAL
    return {"const": Storage.CONST, "uniform": Storage.UNIFORM}.get(word, Storage.GLOBAL)


def _declarator(c, node: tree.Declarator, type_, storage, qualifiers):
    """Declares one variable and returns the statement for it; None if it redeclares one."""
    if type_ is VOID:
        c.error(node.at, f"the variable '{node.name}' has the type 'void'")
        type_ = ERROR
    if node.sizes:
        type_ = array_type(c, node.at, type_, node.sizes)
    initializer = None
    if node.initializer is not None:
        initializer = initial_value(c, node.initializer, type_)
        if isinstance(type_, Array) and type_.count is None and initializer.type is not ERROR:
            type_ = initializer.type
        if initializer.type is ERROR and storage is Storage.CONST:
            type_ = ERROR  # its value is not known
    earlier = redeclarations.redeclare(c, node, type_, storage, qualifiers, initializer)
    if earlier is not None:
        return _initialize_again(c, node, earlier, initializer)
    variable = typed.Variable(node.name, type_, storage, node.at)
    if type_ is not ERROR:
        _qualify(c, variable, qualifiers)
        variable.initializer = _initializer(c, node, variable, initializer)
    variable.read_only = storage in READ_ONLY
    _enter(c, node, variable)
    return typed.Declare(node.at, variable)


def _initialize_again(c, node, variable, value):
    """Gives a value to an array whose first declaration had no size: `float a[]; float a[] = b;`.

    Returns the assignment within a function, else None.
    """
    if value is None or value.type is ERROR or variable.builtin is not None:
        return None
    if c.function is not None:
        variable.written = True
        target = typed.Reference(node.at, variable.type, variable)
        assigned = typed.Assignment(node.at, variable.type, "", target, value)
        return typed.Evaluate(node.at, assigned)
    variable.initializer = _initializer(c, node, variable, value)
    if variable in c.globals:  # it may read the variables in between
        c.globals.remove(variable)
        c.globals.append(variable)
    return None


def _enter(c, node, variable):
    """Adds a variable to the scope, and to the shader's globals."""
    c.identifier(node.at, node.name)
    if c.is_declared(node.name):
        c.error(node.at, f"'{node.name}' is declared twice in one scope")
    c.scopes.current.symbols[node.name] = variable
    if c.function is None:
        c.globals.append(variable)


def _qualify(c, variable, qualifiers: Qualified):
    """Checks the type of a variable against its qualifiers, and enters them."""
    at, type_ = variable.at, variable.type
    variable.precision = chosen_precision(c, at, qualifiers.precision, type_)
    if qualifiers.precision:
        c.require(qualifiers.places[qualifiers.precision], "a precision", 130, 100)
    if types.contains(type_, Sampler) and variable.storage is not Storage.UNIFORM:
        c.error(at, f"'{variable.name}' has the type '{type_}'", "a uniform or a parameter")
    unsized = isinstance(type_, Array) and type_.count is None
    if unsized and c.language.es and not _takes_primitive(c, variable):
        c.error(at, f"the array '{variable.name}' has no size")
    if c.function is None:
        interfaces.check_interface(c, variable, qualifiers)
        kind = interfaces.layout_kind(c, variable)
        layout_words.check_words(c, qualifiers, kind)
        layout_words.check_binding(c, qualifiers, type_, kind)
        variable.layout = _layout(c, variable, qualifiers)


def _takes_primitive(c, variable):
    return c.stage is Stage.GEOMETRY and variable.storage is Storage.IN


def _layout(c, variable, qualifiers):
    layout = dict(qualifiers.layout)
    if "index" in layout:
        at = qualifiers.places["layout"]
        if layout["index"] > 1:
            c.error(at, f"the index {layout['index']}", "0 or 1")
        if "location" not in layout:
            c.error(at, "an index without a location", "'location = n' before it")
    return layout


def _initializer(c, node, variable, value):
    """Checks the initializer of a variable, None without one."""
    storage, at = variable.storage, node.at
    if value is None:
        if storage is Storage.CONST:
            c.error(at, f"the constant '{variable.name}' has no initializer")
        return None
    if storage in (Storage.IN, Storage.OUT):
        kind = "input" if storage is Storage.IN else "output"
        c.error(at, f"the {kind} '{variable.name}' has an initializer")
    elif types.contains(variable.type, Sampler):
        c.error(at, f"the sampler '{variable.name}' has an initializer")
    elif storage is Storage.UNIFORM and not c.require(at, "an initializer of a uniform", 120):
        return None
    elif value.type is not ERROR and not is_constant(value) and _must_be_constant(c, storage):
        c.error(value.at, f"the initializer of '{variable.name}' is not constant")
        return None
    if value.type is not ERROR and storage is Storage.CONST and not is_constant(value):
        # GLSL 4.20 4.3.3: a local constant may have another value each time.
        variable.storage = Storage.LOCAL
    return value


def _must_be_constant(c, storage):
    if storage is Storage.CONST:
        return c.function is None or not c.since(420, None, "ARB_shading_language_420pack")
    # GLSL ES 1.00 4.3: "In declarations of global variables with no storage qualifier or with a
    # const qualifier, any initializer must be a constant expression."
    return storage is Storage.UNIFORM or (c.language.es and c.function is None)
