"""Expressions: names, literals, fields, elements; operators and calls have modules of their own."""

from __future__ import annotations

from softgl.glsl import tree, typed, types
from softgl.glsl.builtins import lookup
from softgl.glsl.check import constants, unsized
from softgl.glsl.check.constants import is_constant, signed
from softgl.glsl.check.context import silent
from softgl.glsl.check.conversions import is_integer, is_scalar
from softgl.glsl.check.folding import fold
from softgl.glsl.check.lvalues import root
from softgl.glsl.typed import Storage
from softgl.glsl.types import INT, Array, Matrix, Sampler, Struct, Vector
from softgl.ir.program import Stage

SWIZZLES = ("xyzw", "rgba", "stpq")


def expression(c, node: tree.Expression) -> typed.Expression:
    """Returns the typed expression of a node of the syntax tree."""
    return CHECKS[type(node)](c, node)


def value(c, node: tree.Expression) -> typed.Expression:
    """Returns the typed expression of a node that must have a value."""
    checked = CHECKS[type(node)](c, node)
    if checked.type is types.VOID:
        return c.failed(checked.at, "an expression of the type 'void' has no value")
    return checked


def _literal(c, node):
    return constants.literal(node)


def _name(c, node):
    name = node.name
    found = c.variable(name)
    if isinstance(found, typed.Variable):
        return reference(c, node.at, found)
    if found is None and c.builtin_functions.get(name) is None:
        return c.unknown(node.at, name, "", lookup.VARIABLES.get(name, ()))
    kind = "a type" if isinstance(found, Struct) else "a function"
    return c.failed(node.at, f"'{name}' is {kind}", "a variable")


def _type_name(c, node):
    return c.failed(node.at, f"'{node.name}' is a type", "a value or a constructor")


def reference(c, at: int, variable: typed.Variable) -> typed.Expression:
    """Returns a use of a variable: its value if that is constant."""
    c.used.add(variable)
    if variable.storage is Storage.CONST and type(variable.initializer) is typed.Constant:
        return typed.Constant(at, variable.type, variable.initializer.words)
    found = typed.Reference(at, variable.type, variable)
    if isinstance(variable.type, Array) and variable.type.count is None:
        c.references.setdefault(variable, []).append(found)
    if c.unsized and variable.block is not None:
        unsized.note_node(c, found, types.innermost(variable.type))
    return found


# -- fields ----------------------------------------------------------------------------------------


def _field(c, node):
    whole = value(c, node.object)
    type_, name = whole.type, node.name
    if type_ is types.ERROR:
        return whole
    if isinstance(type_, Struct):
        number = type_.numbers.get(name)
        if number is None or (name in c.hidden_members and type_.name == "gl_PerVertex"):
            names = ", ".join(type_.numbers)
            return c.failed(node.at, f"'{type_}' has no member '{name}'", f"one of {names}")
        member = typed.Member(node.at, _member_type(c, type_, number), whole, number)
        unsized.note_node(c, member, type_)
        return fold(member, whole)
    if isinstance(type_, Vector):
        if type_.size == 1 and not c.since(420, None, "ARB_shading_language_420pack"):
            return c.failed(node.at, f"'.{name}' of a scalar, a '{type_}'", "a vector")
        return _swizzle(c, node, whole)
    return c.failed(node.at, f"'.{name}' of a '{type_}'", "a vector or structure")


def _member_type(c, struct, number):
    """Returns the type of a member; arrays in gl_in have the size of their declaration or none."""
    member = struct.members[number]
    if struct.name == "gl_PerVertex" and isinstance(member.type, Array):
        # GLSL 1.50 7.1: "The gl_ClipDistance array is predeclared as unsized".
        return Array(member.type.element, c.input_sizes.get(member.name))
    return member.type


def _swizzle(c, node, vector):
    name, size = node.name, vector.type.size
    for letters in SWIZZLES:
        if name[0] in letters:
            break
    else:
        return c.failed(node.at, f"'{vector.type}' has no component '{name[0]}'")
    components = tuple(letters.find(letter) for letter in name)
    if len(components) > 4:
        return c.failed(node.at, f"the swizzle '{name}' has {len(name)} components", "at most 4")
    if -1 in components:
        text = f"the swizzle '{name}' mixes names of several sets, or has an unknown one"
        return c.failed(node.at, text, f"letters of {letters}")
    if max(components) >= size:
        wrong = name[components.index(max(components))]
        return c.failed(node.at, f"'{vector.type}' has no component '{wrong}'")
    type_ = Vector(vector.type.scalar, len(components))
    return fold(typed.Swizzle(node.at, type_, vector, components), vector)


# -- elements --------------------------------------------------------------------------------------


def _subscript(c, node):
    whole = value(c, node.object)
    if node.index is None:
        return c.failed(node.at, "an index is missing between the brackets")
    index = value(c, node.index)
    if types.ERROR in (whole.type, index.type):
        return silent(node.at)
    if not (isinstance(whole.type, Array | Matrix) or whole.type.length):
        text = f"'[]' of a '{whole.type}'"
        return c.failed(node.at, text, "an array, a matrix or a vector")
    if not (is_scalar(index.type) and is_integer(index.type)):
        return c.failed(index.at, f"the index has the type '{index.type}'", "an integer")
    if is_constant(index):
        return _constant_element(c, node.at, whole, index)
    return _element(c, node.at, whole, index)


def _constant_element(c, at, whole, index):
    number, length = signed(index), whole.type.length
    if length is None and type(whole) is typed.Member:
        length = whole.object.type.members[whole.number].type.length  # at most, in gl_in
    if number < 0 or (length is not None and number >= length):
        limit = "" if length is None else f"0 to {length - 1}"
        return c.failed(index.at, f"the index {number} is out of bounds", limit)
    type_ = element_type(whole.type)
    if isinstance(whole.type, Vector):
        return fold(typed.Swizzle(at, type_, whole, (number,)), whole)
    if length is None and not _extend(c, index.at, whole, number):
        return silent(at)
    found = typed.Index(at, type_, whole, index)
    unsized.note_node(c, found, type_)
    return fold(found, whole, index)


def element_type(type_: types.Type) -> types.Type:
    """Returns the type of an element, column or component."""
    if isinstance(type_, Array):
        return type_.element
    return type_.column if isinstance(type_, Matrix) else Vector(type_.scalar)


def _extend(c, at, whole, number):
    """Notes the index into an array without a size, which that must be above."""
    unsized.note_index(c, whole, number)
    if type(whole) is not typed.Reference:
        return True
    variable = whole.variable
    builtin = variable.builtin
    if builtin is not None and builtin.bindings and not _is_geometry_input(c, variable):
        most = len(builtin.bindings) // max(1, types.registers(whole.type.element))
        if number >= most:
            text = f"the index {number} is beyond the elements of '{variable.name}'"
            c.error(at, text, f"0 to {most - 1}")
            return False
    return True


def _is_geometry_input(c, variable):
    inputs = (Storage.IN, Storage.BUILTIN_IN)
    return c.stage is Stage.GEOMETRY and variable.storage in inputs


def _element(c, at, whole, index):
    """Checks an index that is not constant."""
    type_ = whole.type
    variable = root(whole)
    if isinstance(type_, Array):
        # GLSL 1.50 4.3.8.1: "a layout must be declared before any use of the method length() or
        # other array use requiring its size be known". ARB_geometry_shader4 has no layouts.
        named = type(whole) is typed.Reference and _is_geometry_input(c, variable)
        if type_.count is None and not (named and c.language.number < 150):
            return c.failed(index.at, "an array without a size needs constant indices")
        # GLSL 1.30 4.1.7: "can only be indexed with integral constant expressions".
        strict = c.language.since(130, 300) and not c.since(400, 320, "ARB_gpu_shader5")
        if strict and isinstance(types.innermost(type_), Sampler):
            return c.failed(index.at, "arrays of samplers need constant indices")
        itself = type(whole) is typed.Reference
        if variable is not None and not _may_vary(c, variable, itself):
            return c.failed(index.at, f"'{variable.name}' needs constant indices")
    found = typed.Index(at, element_type(type_), whole, index)
    unsized.note_node(c, found, found.type)
    return found


def _may_vary(c, variable, itself):
    """True if an index may vary; itself : True if it is one of the variable, not of a part."""
    block = variable.block
    if block is not None and block.variable is variable and block.storage is Storage.UNIFORM:
        # GLSL 1.50 4.3.7: "All indexes used to index a uniform block array must be constant
        # integral expressions."
        of_blocks = itself and isinstance(variable.type, Array)
        return not of_blocks or c.since(400, 320, "ARB_gpu_shader5")
    outputs = c.stage is Stage.FRAGMENT and variable.storage is Storage.OUT
    # GLSL ES 3.00 4.3.6: they "may only be indexed with a constant integral expression".
    return not (outputs and c.language.es)


def _method(c, node):
    whole = value(c, node.object)
    if whole.type is types.ERROR:
        return whole
    if node.name != "length":
        return c.failed(node.at, f"'{node.name}' is not a method", "'length'")
    if node.arguments:
        return c.failed(node.at, "'length' takes no arguments")
    type_ = whole.type
    packed = c.since(420, None, "ARB_shading_language_420pack")
    if not isinstance(type_, Array) and not (packed and type_.length):
        return c.failed(node.at, f"'length()' of a '{type_}'", "an array")
    if isinstance(type_, Array) and not c.require(node.at, "'length()'", 120, 300):
        return silent(node.at)
    if type_.length is None:
        return c.failed(node.at, "'length()' of an array without a size")
    return typed.Constant(node.at, INT, (type_.length,))


def _initializer_list(c, node):
    return c.failed(node.at, "a list in braces stands only after the '=' of a declaration")


CHECKS = {
    tree.Literal: _literal,
    tree.Name: _name,
    tree.TypeName: _type_name,
    tree.Field: _field,
    tree.Subscript: _subscript,
    tree.Method: _method,
    tree.InitializerList: _initializer_list,
}
"""The check of each kind of node; `operators` and `calls` add theirs."""
