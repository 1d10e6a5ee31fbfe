"""The quick tier leaves out the listed tests, and no part of softgl."""

from __future__ import annotations

import ast
from functools import cache

from tests.effort import AS_USERS, compiles_as_users
from tests.tiers import LEFT_OUT, SLOW, TESTS, is_quick

PACKAGE = TESTS.parent / "softgl"


@cache
def functions(path):
    """The names of the tests in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [name for name in names if name.startswith("test_")]


def has_quick_tests(path):
    return any(is_quick(path, name) for name in functions(path))


def test_what_is_listed_exists():
    for name in LEFT_OUT:
        assert (TESTS / name).exists(), name
    for name, listed in SLOW.items():
        assert set(listed.split()) <= set(functions(TESTS / name)), name
        assert not is_quick(TESTS / name, listed.split()[0])


def test_every_module_has_quick_tests():
    """Every module has quick tests: in its mirror, or else in its package."""
    for module in PACKAGE.rglob("*.py"):
        place = TESTS / module.relative_to(PACKAGE).parent
        own = place / f"test_{module.name}"
        files = [own] if own.exists() else list(place.glob("test_*.py"))
        while not files and place != TESTS:
            place = place.parent
            files = list(place.glob("test_*.py"))
        assert any(map(has_quick_tests, files)), module


def test_files_that_compile_as_users_do_exist(monkeypatch):
    monkeypatch.delenv("SOFTGL_TESTS_EFFORT", raising=False)
    for name in AS_USERS:
        assert any(map(compiles_as_users, TESTS.glob(f"{name}*"))), name
    assert not compiles_as_users(TESTS / "test_tiers.py")
