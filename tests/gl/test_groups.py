"""State that counts its changes."""

from dataclasses import dataclass

from softgl.gl.api.groups import Group


@dataclass
class Pen(Group):
    width: float = 1.0
    dash: tuple = ()


def test_a_new_group_has_a_revision_of_its_own():
    first, second = Pen(), Pen()
    assert len({first.revision, second.revision, Pen(2.0).revision}) == 3


def test_changes_count_and_equal_values_do_not():
    pen = Pen()
    before = pen.revision
    pen.width, pen.dash = pen.width, ()
    assert pen.revision == before
    pen.width = -0.0
    after = pen.revision
    pen.width = 0.0
    assert before < after < pen.revision
    assert "revision" not in vars(pen)
