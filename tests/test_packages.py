"""The graph of imports: no circle of modules, none of packages, and no large folder."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.test_structure import LAYERS, ROOT, SOURCES, imports, label, module, nodes, place
from tests.test_structure import forgotten_trees as forgotten_trees

MAX_FILES = 40
REEXPORTS = {
    # `softgl.gl.Context` is the context of applications, which stands above gl.
    ("softgl.gl", "softgl.context"),
}
"""Arrows between packages that are left out: names that a package gives from one above it."""
NAMES = {module(path): path for path in SOURCES}


def resolved(name):
    """The module that a dotted name belongs to: itself, or the one that defines it; None."""
    name = name.partition(":")[0]
    while name not in NAMES and "." in name:
        name = name.rpartition(".")[0]
    return name if name in NAMES else None


def is_modules(node):
    """True for `sys.modules`."""
    return getattr(node, "attr", "") == "modules" and ast.unparse(node) == "sys.modules"


def is_modules_get(node):
    """True for `sys.modules.get`."""
    return getattr(node, "attr", "") == "get" and is_modules(node.value)


def texts(path):
    """The nodes of strings of a file, without docstrings and names looked up in `sys.modules`."""
    every = nodes(path)
    skipped = {id(node.value) for node in every if isinstance(node, ast.Expr)}
    for node in every:
        if isinstance(node, ast.Compare) and any(map(is_modules, node.comparators)):
            skipped.add(id(node.left))
        elif isinstance(node, ast.Call) and is_modules_get(node.func):
            skipped.add(id(node.args[0]))
    return [node for node in every if id(node) not in skipped]


@cache
def spelled(path):
    """The modules that a file names in strings, as for `import_module`.

    Of an f-string `f"softgl.package.{name}"` those of the package that another string names.
    """
    if not re.search(r"""["']softgl\.""", path.read_text(encoding="utf-8")):
        return frozenset()  # most files
    found, prefixes, words = set(), set(), set()
    for node in texts(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words |= set(node.value.split())
            if re.fullmatch(r"softgl(\.\w+)+(:\w+)?", node.value):
                found.add(resolved(node.value))
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            prefixes |= set(re.findall(r"^softgl\.(?:[a-z_]+\.)*$", node.values[0].value))
    found |= {prefix + word for prefix in prefixes for word in words if prefix + word in NAMES}
    return found - {None, "softgl"}


@cache
def arrows(path):
    """The modules that a file imports, those in functions and in strings included."""
    found = {name if name in NAMES else name.rpartition(".")[0] for name in imports(path)}
    return (found & NAMES.keys() | spelled(path)) - {module(path)}


def circle(graph):
    """One circle among the nodes of a graph, as text; empty if there is none."""
    left = {node: set(used) for node, used in graph.items()}
    while ends := {node for node in left if not left[node] & left.keys()}:
        for node in ends:
            del left[node]
    if not left:
        return ""
    walk = [min(left)]
    while walk[-1] not in walk[:-1]:
        walk.append(min(left[walk[-1]] & left.keys()))
    return " -> ".join(walk[walk.index(walk[-1]) :])


def test_modules_named_in_strings_are_seen():
    found = {name for path in SOURCES for name in spelled(path)}
    assert {"softgl.pyopengl.platform", "softgl.glu", "softgl.capi.calls"} <= found
    assert "softgl.capi.entry_points" in spelled(NAMES["softgl.running.c_calls"])
    assert {"softgl.context", "softgl.studio"} <= spelled(NAMES["softgl"])


def test_no_modules_import_each_other():
    """Imports in functions, for type checkers and by name count too."""
    assert not circle({module(path): arrows(path) for path in SOURCES})


def package(name):
    """The node of a module: its folder, or itself for the modules of `softgl`."""
    folder = NAMES[name].parent
    return name if folder == ROOT / "softgl" else module(folder / "__init__.py")


def test_no_packages_import_each_other():
    """Each folder is a node, with its `__init__`; a folder within it is another one."""
    graph = {}
    for path in SOURCES:
        name, node = module(path), package(module(path))
        used = {other for other in arrows(path) if (name, other) not in REEXPORTS}
        graph.setdefault(node, set()).update(set(map(package, used)) - {node})
    assert not circle(graph)


def test_reexports_are_there():
    assert all(other in arrows(NAMES[name]) for name, other in REEXPORTS)


@pytest.mark.parametrize("name", LAYERS)
def test_names_in_strings_point_one_way(name):
    for path in SOURCES:
        if place(path) == name:
            used = {each.split(".")[1] for each in spelled(path)}
            assert used <= LAYERS[name] | {name}, label(path)


@pytest.mark.parametrize("top", ["softgl", "tests", "tools"])
def test_no_folder_is_large(top):
    for folder in {path.parent for path in (ROOT / top).rglob("*") if path.is_file()}:
        files = [path for path in folder.iterdir() if path.is_file() and path.name[0] != "."]
        if folder.name != "__pycache__":
            assert len(files) <= MAX_FILES, label(Path(folder))
