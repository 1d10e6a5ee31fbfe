"""Small traces of our own: calls written as apitrace writes them."""

from __future__ import annotations

import io

from softgl.debug.apitrace.parser import Opaque
from softgl.debug.apitrace.writer import Writer
from softgl.gl.api import registry
from softgl.gl.api.signature import signature

CONTEXT, WINDOW, DISPLAY = Opaque(0x5000), 77, Opaque(0x10)


class Builder:
    """Collects calls; `write` writes them to a file."""

    def __init__(self):
        self._file = io.BytesIO()
        self._writer = Writer(self._file, {"process.name": "builder"})

    def call(self, name, *arguments, result=None, written=None, fake=False):
        """Adds a call; the names of parameters are those of the registry, or numbers."""
        names = [f"p{place}" for place in range(len(arguments))]
        if name in registry.COMMANDS:
            names = [each.name for each in signature(name).parameters]
        self._writer.call(name, names, arguments, result, written, fake)
        return self

    def window(self, width=8, height=6):
        """Makes a context, current with a window."""
        self.call("glXCreateContext", DISPLAY, None, None, 1, result=CONTEXT)
        self.call("glXMakeCurrent", DISPLAY, WINDOW, CONTEXT, result=1)
        return self.call("glViewport", 0, 0, width, height, fake=True)

    def frame(self, red, green, blue):
        """Draws a frame of one colour."""
        self.call("glClearColor", float(red), float(green), float(blue), 1.0)
        return self.call("glClear", 0x4000).swap()

    def swap(self):
        """Ends a frame."""
        return self.call("glXSwapBuffers", DISPLAY, WINDOW)

    @property
    def data(self) -> bytes:
        """The whole file."""
        self._writer.finish()
        return self._file.getvalue()

    def write(self, path):
        """Writes the file; returns its path."""
        path.write_bytes(self.data)
        return path
