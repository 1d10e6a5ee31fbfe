"""The answers of the check to many small shaders, by chapters of the specification."""

import pytest

from tests.glsl.check.cases import read_sections, wrong_answers

SECTIONS = read_sections()


@pytest.mark.parametrize("section", SECTIONS)
def test_answers(section):
    assert not wrong_answers(SECTIONS[section])
