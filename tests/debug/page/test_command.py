"""`softgl inspect`: its address, messages and requirements."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from softgl.cli import main
from softgl.debug.page import command
from tests.debug.page import small
from tests.tools import needs_posix

ROOT = Path(__file__).parents[3]


@needs_posix
def test_it_serves_this_computer_until_it_is_interrupted():
    arguments = [sys.executable, "-m", "softgl", "inspect", small.__file__, "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    served = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    line = served.stdout.readline()
    address, port, token = re.search(r"(http://127\.0\.0\.1:(\d+)/)\?token=(\S+)", line).groups()
    for path in ("", "?token=wrong", "api/summary"):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(address + path)
    other = urllib.request.Request(f"{address}?token={token}", headers={"Host": f"evil:{port}"})
    with pytest.raises(urllib.error.HTTPError, match="421"):
        urllib.request.urlopen(other)
    with urllib.request.urlopen(f"{address}?token={token}") as page:
        assert b"<title>softgl inspect</title>" in page.read()
        assert page.headers["Server"] is None
    for found in socket.getaddrinfo(socket.gethostname(), int(port), socket.AF_INET):
        if not found[4][0].startswith("127."):
            with pytest.raises(OSError):
                socket.create_connection(found[4], timeout=5).close()
    served.send_signal(signal.SIGINT)
    _, errors = served.communicate(timeout=60)
    assert served.returncode == 0 and errors == ""


@pytest.mark.parametrize(
    "arguments, status, words",
    [
        (["--port", "0"], 2, "--port '0' is not a whole number from 1 to 65535"),
        (["--port", "x"], 2, "--port 'x' is not a whole number"),
        (["--frame", "-1"], 2, "--frame '-1' is not a whole number"),
        (["--frame", "100"], 2, "--frame '100' is not a whole number from 0 to 99"),
        (["--size", "4"], 2, "--size '4' is not of the form"),
    ],
)
def test_wrong_usage(arguments, status, words, capsys):
    assert main(["inspect", small.__file__, *arguments]) == status
    said = capsys.readouterr().err
    assert words in said and said.splitlines()[:-1] == ["usage: softgl inspect SCENE [options]"]


def test_failures(capsys):
    assert main(["inspect", "teapott", "--no-browser"]) == 1
    expected = "softgl: unknown scene 'teapott'; did you mean 'teapot'?\n"
    assert capsys.readouterr().err == expected
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["inspect", small.__file__, "--no-browser", "--port", port]) == 1
    assert (
        capsys.readouterr().err == f"softgl: cannot listen at port {port}: Address already in use\n"
    )


@pytest.mark.parametrize("name", ["starlette", "uvicorn"])
def test_the_extra_is_named_where_it_is_missing(name, monkeypatch):
    for module in [m for m in sys.modules if m.startswith("softgl.debug.page.server")]:
        monkeypatch.delitem(sys.modules, module)
    for module in [m for m in sys.modules if m.partition(".")[0] == name]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(sys, "meta_path", [_Missing(name), *sys.meta_path])
    with pytest.raises(command.PageError) as caught:
        command.show(small.__file__, {}, None, False)
    assert 'pip install "softgl[inspect]"' in str(caught.value) and name in str(caught.value)


class _Missing:
    """Finds nothing of a package."""

    def __init__(self, name):
        self.name = name

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == self.name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
