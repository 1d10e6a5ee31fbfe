"""Python files that belong to no package, as modules."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[1]


def load(path: Path):
    """The Python file at `path` as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_docs_generator():
    """tools/generate_docs.py as a module."""
    return load(ROOT / "tools" / "generate_docs.py")
