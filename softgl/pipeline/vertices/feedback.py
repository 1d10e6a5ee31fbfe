"""Transform feedback: results of vertices, written to memory primitive by primitive.

It is a tap between the last stage of vertices and clipping (NV_transform_feedback, 2.Y). A lane is
a corner of a point, line or triangle; corners of one vertex are recorded again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.ir.program import Binding, Program
from softgl.ir.raw_bits import copied_results, raw_bits
from softgl.lanes import F32, I32, U32, Engine, KernelRequest, Signature
from softgl.pipeline.keys.link import Outputs
from softgl.pipeline.support.threads import run_mapped
from softgl.records import dataclass


@dataclass(frozen=True)
class Stream:
    """The results recorded into one buffer.

    memory : (n,) uint32. words : (result, component) for each word of a vertex, in order; None for
    a word that stays as it is.
    """

    memory: np.ndarray
    words: tuple[tuple[Binding, int] | None, ...]


@dataclass
class Recording:
    """The recording of transform feedback, over several draws.

    streams : the buffers, which all get the same primitives; none to count primitives only.
    recorded : number of primitives in the buffers. generated : number of primitives submitted.
    """

    streams: Sequence[Stream] = ()
    recorded: int = 0
    generated: int = 0

    def room(self, corners: int) -> int:
        """Number of further primitives with `corners` corners that fit into all buffers."""
        # "no vertices of the primitive are recorded" that would exceed the limits of any buffer.
        most = [len(s.memory) // (len(s.words) * corners) for s in self.streams if s.words]
        return max(0, min(most, default=0) - self.recorded)


@dataclass(frozen=True)
class RecordKey:
    """Shapes the kernel that records.

    words : for each word of a vertex its row; below 0 the component, -1 - c, of what is not
        written; None for a word that is skipped. raw : True if rows may hold integers. copied : the
        rows that may if others do not. consecutive : True if each corner is the next vertex.
    """

    words: tuple[int | None, ...]
    raw: bool
    copied: frozenset[int] = frozenset()
    consecutive: bool = False


def record(
    engine: Engine,
    recording: Recording,
    program: Program,
    outputs: Outputs,
    rows: np.ndarray,
    vertex_indices: np.ndarray,
    consecutive: bool = False,
    threads: int = 1,
) -> None:
    """Records as many primitives as there is room for.

    rows : (row_count, stride) float32 of the vertices that `program` gives, as `outputs` says.
    vertex_indices : (n, 1 ... 3) int32, the vertices of each primitive. consecutive : True if they
        are 0, 1, 2, ...
    """
    each = vertex_indices.shape[1]
    fitting = min(len(vertex_indices), recording.room(each))
    # A buffer that gl_NextBuffer follows at once, or that skips all words, gets none.
    written = [stream for stream in recording.streams if any(stream.words)]
    for stream in written if fitting else ():
        raw = raw_bits(program).seen
        places = tuple(word and _place(outputs, *word) for word in stream.words)
        copied = frozenset() if raw else _copied(program, stream.words, places)
        key = RecordKey(places, raw, copied, consecutive)
        kernel = engine.kernel(KernelRequest(("record", key), partial(_kernel, key)))
        start = recording.recorded * each * len(stream.words)
        arrays = {
            "vertices": rows.reshape(-1).view(np.uint32 if raw else np.float32),
            "vertex_indices": np.ascontiguousarray(vertex_indices).reshape(-1),
            "out": stream.memory[start:],
        }
        count = fitting * each
        scalars = {"stride": rows.shape[1], "last": count - 1}
        run_mapped(kernel, scalars, arrays, count, threads)
    recording.recorded += fitting
    recording.generated += len(vertex_indices)


def _place(outputs, result, component):
    row = outputs.row(result)
    return -1 - component if row is None else row + component


def _copied(program: Program, words, places) -> frozenset[int]:
    """Returns the rows with copies of inputs, which may be integers."""
    copied = copied_results(program)
    known = {result for number, result in enumerate(program.results) if number in copied}
    pairs = zip(words, places, strict=True)
    return frozenset(place for word, place in pairs if word and place >= 0 and word[0] in known)


def _kernel(key: RecordKey):
    signature = Signature(
        (("stride", I32), ("first", I32), ("last", I32)),
        (("vertices", U32 if key.raw else F32), ("vertex_indices", I32), ("out", U32)),
        frozenset({"out"}),
    )
    return signature, partial(record_vertex, key=key)


def record_vertex(m, a, index, key: RecordKey):
    """Records the words of one corner's vertex."""
    index = m.further(index, a.first)
    if not key.consecutive:
        vertex = m.load_unchecked(a.vertex_indices, m.min(index, a.last))
    words = []
    for place in key.words:
        if place is None:
            words.append(None)
            continue
        if place < 0:
            words.append(m.bits(m.f32(UNWRITTEN_RESULT[-1 - place])))
            continue
        if key.consecutive:
            value = m.load(a.vertices, index, a.stride * place)
        else:
            value = m.load_unchecked(a.vertices, vertex, a.stride * place)
        if not key.raw:
            value = m.unseen_bits(value) if place in key.copied else m.bits(value)
        words.append(value)
    with m.where(index <= a.last):
        if None not in key.words:
            m.store_together(a.out, index, words)
            return
        for number, word in enumerate(words):
            if word is not None:
                m.scatter(a.out, index * len(words) + number, word)
