"""Trees of declarations and statements."""

from tests.glsl.syntax.written import parsed, shape

DECLARATIONS = {
    "float a;": "(Declaration Q T[float] [(Declarator a [] -)])",
    "float a = 1, b[2], c[] = d;": "(Declaration Q T[float] [(Declarator a [] 1)"
    " (Declarator b [2] -) (Declarator c [-] d)])",
    "float[2][] a[3];": "(Declaration Q (TypeSpecifier float [2 -]) [(Declarator a [3] -)])",
    "const highp S s;": "(Declaration (Qualifiers [const highp] []) T[S] [(Declarator s [] -)])",
    "layout(location = 1, row_major) flat in vec3 v;": "(Declaration (Qualifiers [layout flat in]"
    " [(LayoutWord location 1) (LayoutWord row_major -)]) T[vec3] [(Declarator v [] -)])",
    "struct S { float a, b[2]; highp S c; };": "(Declaration Q (TypeSpecifier (StructType S"
    " [(Declaration Q T[float] [(Declarator a [] -) (Declarator b [2] -)])"
    " (Declaration (Qualifiers [highp] []) T[S] [(Declarator c [] -)])]) []) [])",
    "struct { int a; } s;": '(Declaration Q (TypeSpecifier (StructType "" [(Declaration Q T[int]'
    " [(Declarator a [] -)])]) []) [(Declarator s [] -)])",
    "uniform B { int a; } b[];": "(BlockDeclaration (Qualifiers [uniform] []) B"
    " [(Declaration Q T[int] [(Declarator a [] -)])] b [-])",
    "in B { int a; };": "(BlockDeclaration (Qualifiers [in] []) B"
    ' [(Declaration Q T[int] [(Declarator a [] -)])] "" [])',
    "layout(triangles) in;": "(QualifierDeclaration (Qualifiers [layout in]"
    " [(LayoutWord triangles -)]) [])",
    "invariant centroid a, b;": "(QualifierDeclaration (Qualifiers [invariant centroid] []) [a b])",
    "precision highp float;": "(PrecisionDeclaration highp T[float])",
    "int f();": "(Function Q T[int] f [] -)",
    "int f(void);": "(Function Q T[int] f [] -)",
    "lowp S[2] f(const inout float a[2], S, int[3] b) {}": "(Function (Qualifiers [lowp] [])"
    " (TypeSpecifier S [2]) f [(Parameter (Qualifiers [const inout] []) T[float] a [2])"
    ' (Parameter Q T[S] "" []) (Parameter Q (TypeSpecifier int [3]) b [])] (Block []))',
    ";;": None,
}
STATEMENTS = {
    ";": "-;",
    "a = 1;": "(a = 1);",
    "a;": "a;",
    "S a;": "(Declaration Q T[S] [(Declarator a [] -)])",
    "S[2] a;": "(Declaration Q (TypeSpecifier S [2]) [(Declarator a [] -)])",
    "a[2] = 3;": "(a[2] = 3);",
    "a[2].b++;": "(a[2].b++);",
    "vec3(1);": "vec3(1);",
    "float[2](a, b);": "float[2](a, b);",
    "float[2] a;": "(Declaration Q (TypeSpecifier float [2]) [(Declarator a [] -)])",
    "f(a)[1];": "f(a)[1];",
    "const int a = 1;": "(Declaration (Qualifiers [const] []) T[int] [(Declarator a [] 1)])",
    "precision lowp int;": "(PrecisionDeclaration lowp T[int])",
    "float f(int);": '(Function Q T[float] f [(Parameter Q T[int] "" [])] -)',
    "{ a; { } }": "(Block [a; (Block [])])",
    "if (a) b; else if (c) d;": "(If a b; (If c d; -))",
    "if (a) if (b) c; else d;": "(If a (If b c; d;) -)",
    "if (a) float b = 1;": "(If a (Declaration Q T[float] [(Declarator b [] 1)]) -)",
    "while (a) b;": "(While a b;)",
    "while (bool a = b) ;": "(While (Declaration Q T[bool] [(Declarator a [] b)]) -;)",
    "do a; while (b);": "(DoWhile a; b)",
    "for (;;) ;": "(For -; - - -;)",
    "for (a = 1; b; c, d) {}": "(For (a = 1); b (c, d) (Block []))",
    "for (int a = 1, b; bool c = d;) e;": "(For (Declaration Q T[int] [(Declarator a [] 1)"
    " (Declarator b [] -)]) (Declaration Q T[bool] [(Declarator c [] d)]) - e;)",
    "switch (a) { case 1: b; case c + 1: default: break; }": "(Switch a [(Case 1) b;"
    " (Case (c + 1)) (Default) (Break)])",
    "switch (a) { }": "(Switch a [])",
    "return; return a, b;": "(Return -) (Return (a, b))",
    "discard; break; continue;": "(Discard) (Break) (Continue)",
}


def long(text):
    """A shape with its abbreviations spelled out."""
    text = text.replace(" Q ", " (Qualifiers [] []) ")
    while "T[" in text:
        before, _, rest = text.partition("T[")
        name, _, after = rest.partition("]")
        text = f"{before}(TypeSpecifier {name} []){after}"
    return text


def test_declarations():
    for text, expected in DECLARATIONS.items():
        unit, messages = parsed("#version 330\n" + text)
        assert not messages, text
        expected = f"[{long(expected)}]" if expected else "[]"
        assert shape(unit.declarations) == expected, text


def test_statements():
    for text, expected in STATEMENTS.items():
        unit, messages = parsed(f"#version 330\nvoid main() {{ {text} }}")
        assert not messages, text
        body = unit.declarations[0].body
        assert shape(body.statements) == f"[{long(expected)}]", text


def test_pragmas_stand_between_declarations():
    text = "#version 120\nint a;\n#pragma STDGL invariant(all)\nvoid f() {\n}\n"
    unit, messages = parsed(text)
    assert not messages
    assert [type(node).__name__ for node in unit.declarations] == [
        "Declaration",
        "Pragma",
        "Function",
    ]


def test_ends_of_blocks():
    text = "void f() { { a; } }"
    body = parsed(text)[0].declarations[0].body
    assert body.end == len(text) - 1
    assert text[body.statements[0].end] == "}"
