"""`softgl docs`: shows the documents of this version."""

from __future__ import annotations

from softgl import files
from softgl.commands.arguments import whole_number
from softgl.commands.command import Command
from softgl.errors import UsageError

_EXAMPLES = """\
examples:
  softgl docs                     all pages, in the browser
  softgl docs testing             a page: docs/testing.md
  softgl docs check --text        a page in the terminal
  softgl docs --list              the names of the pages
  softgl docs -o manual           pages of HTML in a folder

The pages lie in the package: they are those of the installed version, and need no network.
"""
ARGUMENTS = {
    "page": {"metavar": "PAGE", "nargs": "?", "default": "index", "help": "the page to show"},
    "--text": {"action": "store_true", "help": "write the page to the standard output"},
    "--list": {"action": "store_true", "help": "list the pages"},
    "-o --output": {"metavar": "DIR", "help": "write all pages as HTML into a folder"},
    "--port": {"metavar": "N", "help": "port of the server; default: a free one"},
    "--no-browser": {"action": "store_true", "help": "do not open the page in a browser"},
}


def _docs(options):
    from softgl import documents

    if options.output == "":
        raise UsageError("empty name of an output folder")
    page = documents.checked(options.page)
    if options.list:
        found = documents.documents()
        width = max(map(len, found))
        files.write_text("".join(f"{name:{width}}  {title}\n" for name, title in found.items()))
    elif options.text:
        files.write_text(documents.text(page))
    elif options.output is not None:
        count = documents.write(options.output)
        files.write_text(f"{count} pages in {options.output}: index.html\n")
    else:
        port = whole_number("--port", options.port, 65535)
        documents.serve(page, port or 0, not options.no_browser)


COMMAND = Command(
    "docs",
    _docs,
    "show the documents of this version",
    "Serves the documents of this version to the browser, at 127.0.0.1.",
    _EXAMPLES,
    ARGUMENTS,
)
