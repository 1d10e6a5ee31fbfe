"""Program options: the changes that each makes to its language."""

from __future__ import annotations

from dataclasses import replace

from softgl.asm.dialect import Dialect, Item
from softgl.asm.text.lexer import Tokens, choice
from softgl.errors import ErrorKind, Span

# The options with which the GL computes the position.
POSITION_INVARIANT = frozenset({"ARB_position_invariant", "NV_position_invariant"})


def _unchanged(dialect: Dialect) -> Dialect:
    return dialect


def _position_invariant(dialect: Dialect) -> Dialect:
    # ARB_vertex_program, "Position-Invariant Vertex Program Option": "The <resultBinding> rule is
    # modified to remove "result.position" [...]. a vertex program will fail to load if the number
    # of instructions it contains exceeds the implementation-dependent limit minus four."
    reason = "the option ARB_position_invariant computes the position"
    results = dialect.results.without("result.position", reason)
    return replace(dialect, results=results).with_less(instructions=4, alu_instructions=4)


def _fog(instructions: int):
    # ARB_fragment_program, "Fog Application Options": "a fragment program will fail to load if the
    # number of temporaries it contains exceeds the implementation-dependent limit minus 1, if the
    # number of attributes it contains exceeds the implementation-dependent limit minus 1, or if the
    # number of parameters it contains exceeds the implementation-dependent limit minus 2."; and the
    # "number of instructions or ALU instructions" minus 3, 4 and 2 for the three modes.
    def change(dialect: Dialect) -> Dialect:
        return dialect.with_less(
            temporaries=1,
            attributes=1,
            parameters=2,
            instructions=instructions,
            alu_instructions=instructions,
        )

    return change


def _draw_buffers(dialect: Dialect) -> Dialect:
    # ARB_draw_buffers: "the result binding "result.color[n]" is allowed"; without a number it is
    # color 0.
    item = Item("result.color", dialect.limits.draw_buffers)
    return replace(dialect, results=dialect.results.with_items({"result.color": item}))


def _with_targets(dialect: Dialect, *targets: str) -> Dialect:
    """Returns the language with more texture targets, and arrays of shadow maps if it has both."""
    targets = dict.fromkeys((*dialect.targets, *targets))
    if {"ARRAY1D", "SHADOW1D"} <= targets.keys():
        targets |= dict.fromkeys(("SHADOWARRAY1D", "SHADOWARRAY2D"))
    return replace(dialect, targets=tuple(targets))


def _shadow(dialect: Dialect) -> Dialect:
    # ARB_fragment_program_shadow: "the <texTarget> rule is modified to add the texture targets
    # SHADOW1D, SHADOW2D and SHADOWRECT". NV_gpu_program4 has them and more in any case.
    return _with_targets(dialect, "SHADOW1D", "SHADOW2D", "SHADOWRECT")


def _texture_array(dialect: Dialect) -> Dialect:
    # MESA_texture_array gives ARB_fragment_program the targets that NV_gpu_program4 has.
    return _with_targets(dialect, "ARRAY1D", "ARRAY2D")


def _viewport_array(dialect: Dialect) -> Dialect:
    # ARB_viewport_array, 2.X.6.Y: "the result binding "result.viewport" will be available".
    return replace(dialect, results=dialect.results.with_items(_items("result.viewport")))


def _fragment_layer_viewport(dialect: Dialect) -> Dialect:
    # ARB_fragment_layer_viewport, 2.X.6: "it may use the "fragment.layer" and "fragment.viewport"
    # bindings."
    items = _items("fragment.layer", "fragment.viewport")
    return replace(dialect, attributes=dialect.attributes.with_items(items))


def _items(*names: str) -> dict[str, Item]:
    return {name: Item(name) for name in names}


# NV_vertex_program3, "Dependencies on ARB_fragment_program_shadow": "vertex programs may include"
# this option, too.
VERTEX_OPTIONS = {
    "ARB_position_invariant": _position_invariant,
    "ARB_fragment_program_shadow": _shadow,
}
FOG = {
    "ARB_fog_exp": ("exp", 3),
    "ARB_fog_exp2": ("exp2", 4),
    "ARB_fog_linear": ("linear", 2),
}
# ARB_fragment_coord_conventions: the origin of `fragment.position`. It "amends" the grammar of
# ARB_fragment_program and the languages that build on it, and of NV_fragment_program.
UPPER_LEFT = "ARB_fragment_coord_origin_upper_left"
PIXEL_CENTER_INTEGER = "ARB_fragment_coord_pixel_center_integer"
FRAGMENT_COORDINATES = (UPPER_LEFT, PIXEL_CENTER_INTEGER)
FRAGMENT_OPTIONS = {
    **{name: _fog(instructions) for name, (_, instructions) in FOG.items()},
    "ARB_precision_hint_fastest": _unchanged,
    "ARB_precision_hint_nicest": _unchanged,
    "ARB_fragment_program_shadow": _shadow,
    "ARB_draw_buffers": _draw_buffers,
    "ATI_draw_buffers": _draw_buffers,
    **dict.fromkeys(FRAGMENT_COORDINATES, _unchanged),
    "MESA_texture_array": _texture_array,
}
# Of the languages of NV_gpu_program4 alone.
NV4_GEOMETRY_OPTIONS = {"ARB_viewport_array": _viewport_array}
NV4_FRAGMENT_OPTIONS = FRAGMENT_OPTIONS | {
    "ARB_fragment_layer_viewport": _fragment_layer_viewport,
}
OPTIONS_OF_BINDINGS = {
    "result.viewport": "ARB_viewport_array",
    **dict.fromkeys(("fragment.layer", "fragment.viewport"), "ARB_fragment_layer_viewport"),
}
"""The bindings that an option adds."""
# Options of extensions that softgl lacks -> the message of the leniency.
LENIENT = {"MESA_texture_array": "an option of Mesa, for an extension that softgl does not have"}
# ARB_fragment_program: "A fragment program that specifies more than one of the program options
# "ARB_fog_exp", "ARB_fog_exp2", and "ARB_fog_linear", will fail to load."; the same of the hints.
_EXCLUSIVE = (
    frozenset(FOG),
    frozenset({"ARB_precision_hint_fastest", "ARB_precision_hint_nicest"}),
)


def parse_options(tokens: Tokens, dialect: Dialect) -> tuple[Dialect, dict[str, Span]]:
    """Parses the OPTIONs at the head of a program: the resulting language, name -> its span."""
    found: dict[str, Span] = {}
    while dialect.options and tokens.at("OPTION"):
        dialect = parse_option(tokens, dialect, found)
    return dialect, found


def parse_option(tokens: Tokens, dialect: Dialect, found: dict[str, Span]) -> Dialect:
    """Parses one OPTION, adds it to `found`, and returns the resulting language."""
    tokens.take()
    token = tokens.expect_name("the name of an option")
    if token.text not in dialect.options:
        message = f"the option {token} is not available in {dialect.language} programs"
        options = choice(sorted(dialect.options)) or "no option"
        tokens.fail(token, message, options, ErrorKind.UNKNOWN_OPTION)
    for group in _EXCLUSIVE:
        if token.text in group and group.intersection(found) - {token.text}:
            tokens.fail(token, f"{token} excludes the option before it")
    if token.text not in found:
        found[token.text] = token.span
        if token.text in LENIENT:
            tokens.lenient(token, LENIENT[token.text])
        dialect = dialect.options[token.text](dialect)
    tokens.expect(";", "after an option")
    return dialect


def fog_mode(options) -> str | None:
    """Returns the fog mode of the options, or None."""
    return next((mode for name, (mode, _) in FOG.items() if name in options), None)
