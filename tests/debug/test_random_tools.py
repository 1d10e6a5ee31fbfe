"""The debugging tools in any state: with random calls around them they answer, or say why not."""

from __future__ import annotations

import json
import random
import warnings

import numpy as np
import pytest

import softgl
from softgl.debug.comparison.recorded import Recorder
from softgl.debug.frames.call_log import CallLog
from softgl.debug.frames.calls import Calls
from softgl.debug.pictures import KINDS, picture
from softgl.debug.state import state
from softgl.debug.tables import arrays, buffers, vertices
from softgl.debug.watching import watching
from softgl.errors import SoftGLError
from softgl.gl import *

NUMBERS = """!!NVvp4.0
INT TEMP i; ADD.S i, vertex.id, vertex.instance; MOV.S result.color, i;
MOV result.position, vertex.position; END"""
GEOMETRY = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 2;
MOV result.position, vertex[0].position; EMIT; MOV result.position, {0, 0, 0, 1}; EMIT; END"""
NOTHING = GEOMETRY.replace("EMIT; ", "")
SAMPLED = """!!ARBfp1.0
TEMP t; TEX t, fragment.texcoord[0], texture[0], 2D; KIL -t.x; MOV result.color, t; END"""
PROGRAMS = (
    (GL_VERTEX_PROGRAM_ARB, NUMBERS), (GL_GEOMETRY_PROGRAM_NV, GEOMETRY),
    (GL_GEOMETRY_PROGRAM_NV, NOTHING), (GL_FRAGMENT_PROGRAM_ARB, SAMPLED),
)  # fmt: skip
SWITCHES = (
    *(GL_VERTEX_PROGRAM_ARB, GL_GEOMETRY_PROGRAM_NV, GL_FRAGMENT_PROGRAM_ARB, GL_TEXTURE_2D),
    *(GL_DEPTH_TEST, GL_BLEND, GL_CULL_FACE, GL_LIGHTING, GL_SCISSOR_TEST, GL_LINE_STIPPLE),
    *(GL_POLYGON_STIPPLE, GL_CLIP_PLANE0, GL_RASTERIZER_DISCARD, GL_STENCIL_TEST, GL_FOG),
)
MODES = (GL_POINTS, GL_LINE_STRIP, GL_LINES, GL_TRIANGLES, GL_QUADS, GL_POLYGON)
POINTS = np.random.default_rng(1).uniform(-1.2, 1.2, (40, 2)).astype(np.float32)


class Caller:
    """Makes random calls; refused ones count as well as others."""

    def __init__(self, seed: int):
        self.rng, self.seed, self.listing = random.Random(seed), seed, False

    def one(self, *those):
        return self.rng.choice(those)

    def call(self, function, *arguments):
        """Calls a function, sometimes with a wrong argument."""
        arguments = list(arguments)
        if arguments and self.rng.random() < 0.05:
            wrong = self.one(-1, None, "x", float("nan"), 2**40, [])
            arguments[self.rng.randrange(len(arguments))] = wrong
        try:
            function(*arguments)
        except SoftGLError:
            pass
        except Exception as error:
            raise AssertionError(f"seed {self.seed}: {function} {arguments}") from error

    def set(self):
        """Changes some state, even to incomplete or missing objects."""
        one, number = self.one, self.rng.randrange
        target, text = one(*PROGRAMS)
        self.call(*one(
            (glBindProgramARB, target, number(9)),
            (glProgramStringARB, target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text),
            (glDeleteProgramsARB, 1, [number(9)]), (one(glEnable, glDisable), one(*SWITCHES)),
            (glEnable, one(*SWITCHES)), (glBindTexture, GL_TEXTURE_2D, number(3)),
            (glTexImage2D, GL_TEXTURE_2D, number(2), one(GL_RGBA8, GL_RGBA32I_EXT), 4, 4, 0,
             GL_RGBA, GL_UNSIGNED_BYTE, None), (glDeleteTextures, [number(3)]),
            (glBindBuffer, one(GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER), number(3)),
            (glBufferData, GL_ARRAY_BUFFER, POINTS, GL_STATIC_DRAW),
            (glVertexPointer, 2, one(GL_FLOAT, GL_SHORT), number(9), None),
            (glBindFramebuffer, GL_FRAMEBUFFER, number(3)), (glEdgeFlag, number(2)),
            (glFramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0),
            (glDrawBuffer, one(GL_NONE, GL_BACK, GL_COLOR_ATTACHMENT0)),
            (glPolygonMode, one(GL_FRONT, GL_BACK), one(GL_POINT, GL_LINE, GL_FILL)),
            (glFeedbackBuffer, one(0, 5, 500), one(GL_2D, GL_3D_COLOR, GL_4D_COLOR_TEXTURE)),
            (glSelectBuffer, 9), (glRenderMode, one(GL_FEEDBACK, GL_SELECT, GL_RENDER)),
        ))  # fmt: skip

    def draw(self):
        """Draws something, or makes a list of it, or calls one; perhaps where that is an error."""
        one, number, mode = self.one, self.rng.randrange, self.one(*MODES)
        call = one(
            (glDrawArrays, mode, number(20), number(20)), (glRectf, -1, -1, 0.5, 0.5),
            (glDrawArraysInstancedARB, mode, 0, number(9), number(3)), (glCallList, 1),
            (glDrawElements, mode, 3, GL_UNSIGNED_BYTE, one(None, bytes(3))),
            (glMultiDrawArrays, mode, [0, 3], [5, number(9)], 2), (glRasterPos2f, 0, 0),
            (glEvalMesh2, one(GL_POINT, GL_LINE, GL_FILL), 0, 3, 0, 3), (glBegin, mode),
            (glBitmap, 8, 8, 0, 0, 9, 0, bytes(range(100, 132))), (glVertex2f, 0.2, 0.3), (glEnd,),
            (glDrawPixels, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, bytes(16)), (glArrayElement, number(9)),
            (glNewList, 1, one(GL_COMPILE, GL_COMPILE_AND_EXECUTE)), (glEndList,), (glEndList,),
        )  # fmt: skip
        if call[0] in (glNewList, glEndList):
            self.listing = call[0] is glNewList
        if call[0] is not glCallList or not self.listing:  # a list in itself takes for ever
            self.call(*call)

    def some(self):
        """Sets and draws some."""
        for _ in range(self.rng.randrange(1, 5)):
            self.one(self.set, self.draw, self.draw)()

    def tool(self, context):
        """Ask something, or look on while something is drawn."""
        x, y = self.rng.randrange(8), self.rng.randrange(8)
        wanted = self.one({"pixel": (x, y)}, {"vertex": x}, {"primitive": y})

        def traced():
            with context.trace(**wanted) as trace:
                self.some()
            assert str(trace) and json.dumps(trace.as_json(), allow_nan=False)

        def history():
            with context.history(x, y, framebuffer=self.one(0, 1, None)) as found:
                self.some()
            assert found.lines() and json.dumps(found.as_json(), allow_nan=False)

        def pictured():
            with picture(self.one(*KINDS)) as found:
                self.some()
            found.image()

        def dumped():
            json.dumps(state(context), allow_nan=False)

        def tabled():
            watcher = Tables()
            with watching(watcher):
                self.some()
            json.dumps(watcher.tables, allow_nan=False)

        asked = context.explain, context.read_image, dumped
        self.call(self.one(traced, traced, history, pictured, tabled, *asked))


class Tables(Recorder):
    """A watcher that makes tables of the buffers and the vertices of each event."""

    def __init__(self):
        super().__init__()
        self.log = CallLog()
        self.called, self.tables = self.log.add, []

    def before(self, event):
        super().before(event)
        self.calls = Calls()
        self.calls.start(event.context)

    def after(self, event):
        self.calls.end(event.context)
        super().after(event)
        listed = buffers.described(event.context, arrays.index_type(event))
        for buffer in listed:
            buffers.contents(event.context, buffer["name"], "", 0, None, 0, 5)
        if self.calls.found:
            sources = arrays.sources(event, self.calls.found[0])
            self.tables += [sources, vertices.table(self.calls.found, 0, 5)]
        self.tables += [listed, self.log.take()]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_tools_answer_in_any_state(machine):
    seed = random.randrange(1 << 30)
    for part in range(8):
        caller = Caller(seed + part)
        with warnings.catch_warnings(), softgl.Context(
            8, 8, machine=machine, threads=1, samples=caller.one(0, 0, 4), explain=True
        ) as context:  # fmt: skip
            warnings.simplefilter("ignore")
            for made in (glGenFramebuffers, glGenTextures):
                made(2)
            glVertexPointer(2, GL_FLOAT, 0, POINTS)
            glEnableClientState(GL_VERTEX_ARRAY)
            glMap2f(GL_MAP2_VERTEX_3, 0, 1, 6, 2, 0, 1, 3, 2, POINTS[:6])
            glEnable(GL_MAP2_VERTEX_3)
            for _ in range(8):
                caller.some()
                caller.tool(context)
