"""Records of a pixel's history: values, fragments, events; as text and as JSON."""

from __future__ import annotations

from dataclasses import field

from softgl.debug.history.primitives import Primitive
from softgl.debug.plain import plain
from softgl.formats import host
from softgl.formats.storages import BYTES
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class Pixel:
    """The values of a framebuffer's planes at one pixel; equal if all words are equal.

    planes : for each colour plane, depth and stencil, (format, words (samples, words)) or None.
    """

    planes: tuple

    @classmethod
    def of(cls, frame: Framebuffer, pixel) -> Pixel:
        """Reads a pixel of a framebuffer."""
        planes = frame.planes
        return cls(tuple(plane and _pixel_words(plane, pixel) for plane in planes))

    def __eq__(self, other):
        return isinstance(other, Pixel) and self._words == other._words

    def __hash__(self):
        return hash(self._words)

    @property
    def _words(self):
        return tuple(plane and (plane[0], plane[1].tobytes()) for plane in self.planes)

    @property
    def samples(self) -> int:
        """The number of samples."""
        return max((len(plane[1]) for plane in self.planes if plane is not None), default=1)

    @property
    def colors(self) -> list:
        """For each colour plane, the colours of its samples, (samples, 4), or None.

        bytes, integers or float32, as from `Plane.read_color`.
        """
        return [plane and _colors(*plane) for plane in self.planes[:-2]]

    @property
    def depths(self) -> list[float] | None:
        """The depth of each sample."""
        if self.planes[-2] is None:
            return None
        storage, words = self.planes[-2]
        return host.depths(storage, words[:, 0]).tolist()

    @property
    def stencils(self) -> list[int] | None:
        """The stencil index of each sample."""
        return None if self.planes[-1] is None else self.planes[-1][1][:, 0].tolist()

    def as_json(self, sample: int | None = None) -> dict:
        """The values by name; sample : of one sample; None for all, as lists if several."""
        values = {f"color{n}": c for n, c in enumerate(self.colors) if c is not None}
        values |= {"depth": self.depths, "stencil": self.stencils}
        return {
            name: plain(_of_sample(value, sample))
            for name, value in values.items()
            if value is not None
        }

    def words(self, sample: int, but: Pixel) -> list[str]:
        """The values of a sample as text, without values that are equal in `but`."""
        own, others = self.as_json(sample), but.as_json(sample)
        shown = {name: value for name, value in own.items() if others.get(name) != value}
        return [f"{name} {_value_words(value)}" for name, value in shown.items()]


def _pixel_words(plane, pixel):
    words = plane.read(*pixel, 1, 1)[:, 0, 0]
    return plane.storage if plane.format != "stencil8" else None, words.reshape(plane.samples, -1)


def _colors(storage, words):
    return host.as_codes(BYTES, words) if storage is BYTES else host.unpack(storage, words)


def _of_sample(values, sample):
    values = list(values)
    if sample is not None:
        return values[sample]
    return values[0] if len(values) == 1 else values


def _value_words(value) -> str:
    if not isinstance(value, list):
        return f"{value:.7g}" if isinstance(value, float) else str(value)
    open_, close = "[]" if value and isinstance(value[0], list) else "()"
    return open_ + ", ".join(map(_value_words, value)) + close


@dataclass(frozen=True)
class Fragment:
    """One fragment of the pixel, or a primitive that was culled or clipped.

    killed : the cause that drops it, in words; "" if any sample is drawn.
    before, after : the values of the pixel before and after it.
    colors : the results of the program for the colour planes.
    depth : in the format of the depth buffer.
    samples : (outcome, numbers of samples) of multisampled pixels; "" is the outcome of drawn ones.
    masked : components that masks protect. blend : for each colour plane, the blending in words.
    """

    primitive: Primitive
    killed: str
    before: Pixel
    after: Pixel
    colors: tuple[tuple, ...] = ()
    depth: float | None = None
    samples: tuple[tuple[str, list[int] | None], ...] = ()
    masked: tuple[str, ...] = ()
    blend: tuple[str, ...] = ()

    def as_json(self, sample: int | None = None) -> dict:
        """Converts the record to JSON-able values; sample : of one sample, None for all."""
        of = self.primitive
        result = {
            "kind": of.kind,
            "primitive": of.number,
            "instance": of.instance,
            "vertices": list(of.vertices),
            "facing": "front" if of.front else "back",
            "killed": self.killed or None,
            "program": {f"color{n}": plain(list(c)) for n, c in enumerate(self.colors)},
            "depth": plain(self.depth),
            "samples": {words or "drawn": numbers for words, numbers in self.samples},
            "masked": list(self.masked),
            "blend": {f"color{n}": words for n, words in enumerate(self.blend) if words},
        }
        values = {"before": self.before.as_json(sample), "after": self.after.as_json(sample)}
        return result | values

    def lines(self, sample: int | None = None) -> list[str]:
        """Formats the record as lines of text; sample : of one sample, None for all."""
        of = self.primitive
        name = of.kind if of.kind == "image" else f"{of.kind} of primitive {of.number}"
        name += f" of instance {of.instance}" if of.instance else ""
        corners = ", ".join(map(str, of.vertices))
        name += f" (vertices {corners})" if of.vertices else ""
        facing = "" if of.front or of.kind != "triangle" else ", back facing"
        lines = [f"{name}{facing}: {self.killed or 'drawn'}"]
        for number, color in enumerate(self.colors):
            depth = f", depth {_value_words(self.depth)}" if not number and self.depth else ""
            lines.append(f"  program: color{number} {_value_words(list(color))}{depth}")
        for words, numbers in self.samples:
            if numbers is not None:
                lines.append(f"  samples {', '.join(map(str, numbers))}: {words or 'drawn'}")
        lines += [f"  color{n} = {words}" for n, words in enumerate(self.blend) if words]
        if self.masked:
            lines.append(f"  not written: {', '.join(self.masked)}")
        return lines + _changes(self.before, self.after, sample)


def _changes(before: Pixel, after: Pixel, sample) -> list[str]:
    """The changes as lines; samples with equal changes share a line."""
    if before == after:
        return []
    alike: dict[tuple, list[int]] = {}
    for number in range(after.samples) if sample is None else (sample,):
        own = zip(before.words(number, after), after.words(number, before), strict=True)
        changes = tuple(f"{one} -> {two.split(' ', 1)[1]}" for one, two in own)
        alike.setdefault(changes, []).append(number)
    lines = []
    for changes, numbers in alike.items():
        all_of_them = len(numbers) == after.samples or sample is not None
        which = "" if all_of_them else f"sample {', '.join(map(str, numbers))}: "
        lines += [f"  {which}{change}" for change in changes]
    return lines


@dataclass
class Event:
    """The effect of one command on the pixel.

    number : within the frame, from 0. command : its name. call : the command with its arguments.
    framebuffer : the name of the drawn framebuffer object; 0 for the window.
    """

    number: int
    command: str
    call: str
    framebuffer: int
    before: Pixel
    after: Pixel
    fragments: list[Fragment] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        """True if the event changed the pixel."""
        return self.before != self.after

    def as_json(self, sample: int | None = None) -> dict:
        """Converts the record to JSON-able values; sample : of one sample, None for all."""
        return {
            "event": self.number,
            "command": self.command,
            "call": self.call,
            "framebuffer": self.framebuffer,
            "before": self.before.as_json(sample),
            "after": self.after.as_json(sample),
            "fragments": [fragment.as_json(sample) for fragment in self.fragments],
        }

    def lines(self, sample: int | None = None) -> list[str]:
        """Formats the record as lines of text; sample : of one sample, None for all."""
        where = f" to framebuffer {self.framebuffer}" if self.framebuffer else ""
        lines = [f"event {self.number}: {self.call}{where}"]
        for fragment in self.fragments:
            lines += [f"  {line}" for line in fragment.lines(sample)]
        if not self.fragments:
            lines += _changes(self.before, self.after, sample) or ["  the pixel is unchanged"]
        return lines


# -- blending in words -----------------------------------------------------------------------------

_EQUATIONS = {
    "func_add": "{s} + {d}",
    "func_subtract": "{s} - {d}",
    "func_reverse_subtract": "{d} - {s}",
    "min": "min(source, destination)",
    "max": "max(source, destination)",
}


def blend_words(key: FragmentKey, number: int) -> str:
    """The blending of a fragment's and the stored colour in words; "" if it replaces it."""
    target = key.targets[number]
    if target is None:
        return ""
    if key.logic_op and (target.format.lay.fixed or target.integer):
        return f"logic operation {key.logic_op}"
    blend = target.blend
    if blend is None:
        return ""
    parts = [
        _EQUATIONS[equation].format(s=_product("source", source), d=_product("destination", other))
        for equation, source, other in (
            (blend.equation_rgb, blend.source_rgb, blend.destination_rgb),
            (blend.equation_alpha, blend.source_alpha, blend.destination_alpha),
        )
    ]
    return parts[0] if parts[0] == parts[1] else f"{parts[0]}; alpha: {parts[1]}"


def _product(operand, factor):
    words = factor.replace("one_minus_", "1 - ").replace("src_", "source ")
    words = words.replace("dst_", "destination ").replace("_", " ")
    if factor in ("zero", "one"):
        return "0" if factor == "zero" else operand
    return f"{operand} * ({words})" if " - " in words else f"{operand} * {words}"
