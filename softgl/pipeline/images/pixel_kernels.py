"""Pixels moved by kernels: read from planes and texels, converted, written, mixed, reduced.

What host code of numpy does with a few pixels, or on the eager machine, with the same bits. A
kernel is named by the forms of its two ends; it takes 15 to 60 ms to compile, so that `Moves`
counts the pixels that take each way and has it built when there have been enough.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise

import numpy as np

from softgl.formats import host
from softgl.formats.forms import (
    Component,
    Form,
    are_copies,
    components,
    convert,
    depth_stencil_form,
    pack_pixel,
    plane_form,
)
from softgl.formats.storages import BYTES, ColorFormat, Storage
from softgl.lanes import F32, I32, U32, Engine, KernelRequest, Signature
from softgl.pipeline.planes.planes import BLOCK, Plane, block_index
from softgl.pipeline.planes.resolve import average
from softgl.pipeline.support.threads import in_threads
from softgl.records import dataclass
from softgl.texture.image import Image
from softgl.tuning import limits


@dataclass(frozen=True, eq=False)
class Rows:
    """Pixels row by row. elements : 1-D, of the form's type, from the first pixel to the last.

    row : elements from one row to the next.
    """

    form: Form
    elements: np.ndarray
    row: int

    def view(self, columns: int, rows: int) -> np.ndarray:
        """The pixels (rows, columns, words), without a copy."""
        words, size = self.form.words, self.elements.itemsize
        if self.row == columns * words:  # in a tenth of the time
            return self.elements[: rows * self.row].reshape(rows, columns, words)
        strides = (self.row * size, words * size, size)
        return np.lib.stride_tricks.as_strided(self.elements, (rows, columns, words), strides)


@dataclass(frozen=True, eq=False)
class Rectangle:
    """Pixels of a plane from (x, y) on, all within it.

    stencil : the plane of the stencil indices that follow the depths of the other plane.
    """

    plane: Plane
    x: int
    y: int
    stencil: Plane | None = None

    @property
    def form(self) -> Form:
        if self.stencil is None:
            return plane_form(self.plane.format)
        return depth_stencil_form(self.plane.format)

    def read(self, columns: int, rows: int) -> np.ndarray:
        """A copy of the words (rows, columns, words) of a number of pixels."""
        planes = [plane for plane in (self.plane, self.stencil) if plane is not None]
        words = [plane.read(self.x, self.y, columns, rows) for plane in planes]
        return np.moveaxis(np.concatenate(words) if len(words) > 1 else words[0], 0, -1)


@dataclass(frozen=True, eq=False)
class SampledPixels:
    """The pixels of a plane that each column and row of another one shows.

    columns, rows : int32, one of each; or two, that are mixed: those before and after.
    weights : float32, how much the latter count, of columns and of rows.
    """

    plane: Plane
    columns: tuple[np.ndarray, ...]
    rows: tuple[np.ndarray, ...]
    weights: tuple[np.ndarray, ...] = ()


class Moves:
    """Moves pixels by kernels, for one context.

    Methods return True if they have done it; else the host must.
    """

    def __init__(self, engine: Engine, threads: int):
        self._engine, self._threads = engine, threads
        self._seen: Counter = Counter()

    def to_rows(self, source: Rows | Rectangle, target: Rows, size, clamped=False) -> bool:
        """Moves and converts `size` pixels (columns, rows); clamped : colours brought to [0, 1]."""
        copies = are_copies(source.form, target.form) and not clamped
        if copies and isinstance(source, Rows):
            np.copyto(target.view(*size), source.view(*size))
            return True
        enough = limits.MIN_KERNEL_COPIED if copies else limits.MIN_KERNEL_CONVERTED
        if self._convert(source, target, size, clamped, enough):
            return True
        if copies:
            np.copyto(target.view(*size), source.read(*size))
        return copies

    def _convert(self, source, target, size, clamped, enough):
        columns, rows = size
        if columns < self._width and _is_one_row(source, columns) and _is_one_row(target, columns):
            columns, rows = columns * rows, 1
        # Rows that overlap are written one after the other.
        apart = rows == 1 or target.row >= columns * target.form.words
        fits = apart and columns >= self._width and target.elements.size < 2**31
        kind = _kind(source, columns)
        key = (kind.__name__, source.form.name, target.form.name, clamped)
        if not fits or not self._is_worth(key, columns * rows, enough):
            return False
        body = partial(kind, source=source.form, target=target.form, clamped=clamped)
        arrays, scalars = _ends(source, target)
        scalars |= {"columns": columns, "rows": rows}
        of_row = columns * (source.form.words + target.form.words)
        first, end = 0, rows
        if kind is _move_blocks:
            first, end = source.y // BLOCK, -(-(source.y + rows) // BLOCK)
            of_row *= BLOCK
        self._run(key, body, scalars, arrays, end - first, of_row, first)
        return True

    def to_plane(self, source: SampledPixels, target: Rectangle) -> bool:
        """Fills a rectangle of as many columns and rows as given from another plane."""
        width, height = source.columns[0].size, source.rows[0].size
        forms = plane_form(source.plane.format), target.form
        key = ("blit", forms[0].name, forms[1].name, len(source.weights))
        if not self._is_worth(key, width * height, limits.MIN_KERNEL_CONVERTED):
            return False
        plane, first = target.plane, target.y // BLOCK
        arrays = {
            "source": (forms[0].element, source.plane.data),
            "target": (forms[1].element, plane.data),
            **{f"columns{i}": (I32, values) for i, values in enumerate(source.columns)},
            **{f"rows{i}": (I32, values) for i, values in enumerate(source.rows)},
            **{f"weights{i}": (F32, values) for i, values in enumerate(source.weights)},
        }
        scalars = {
            "source_blocks": source.plane.blocks_x, "source_plane": source.plane.elements,
            "target_blocks": plane.blocks_x, "target_plane": plane.elements,
            "x": target.x, "y": target.y, "width": width, "height": height,
            "left": target.x // BLOCK, "right": -(-(target.x + width) // BLOCK),
        }  # fmt: skip
        body = partial(_blit, source=forms[0], target=forms[1], mixed=len(source.weights) > 0)
        up = -(-(target.y + height) // BLOCK) - first
        sources = len(source.columns) * len(source.rows)  # pixels that one is made of
        of_row = width * BLOCK * (sources * forms[0].words + forms[1].words)
        self._run(key, body, scalars, arrays, up, of_row, first)
        return True

    def resolved(self, plane: Plane) -> np.ndarray | None:
        """Returns the words of the mean colours of a plane's samples; None: the host must do it."""
        key = ("resolve", plane.format, plane.samples)
        if not self._is_worth(key, plane.elements * plane.samples, limits.MIN_KERNEL_CONVERTED):
            return None
        words = np.empty(plane.words * plane.elements, np.uint32)
        arrays = {"source": (U32, plane.data), "target": (U32, words)}
        body = partial(_resolve, format_=plane.format, samples=plane.samples)
        of_block = BLOCK * BLOCK
        of_row = of_block * plane.words * (plane.samples + 1)
        self._run(key, body, {"plane": plane.elements}, arrays, plane.elements // of_block, of_row)
        return words

    def change(self, target: Plane, source: Plane | None, formula, value: float, box) -> None:
        """Replaces pixels of a plane by a formula of them and of the pixels of another plane.

        formula : (m, value, words, words of `source`) -> words; it has a name of its own.
        source : a plane of as many blocks, or None, which has no words.
        box : left, low, right, high: those within which pixels change.
        """
        left, low, right, high = box
        if left >= right or low >= high:
            return
        planes = [plane for plane in (target, source) if plane is not None]
        own, width, height = target.words, right - left, high - low
        key = ("change", formula.func, tuple(sorted(formula.keywords.items())))
        if not self._is_worth(key, width * height, limits.MIN_KERNEL_CONVERTED):
            stored = np.concatenate([plane.read(left, low, width, height) for plane in planes])

            def changed(m, *words):
                return formula(m, value, words[:own], words[own:])

            words = host.together(changed, np.moveaxis(stored, 0, -1), own, np.uint32)
            target.write(left, low, np.moveaxis(words, -1, 0))
            return
        up, columns = slice(low // BLOCK, -(-high // BLOCK)), (left // BLOCK, -(-right // BLOCK))
        scalars = {
            "value": value, "blocks": target.blocks_x, "plane": target.elements,
            "x": left, "y": low, "width": width, "height": height,
            "left": columns[0], "right": columns[1],
        }  # fmt: skip
        arrays = {"target": (U32, target.data), "source": (U32, planes[-1].data)}
        counts = own, 0 if source is None else source.words
        body = partial(_change, formula=formula, own=own, others=counts[1])
        of_row = (right - left) * BLOCK * sum(counts)
        self._run(key, body, scalars, arrays, up.stop - up.start, of_row, up.start)

    def reduced(self, image: Image) -> Image:
        """`image.reduced()`: by a kernel where pixels are the average of four, two by two."""
        width, height, _ = image.size
        storage, filtered = image.format.linear, image.target.filtered
        key = ("reduce", storage.name)
        halves = filtered == (0, 1) and not image.border and width % 2 == height % 2 == 0
        columns, rows = width // 2, len(image.texels) * height // 2
        if (
            not halves
            or not image.format.has_color
            or storage.integer
            or not image.texels.flags.c_contiguous
            or columns < self._width
            or not self._is_worth(key, columns * rows, limits.MIN_KERNEL_CONVERTED)
        ):
            return image.reduced()
        texels = np.empty((len(image.texels), height // 2, columns, storage.words), np.uint32)
        arrays = {"source": (U32, image.texels.reshape(-1)), "target": (U32, texels.reshape(-1))}
        body = partial(_reduce, storage=storage)
        self._run(key, body, {"columns": columns}, arrays, rows, columns * storage.words * 5)
        return Image(image.target, image.format, texels)

    @property
    def _width(self):
        return self._engine.width

    def _is_worth(self, key, pixels, enough):
        """True if a kernel pays: enough pixels of the kind have been moved, with these."""
        if not self._engine.can.run_natively:
            return False
        self._seen[key] += pixels
        return self._seen[key] >= enough

    def _run(self, key, body, scalars, arrays, rows, of_row, first=0):
        """Runs a kernel over rows of a number of elements, from `first` on.

        scalars : int32, or float32 for floats, by their names. arrays : (lane type, array); it
        writes "target".
        """

        def describe():
            own = ((name, F32 if type(v) is float else I32) for name, v in scalars.items())
            types = tuple((name, type_) for name, (type_, _) in arrays.items())
            return Signature((("first", I32), ("end", I32), *own), types, WRITTEN_ARRAYS), body

        kernel = self._engine.kernel(KernelRequest(key, describe, mapped=False))
        data = {name: values for name, (_, values) in arrays.items()}

        def run(begin, end):
            kernel.run({"first": begin, "end": end, **scalars}, data)

        total, threads = rows * of_row, self._threads
        shared = min(threads, total // limits.MIN_MOVE_ELEMENTS)
        shared = max(shared, total // limits.MAX_MOVE_ELEMENTS)
        parts = max(1, min(shared, rows)) if threads > 1 else 1
        ends = [first + rows * part // parts for part in range(parts + 1)]
        in_threads(threads, run, list(pairwise(ends)))


WRITTEN_ARRAYS = frozenset({"target"})
ROWS_OF_BLOCK = [[block_index(x, y, 1) for x in range(BLOCK)] for y in range(BLOCK)]
"""Element numbers within a block, by row of pixels."""


def _is_one_row(end, columns):
    return isinstance(end, Rows) and end.row == columns * end.form.words


def _kind(source, columns):
    """The kind of kernel for rows of this number of pixels."""
    if isinstance(source, Rows):
        return _move_rows
    return _move_pixels if source.x % BLOCK or columns % BLOCK else _move_blocks


def _ends(source, target):
    """The arrays and scalars of both ends of a move to rows."""
    arrays = {"target": (target.form.element, target.elements)}
    scalars = {"target_row": target.row}
    if isinstance(source, Rows):
        arrays["source"] = source.form.element, source.elements
        return arrays, scalars | {"source_row": source.row}
    plane = source.plane
    arrays["source"] = source.form.element, plane.data
    if source.stencil is not None:
        arrays["stencil"] = plane_form(source.stencil.format).element, source.stencil.data
    place = {"x": source.x, "y": source.y, "blocks_x": plane.blocks_x, "plane": plane.elements}
    return arrays, scalars | place


# -- kernels: loops over rows, or rows of blocks ---------------------------------------------------


def _across(m, a):
    """The columns of a row, vector by vector; the last one overlaps, so that all are whole."""
    for start in m.loop(0, a.columns, m.width):
        yield m.consecutive(m.min(start, a.columns - m.width))


def _rows_across(m, a):
    """The number of each row, and its columns as `_across` gives them."""
    for y in m.loop(a.first, a.end):
        for x in _across(m, a):
            yield y, x


def _parts_of_blocks(m, a):
    """The row and the column of each block of a rectangle, and the first pixel of each vector."""
    for up in m.loop(a.first, a.end):
        for across in m.loop(a.left, a.right):
            for part in m.loop(0, BLOCK * BLOCK, m.width):
                yield up, across, part


def _move_rows(m, a, source: Form, target: Form, clamped):
    """Rows to rows."""
    for y, x in _rows_across(m, a):
        words = m.load_together(a.source, x, source.words, y * a.source_row)
        words = convert(m, source, target, words, clamped)
        m.store_together(a.target, x, words, y * a.target_row)


def _move_pixels(m, a, source: Form, target: Form, clamped):
    """Pixels of a plane to rows, wherever they lie."""
    for y, x in _rows_across(m, a):
        index = block_index(x + a.x, y + a.y, a.blocks_x)
        words = [m.gather(array, index + offset) for array, offset in _words_of_planes(a, source)]
        words = convert(m, source, target, words, clamped)
        m.store_together(a.target, x, words, y * a.target_row)


def _move_blocks(m, a, source: Form, target: Form, clamped):
    """Blocks of a plane to rows: all their columns, but not all rows of the first and the last."""
    for up in m.loop(a.first, a.end):
        for row in range(BLOCK):
            y = up * BLOCK + row - a.y
            with m.branch((y >= 0) & (y < a.rows)):
                for x in _across(m, a):
                    index = m.further(x, a.x + up * a.blocks_x * BLOCK)
                    words = [
                        m.load_groups(array, index, ROWS_OF_BLOCK, offset)[row]
                        for array, offset in _words_of_planes(a, source)
                    ]
                    words = convert(m, source, target, words, clamped)
                    m.store_together(a.target, x, words, y * a.target_row)


def _words_of_planes(a, form):
    """The array of each word of a pixel, and where that word of the first pixel is in it."""
    words = [(a.source, a.plane * number) for number in range(form.words)]
    return [*words[:-1], (a.stencil, 0)] if form.has_stencil_apart else words


def _pixel(m, array, form, x, y, blocks_x, elements):
    """The words of pixels of a plane."""
    index = block_index(x, y, blocks_x)
    return [m.gather(array, index + elements * word) for word in range(form.words)]


def _blit(m, a, source: Form, target: Form, mixed):
    for up, across, part in _parts_of_blocks(m, a):
        x, y, inside = _in_rectangle(m, a, up, across, part)
        words = _sampled_words(m, a, x, y, source, target, mixed)
        index = m.consecutive((up * a.target_blocks + across) * (BLOCK * BLOCK) + part)
        with m.where(inside):
            for number, word in enumerate(words):
                m.store(a.target, index, word, a.target_plane * number)


def _in_rectangle(m, a, up, across, part):
    """Positions of a block's pixels from the corner of a rectangle; True for those inside."""
    lane = m.consecutive(part)
    x = across * BLOCK + ((lane >> 2) & 1) * 2 + (lane & 1) - a.x
    y = up * BLOCK + ((lane >> 3) & 1) * 2 + ((lane >> 1) & 1) - a.y
    return x, y, (x >= 0) & (x < a.width) & (y >= 0) & (y < a.height)


def _sampled_words(m, a, x, y, source, target, mixed):
    """The words for pixels x, y of a rectangle."""
    count = 2 if mixed else 1
    columns = [m.gather(getattr(a, f"columns{i}"), x) for i in range(count)]
    rows = [m.gather(getattr(a, f"rows{i}"), y) for i in range(count)]
    around = [
        [_pixel(m, a.source, source, c, r, a.source_blocks, a.source_plane) for c in columns]
        for r in rows
    ]
    if not mixed:
        return convert(m, source, target, around[0][0])
    across, up = m.gather(a.weights0, x), m.gather(a.weights1, y)
    values = [[components(m, source, words) for words in row] for row in around]
    pixel = {}
    for letter in "RGBA":
        (low_left, low_right), (high_left, high_right) = (
            [component[letter].single(m) for component in row] for row in values
        )
        low = low_left * (1.0 - across) + low_right * across
        high = high_left * (1.0 - across) + high_right * across
        pixel[letter] = Component(None, low * (1.0 - up) + high * up)
    return pack_pixel(m, target, pixel)


def _change(m, a, formula, own, others):
    for up, across, part in _parts_of_blocks(m, a):
        _, _, inside = _in_rectangle(m, a, up, across, part)
        index = m.consecutive((up * a.blocks + across) * (BLOCK * BLOCK) + part)
        before = [m.load(a.target, index, a.plane * number) for number in range(own)]
        sources = [m.load(a.source, index, a.plane * number) for number in range(others)]
        words = formula(m, a.value, before, sources)
        with m.where(inside):
            for number, word in enumerate(words):
                m.store(a.target, index, word, a.plane * number)


def _resolve(m, a, format_: ColorFormat, samples):
    own = format_.lay.words
    for block in m.loop(a.first, a.end):
        for part in m.loop(0, BLOCK * BLOCK, m.width):
            index = m.consecutive(block * (BLOCK * BLOCK) + part)
            words = [m.load(a.source, index, a.plane * number) for number in range(samples * own)]
            for number, word in enumerate(average(m, format_, words)):
                m.store(a.target, index, word, a.plane * number)


def _reduce(m, a, storage: Storage):
    for y in m.loop(a.first, a.end):
        for start in m.loop(0, a.columns, m.width):
            x, words = m.consecutive(m.min(start, a.columns - m.width)), storage.words
            rows = [
                m.load_together(a.source, x, 2 * words, (y * 2 + row) * a.columns * (2 * words))
                for row in (0, 1)
            ]
            around = [row[part] for row in rows for part in (slice(words), slice(words, None))]
            m.store_together(a.target, x, _average(m, storage, around), y * a.columns * words)


def _average(m, storage, around):
    """The words of the average of four texels: the lower two, and those above; see `Image.reduced`.

    Bytes are averaged as whole numbers, others as floats, x before y.
    """
    if storage is BYTES:
        codes = [storage.codes(m, words.__getitem__, storage.fields) for words in around]
        return storage.join(
            m, [(a + b + c + d + 2) >> 2 for a, b, c, d in zip(*codes, strict=True)]
        )
    values = [storage.unpack(m, words) for words in around]
    return storage.pack(m, [((a + b) + (c + d)) / 4.0 for a, b, c, d in zip(*values, strict=True)])
