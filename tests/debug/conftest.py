"""Fixtures of all tests of the tools that look into a frame."""

from __future__ import annotations

import pytest

from softgl import cli


@pytest.fixture(autouse=True)
def _cleared(cleared_by_tiles):
    """Framebuffers are cleared tile by tile."""


@pytest.fixture
def command(capsys):
    """Runs the command line with these words, a text or a list of them.

    Returns (exit status, standard output, standard error).
    """

    def run(words):
        capsys.readouterr()
        try:
            status = cli.main(words.split() if isinstance(words, str) else words)
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run
