"""docs/translating.md lists the records of an interface and the options of the command."""

from dataclasses import fields

from softgl.commands import translate
from softgl.translate import TARGETS
from softgl.translate.interfaces import interface
from tests.tools import ROOT

PAGE = (ROOT / "docs/translating.md").read_text(encoding="utf-8")
RECORDS = "Input Output Uniform StateStruct Member Buffer Sampler Interface".split()


def test_every_field_of_an_interface_is_described():
    for record in RECORDS:
        for field in fields(getattr(interface, record)):
            assert f"`{field.name}`" in PAGE, f"{record}.{field.name}"


def test_every_option_and_target_is_described():
    for names in translate.ARGUMENTS:
        assert f"`{names.split()[0]}" in PAGE or names == "files", names
    assert all(f"| `{name}` |" in PAGE for name in TARGETS)
