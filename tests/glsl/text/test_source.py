"""Places in the strings of a shader, and the lines of info logs."""

from softgl.glsl.text.source import Message, Source


def test_places():
    source = Source(["ab\ncd", "e\r\nf", "", "\rg\n\rh"])
    text = source.text
    places = {c: source.place(text.index(c)) for c in "abcdefgh"}
    assert places == {
        "a": (0, 1, 1),
        "b": (0, 1, 2),
        "c": (0, 2, 1),
        "d": (0, 2, 2),
        "e": (1, 1, 1),
        "f": (1, 2, 1),
        "g": (3, 2, 1),
        "h": (3, 3, 1),
    }
    assert source.line(text.index("d")) == ("cde", 3)
    assert Source([]).place(0) == Source([""]).place(0) == (0, 1, 1)


def test_renumbered_lines():
    source = Source(["1\n2\n3\n", "4\n5\n", "6\n7"])
    source.renumber(4, 30, None)  # line 3
    source.renumber(10, 70, 8)  # behind the last line of string 1
    places = [source.place(source.text.index(c))[:2] for c in "1234567"]
    assert places == [(0, 1), (0, 2), (0, 30), (1, 1), (1, 2), (9, 1), (9, 2)]


def test_messages():
    source = Source(["float x = 1;\n\tint  y = foo(2);\n"])
    at = source.text.index("foo")
    assert source.format(Message("error", "no", at)) == (
        "0:2(11): error: no\n    \tint  y = foo(2);\n    \t         ^~~\n"
    )
    assert source.format(Message("warning", "no", at, at + 6, "yes")) == (
        "0:2(11): warning: no, expected yes\n    \tint  y = foo(2);\n    \t         ^~~~~~\n"
    )
    assert source.format(Message("error", "no", len(source.text))).startswith("0:3(1): error: no\n")
    assert source.format(Message("error", "all")) == "error: all\n"
    long = Source(["x" * 5000 + " @ " + "y" * 5000])
    assert max(map(len, long.format(Message("error", "no", 5001)).splitlines())) < 140
