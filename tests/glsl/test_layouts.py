"""The places of members by std140."""

from softgl.glsl.layouts import layout
from softgl.glsl.types import BOOL, FLOAT, INT, Array, Matrix, Member, Struct, Vector
from softgl.glsl.types import Scalar as S


def struct(*types, **layouts):
    members = (
        Member(f"m{n}", type_, "", layouts.get(f"m{n}", ())) for n, type_ in enumerate(types)
    )
    return Struct("S", tuple(members))


def offsets(type_, **more):
    return [offset for offset, _ in layout(type_, **more).members]


def test_scalars_and_vectors():
    vec2, vec3 = Vector(S.FLOAT, 2), Vector(S.FLOAT, 3)
    assert offsets(struct(FLOAT, vec2, FLOAT, vec3, FLOAT, INT, vec3)) == [0, 2, 4, 8, 11, 12, 16]
    assert layout(struct(FLOAT)).size == 4


def test_arrays_structures_and_matrices():
    inner = struct(BOOL, Vector(S.FLOAT, 2))
    whole = struct(FLOAT, Array(FLOAT, 3), FLOAT, inner, FLOAT, Array(inner, 2), Matrix(2, 3))
    assert offsets(whole) == [0, 4, 16, 20, 24, 28, 36]
    found = layout(whole)
    assert found.members[1][1].stride == 4 and found.members[5][1].stride == 4
    assert found.size == 44
    assert layout(Array(Array(Vector(S.FLOAT, 3), 2), 3)).stride == 8


def test_row_major():
    assert layout(Matrix(2, 4)).size == 8
    assert layout(Matrix(2, 4), True).size == 16
    of_members = struct(Matrix(2, 4), Matrix(2, 4), m1=("column_major",))
    assert offsets(of_members, row_major=True) == [0, 16]
    assert [m.row_major for _, m in layout(of_members, True).members] == [True, False]
    nested = struct(struct(Matrix(2, 4)), m0=("row_major",))
    assert layout(nested).size == 16
