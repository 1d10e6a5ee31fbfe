"""Writes pages of docs from the tables of softgl: opcodes, languages, check, tuning, glsl_builtins.

Usage: python tools/generate_docs.py [--output docs]
The pages are committed; tests/isa/test_opcodes_page.py, tests/asm/test_languages_page.py,
tests/check/test_check_page.py, tests/test_tuning.py and tests/glsl/builtins/test_page.py hold them
to the tables.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from docs_pages.check import check_page
from docs_pages.glsl_builtins import glsl_builtins_page
from docs_pages.languages import languages_page
from docs_pages.opcodes import opcodes_page
from docs_pages.tuning import tuning_page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path("docs"), help="the folder to write to")
    folder = parser.parse_args().output
    (folder / "opcodes.md").write_text(opcodes_page(), encoding="utf-8", newline="\n")
    (folder / "languages.md").write_text(languages_page(), encoding="utf-8", newline="\n")
    page = folder / "glsl_builtins.md"
    page.write_text(glsl_builtins_page(), encoding="utf-8", newline="\n")
    (folder / "check.md").write_text(check_page(), encoding="utf-8", newline="\n")
    (folder / "tuning.md").write_text(tuning_page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
