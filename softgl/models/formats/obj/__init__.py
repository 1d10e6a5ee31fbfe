"""OBJ files with their MTL files. In: a Folder and the file's bytes. Out: a Model.

`lines` and `numerals` read the text, `table` its statements, `mtl` and `maps` the materials, and
`build` makes parts of them.
"""

from __future__ import annotations

from softgl.models.formats.obj.build import build
from softgl.models.formats.obj.lines import MAX_VALUE, plain, text
from softgl.models.formats.obj.mtl import Library
from softgl.models.formats.obj.table import Table
from softgl.models.parts.model import Model


def read(folder, data: bytes) -> Model:
    """Reads an OBJ file and its MTL files. Raises ModelError with the line."""
    table, library = Table(folder), Library(folder)
    table.read(plain(data))
    table.warn_of_unknown()
    for value in dict.fromkeys(table.libraries):
        library.read(text(value[:MAX_VALUE]))
    return build(table, library)
