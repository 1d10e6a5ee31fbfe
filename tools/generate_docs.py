"""Writes pages of docs from the tables of softgl: opcodes, languages, check, tuning, glsl_builtins;
the home page and the page of the notebook.

Usage: python tools/generate_docs.py [--output docs] [--pictures]
The pages are committed; tests/isa/test_opcodes_page.py, tests/asm/test_languages_page.py,
tests/check/test_check_page.py, tests/test_tuning.py, tests/glsl/builtins/test_page.py and
tests/commands/test_documents.py hold them to the tables.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from docs_pages.check import check_page
from docs_pages.glsl_builtins import glsl_builtins_page
from docs_pages.home import home_page, write_gallery
from docs_pages.languages import languages_page
from docs_pages.notebook import notebook_page, write_pictures
from docs_pages.opcodes import opcodes_page
from docs_pages.tuning import tuning_page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path("docs"), help="the folder to write to")
    parser.add_argument("--pictures", action="store_true", help="write the pictures, too")
    options = parser.parse_args()
    folder = options.output
    notebook = Path("docs/notebook.ipynb")
    (folder / "index.md").write_text(home_page(), encoding="utf-8", newline="\n")
    page = folder / "notebook.md"
    page.write_text(notebook_page(notebook), encoding="utf-8", newline="\n")
    if options.pictures:
        write_gallery(Path("reference_images"), folder / "gallery")
        write_pictures(notebook, folder / "gallery")
    (folder / "opcodes.md").write_text(opcodes_page(), encoding="utf-8", newline="\n")
    (folder / "languages.md").write_text(languages_page(), encoding="utf-8", newline="\n")
    page = folder / "glsl_builtins.md"
    page.write_text(glsl_builtins_page(), encoding="utf-8", newline="\n")
    (folder / "check.md").write_text(check_page(), encoding="utf-8", newline="\n")
    (folder / "tuning.md").write_text(tuning_page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
