"""Names of reference images are names of files, on every system, and do not meet."""

import pytest

from softgl.testing.names import MAX_NAME_LENGTH, PictureNameError, check_name, own_name


@pytest.mark.parametrize(
    ("test", "name"),
    [
        ("test_red", "test_red"),
        ("TestLight::test_red", "TestLight-test_red"),
        ("test_red[1-0.5]", "test_red-1-0.5"),
        ("test_größe[weiß]", "test_größe-weiß"),
    ],
)
def test_a_tests_own_name(test, name):
    assert own_name(f"tests/test_light.py::{test}") == name
    assert check_name(name) == name


def test_names_that_no_file_may_have_stay_apart():
    tests = ["a/b", "a:b", "a b", "../..", "x" * 300, "x" * 301, "", "a\n", "\udce9"]
    names = [own_name(f"t.py::test[{parameter}]") for parameter in tests]
    assert len({name.casefold() for name in names}) == len(tests)
    for name in names:
        assert check_name(name) == name and "/" not in name and len(name) <= MAX_NAME_LENGTH


@pytest.mark.parametrize("name", ["red", "light/red", "red.2", "rot-größer"])
def test_names_that_are_taken(name):
    assert check_name(name) == name
    assert check_name("red.png") == "red"


@pytest.mark.parametrize(
    "name", ["", "/red", "../red", "a//b", "a/", ".red", "a:b", "con", "x" * 121, "red ", 3, None]
)
def test_names_that_are_refused(name):
    with pytest.raises(PictureNameError, match="picture"):
        check_name(name)
