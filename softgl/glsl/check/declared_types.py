"""Types as they are written: names, structures, sizes of arrays, precisions."""

from __future__ import annotations

from softgl.glsl import tree, types
from softgl.glsl.check import expressions
from softgl.glsl.check.constants import is_constant, signed
from softgl.glsl.check.conversions import is_integer, is_scalar
from softgl.glsl.types import ERROR, VOID, Array, Sampler, Scalar, Struct, Vector
from softgl.ir.program import Stage

KEYWORDS = {"void": VOID} | types.VECTORS | types.MATRICES | types.SAMPLERS
MAX_TYPE_REGISTERS = 1 << 16
"""The number of registers of four components that a type may have."""


def declared_type(c, specifier: tree.TypeSpecifier) -> types.Type:
    """Returns the type of a type specifier, and declares the structure in it."""
    base = specifier.base
    if type(base) is tree.StructType:
        type_ = struct_type(c, base)
    else:
        type_ = named_type(c, base.at, base.name)
    if specifier.sizes:
        type_ = array_type(c, specifier.at, type_, specifier.sizes)
    return type_


def named_type(c, at: int, name: str) -> types.Type:
    """Returns the type of a keyword or a structure's name."""
    if (found := KEYWORDS.get(name)) is not None and (
        c.keywords.get(name) == "type"
        # `unsigned int`
        or (name == "uint" and c.has("EXT_gpu_shader4"))
    ):
        return found
    found = c.scopes.find(name)
    if isinstance(found, Struct):
        return found
    if found is None and (found := c.builtin_struct(name)) is not None:
        return found
    if found is None and name in KEYWORDS:
        c.error(at, f"'{name}' is not declared: it is not a type of {c.language}")
    elif found is None:
        c.unknown(at, name, "the type")
    elif found is not None:
        c.error(at, f"'{name}' is not a type")
    return ERROR


def constructed_type(c, callee: tree.Expression) -> types.Type:
    """Returns the type that the callee of a constructor names: `vec4`, `S`, `float[2]`."""
    sizes = []
    while type(callee) is tree.Subscript:
        sizes.append(callee.index)
        callee = callee.object
    if type(callee) not in (tree.Name, tree.TypeName):
        c.error(callee.at, "what is called is no function", "a function or a type")
        return ERROR
    type_ = named_type(c, callee.at, callee.name)
    return array_type(c, callee.at, type_, sizes[::-1]) if sizes else type_


# -- arrays ----------------------------------------------------------------------------------------


def array_type(c, at: int, element: types.Type, sizes: list) -> types.Type:
    """Returns the type of an array with the sizes that are written, None for `[]`."""
    if element in (ERROR, VOID):
        if element is VOID:
            c.error(at, "an array of 'void'")
        return ERROR
    # ARB_geometry_shader4: "Two-dimensional arrays can only be declared as "varying in" variables
    # in a geometry shader."
    of_primitive = len(sizes) == 2 and c.stage is Stage.GEOMETRY and c.has("ARB_geometry_shader4")
    if (isinstance(element, Array) or len(sizes) > 1) and not of_primitive:
        arrays = "ARB_arrays_of_arrays"
        if not c.require(at, "an array of arrays", 430, 310, arrays):
            return ERROR
    for size in reversed(sizes):
        count = None if size is None or _is_of_primitive(c, size) else array_size(c, size)
        if count == 0:
            return ERROR
        element = Array(element, count)
    return bounded(c, at, element)


def bounded(c, at: int, type_: types.Type) -> types.Type:
    """Returns a type, or ERROR after a message if it is larger than any register file."""
    if types.registers(type_) <= MAX_TYPE_REGISTERS:
        return type_
    text = f"the type '{type_}' has {types.registers(type_)} vectors"
    c.error(at, text, f"at most {MAX_TYPE_REGISTERS}")
    return ERROR


def _is_of_primitive(c, size):
    """True for gl_VerticesIn of ARB_geometry_shader4, a constant that the linker sets."""
    named = type(size) is tree.Name and size.name == "gl_VerticesIn"
    return named and c.has("ARB_geometry_shader4") and c.stage is Stage.GEOMETRY


def array_size(c, node: tree.Expression) -> int:
    """Returns the size of an array, or 0 after a message."""
    size = expressions.value(c, node)
    if size.type is ERROR:
        return 0
    if type(node) is tree.Comma and c.since(120):
        # GLSL ES 3.00 12.43: "It would be preferable to make this construct illegal to avoid
        # confusion." Other compilers refuse it from 1.20 on.
        c.error(size.at, "the size of an array has a comma", "a constant integer")
        return 0
    if not (is_constant(size) and is_scalar(size.type) and is_integer(size.type)):
        found = f"a '{size.type}'" if is_constant(size) else "not constant"
        c.error(size.at, f"the size of an array is {found}", "a constant integer")
        return 0
    if signed(size) <= 0:
        c.error(size.at, f"the size of an array is {signed(size)}", "a positive number")
        return 0
    return signed(size)


# -- structures ------------------------------------------------------------------------------------


def struct_type(c, node: tree.StructType) -> types.Type:
    """Declares a structure and returns its type."""
    members = struct_members(c, node.members)
    if not node.members:
        c.error(node.at, "a structure without members")
    c.struct_count += 1
    type_ = Struct(node.name, members, 0 if c.scopes.is_global else c.struct_count)
    if type_.depth > tree.MAX_NESTING:
        text = f"the structure '{type_}' is {type_.depth} structures deep"
        c.error(node.at, text, f"at most {tree.MAX_NESTING}")
    if type_.depth > tree.MAX_NESTING or types.registers(type_) > MAX_TYPE_REGISTERS:
        bounded(c, node.at, type_)
        type_ = Struct(node.name, (), c.struct_count)
    if node.name and c.identifier(node.at, node.name, "structure"):
        earlier = c.scopes.current.symbols.get(node.name)
        if isinstance(earlier, Struct) and earlier.members == members and c.since(130):
            c.warn(node.at, f"the structure '{node.name}' is declared twice, with equal members")
            return earlier
        if c.is_declared(node.name) or node.name in c.scopes.current.functions:
            c.error(node.at, f"'{node.name}' is declared twice in one scope")
        else:
            c.scopes.current.symbols[node.name] = type_
    return type_ if node.members else ERROR


def struct_members(c, declarations) -> tuple[types.Member, ...]:
    """Returns the members of a structure."""
    members: dict[str, types.Member] = {}
    for one in declarations:
        precision = _member_precision(c, one.qualifiers)
        if type(one.type.base) is tree.StructType and (c.language.es or c.since(120)):
            nested(c, one.type.base)
        type_ = declared_type(c, one.type)
        if type_ is VOID:
            c.error(one.at, "a member of the type 'void'")
            type_ = ERROR
        if not one.declarators and type(one.type.base) is not tree.StructType:
            c.error(one.at, "a member without a name")
        for declarator in one.declarators:
            member = member_of(c, declarator, type_)
            if member.name in members:
                c.error(declarator.at, f"the member '{member.name}' is declared twice")
            chosen = chosen_precision(c, declarator.at, precision, member.type)
            members[member.name] = types.Member(member.name, member.type, chosen)
    return tuple(members.values())


def nested(c, node):
    """Reports the definition of a structure within another one, where a version forbids it."""
    # GLSL 1.20 4.1.8 and ES 1.00 and 3.00: "Structure definitions may not be nested"/"embedded".
    c.error(node.at, f"a structure is defined within another one: not in {c.language}")


def member_of(c, declarator, type_, unsized: bool = False) -> types.Member:
    """Returns a member of a structure or block, its array sizes added to its type.

    unsized : True if an array needs no size.
    """
    c.identifier(declarator.at, declarator.name, "member")
    if declarator.initializer is not None:
        c.error(declarator.at, f"the member '{declarator.name}' has an initializer")
    if declarator.sizes:
        type_ = array_type(c, declarator.at, type_, declarator.sizes)
    if isinstance(type_, Array) and type_.count is None and not unsized:
        c.error(declarator.at, f"the array '{declarator.name}' has no size")
        type_ = ERROR
    return types.Member(declarator.name, type_)


def _member_precision(c, qualifiers):
    precision = ""
    for word, at in qualifiers.words if qualifiers else ():
        if word in ("lowp", "mediump", "highp"):
            if precision:
                c.error(at, f"'{word}' beside '{precision}'", "one precision")
            precision = word
        else:
            c.error(at, f"'{word}' on a member of a structure", "a precision alone")
    return precision


# -- precisions ------------------------------------------------------------------------------------

PRECISE_KINDS = {Scalar.FLOAT: "float", Scalar.INT: "int", Scalar.UINT: "int"}


def precision_kind(type_: types.Type) -> str:
    """Returns the type whose default precision a type takes, or ""."""
    type_ = types.innermost(type_)
    if isinstance(type_, types.Matrix):
        return "float"
    if isinstance(type_, Sampler):
        return type_.name
    return PRECISE_KINDS.get(type_.scalar, "") if isinstance(type_, Vector) else ""


def chosen_precision(c, at: int, precision: str, type_: types.Type) -> str:
    """Returns the precision of a declaration, which ES wants for each number and sampler.

    GLSL ES 3.00 10.3: "S0028: Precision used with type other than int, float or sampler type".
    """
    kind = precision_kind(type_)
    if precision and not kind and type_ is not ERROR:
        c.error(at, f"a precision on the type '{type_}'", "a number or sampler")
        return ""
    if precision or not kind or not c.language.es:
        return precision
    precision = c.scopes.precision(kind)
    if not precision:
        c.error(at, f"'{kind}' has no default precision here", "lowp, mediump or highp")
    return precision


def default_precisions(c) -> dict[str, str]:
    """Returns the precisions that a stage of ES has from the beginning."""
    found = {"sampler2D": "lowp", "samplerCube": "lowp"}
    if c.stage is Stage.FRAGMENT:
        return found | {"int": "mediump"}
    return found | {"int": "highp", "float": "highp"}


def default_precision(c, node: tree.PrecisionDeclaration) -> None:
    """Checks `precision highp float;`."""
    base = node.type.base if isinstance(node.type, tree.TypeSpecifier) else node.type
    name = getattr(base, "name", "") or "struct"
    sizes = getattr(node.type, "sizes", ())
    if sizes or not (name in ("float", "int") or name in types.SAMPLERS):
        c.error(node.at, f"a default precision of '{name}'", "float, int or a sampler")
        return
    c.scopes.current.precisions[name] = node.precision
