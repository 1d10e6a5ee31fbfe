"""softgl/glu/__init__.pyi and softgl/glut/__init__.pyi are those of the functions."""

import ast

import pytest

from softgl import glu, glut
from tests.tools import ROOT, load


@pytest.mark.parametrize("module", [glu, glut], ids=["glu", "glut"])
def test_the_files_are_up_to_date(module):
    tool = load(ROOT / "tools" / "generate_toolkit_stubs.py")
    text = (ROOT / module.__name__.replace(".", "/") / "__init__.pyi").read_text("utf-8")
    assert tool.stubs(module) == text, "run python tools/generate_toolkit_stubs.py"
    names = set()
    for each in ast.parse(text).body:
        if isinstance(each, ast.FunctionDef):
            names.add(each.name)
        elif isinstance(each, ast.AnnAssign):
            names.add(each.target.id)
        elif isinstance(each, ast.ImportFrom):
            names |= {name.asname for name in each.names}
        elif isinstance(each, ast.Assign):
            names |= {target.id for target in each.targets}
    assert set(module.__all__) <= names


def test_the_examples_are_found():
    found = load(ROOT / "tools" / "check_examples.py").examples()
    assert "tutorial_0" in found and "readme_0" in found and "tutorial_1" not in found
    assert len(found) > 25 and all("import" in text for text in found.values())
