"""Checks the types of the examples: the Python blocks of the documents, and the scenes.

Usage: python tools/check_examples.py [--pyright]
Runs mypy, and with --pyright pyright, on them. The exit status is that of the first that fails.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IN_ORDER = frozenset({"tutorial", "notebook"})
"""The documents whose blocks are one program."""


def examples() -> dict[str, str]:
    """Returns the programs of the documents, by names for their files."""
    found = {}
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        blocks = BLOCK.findall(path.read_text(encoding="utf-8"))
        if path.stem in IN_ORDER:
            blocks = ["\n".join(blocks)]
        for number, text in enumerate(blocks):
            found[f"{path.stem.lower()}_{number}"] = text
    return found


def main() -> int:
    """Writes the examples to a folder and checks them; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pyright", action="store_true", help="run pyright, too")
    options = parser.parse_args()
    scenes = [str(path) for path in sorted((ROOT / "scenes").glob("*.py"))]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in examples().items():
            Path(folder, f"{name}.py").write_text(text, encoding="utf-8", newline="\n")
        written = [str(path) for path in sorted(Path(folder).glob("*.py"))]
        commands = [["mypy", "--config-file=", "--follow-imports=silent", *written, *scenes]]
        if options.pyright:
            commands.append(["pyright", "--pythonpath", sys.executable, *written])
        for command in commands:
            if status := subprocess.run([sys.executable, "-m", *command]).returncode:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
