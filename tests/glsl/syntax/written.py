"""Syntax trees as text, with parentheses around every operation."""

from softgl.glsl.syntax import parse
from softgl.glsl.text.preprocess import preprocess
from softgl.glsl.text.source import Source


def parsed(text, **context):
    """The tree of a shader, and its messages."""
    done = preprocess(Source([text]), **context)
    unit, messages = parse(done.tokens, done.pragmas)
    return unit, [*done.messages, *messages]


def expression(text, version="330"):
    """The tree of an expression."""
    unit, messages = parsed(f"#version {version}\nfloat x = {text};")
    assert not messages, messages
    return unit.declarations[0].declarators[0].initializer


def shape(node):
    """A node as nested text: `(kind field field)`, expressions as they are written."""
    if isinstance(node, list):
        return "[" + " ".join(map(shape, node)) + "]"
    if node is None:
        return "-"
    if isinstance(node, tuple):
        return str(node[0])
    if isinstance(node, str):
        return node or '""'
    if not hasattr(node, "fields"):
        return repr(node)
    simple = {
        "Name": lambda: node.name,
        "TypeName": lambda: node.name,
        "Literal": lambda: str(node.value) + ("u" if node.kind == "uint" else ""),
        "Binary": lambda: f"({shape(node.left)} {node.operator} {shape(node.right)})",
        "Assignment": lambda: f"({shape(node.left)} {node.operator} {shape(node.right)})",
        "Comma": lambda: f"({shape(node.left)}, {shape(node.right)})",
        "Unary": lambda: f"({node.operator}{shape(node.operand)})",
        "Postfix": lambda: f"({shape(node.operand)}{node.operator})",
        "Conditional": lambda: f"({shape(node.condition)} ? {shape(node.yes)} : {shape(node.no)})",
        "Field": lambda: f"{shape(node.object)}.{node.name}",
        "Method": lambda: f"{shape(node.object)}.{node.name}({_list(node.arguments)})",
        "Call": lambda: f"{shape(node.callee)}({_list(node.arguments)})",
        "Subscript": lambda: f"{shape(node.object)}[{shape(node.index) if node.index else ''}]",
        "InitializerList": lambda: f"{{{_list(node.elements)}}}",
        "ExpressionStatement": lambda: f"{shape(node.expression)};",
    }
    kind = type(node).__name__
    if kind in simple:
        return simple[kind]()
    values = (getattr(node, name) for name in node.fields if name not in ("at", "end"))
    return f"({' '.join([kind, *map(shape, values)])})"


def _list(nodes):
    return ", ".join(map(shape, nodes))
