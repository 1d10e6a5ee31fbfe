"""Resources of programs: parameters, parameter buffers and textures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from types import SimpleNamespace

import numpy as np

from softgl.ir.execute import Environment
from softgl.ir.program import Program, TextureOperand
from softgl.ir.raw_bits import raw_bits
from softgl.ir.targets import PROGRAM_TARGETS
from softgl.lanes import F32, I32, U32, LaneType
from softgl.records import dataclass
from softgl.texture import queries, sampling
from softgl.texture.keys import ARRAYS, TextureKey

TextureKeys = tuple[tuple[int, str, TextureKey | None], ...]
"""(unit, target, key) of each texture that a program samples, in the order of its arrays."""


@dataclass(frozen=True)
class Resources:
    """The arrays that a program reads: parameters, buffers and textures.

    parameters : flat uint32, four words for each parameter register, not empty.
    buffers : uint32 words for each of `Program.buffers`, not empty.
    textures : the arrays of each texture, by the names of `keys.ARRAYS`.
    """

    parameters: np.ndarray
    buffers: list[np.ndarray] = field(default_factory=list)
    textures: list[dict] = field(default_factory=list)

    @property
    def arguments(self) -> dict:
        """The arrays under the names of `resource_arrays`."""
        fields = vars(self)
        arrays = fields.get("_arguments")
        if arrays is None:  # a `cached_property` has a lock, which takes longer than all of this
            arrays = fields["_arguments"] = {"parameters": self.parameters}
            arrays |= {f"buffer{number}": words for number, words in enumerate(self.buffers)}
            for number, texture in enumerate(self.textures):
                arrays |= {f"texture{number}_{name}": texture[name] for name, _ in ARRAYS}
        return arrays


def arguments_of(several: Sequence[Resources]) -> list[dict]:
    """Returns `Resources.arguments` of several, without textures and buffers that all share."""
    if not _share([each.textures for each in several]):
        return [each.arguments for each in several]
    if _share([each.buffers for each in several]):
        return [{"parameters": each.parameters} for each in several]
    names = [f"buffer{number}" for number in range(len(several[0].buffers))]
    if len(names) == 1:
        (name,) = names
        return [{"parameters": each.parameters, name: each.buffers[0]} for each in several]
    return [
        {"parameters": each.parameters, **dict(zip(names, each.buffers, strict=True))}
        for each in several
    ]


def _share(lists: list[list]) -> bool:
    """True if all lists are one, or empty."""
    distinct = {id(each): each for each in lists}
    return len(distinct) == 1 or not any(distinct.values())


def resource_arrays(program: Program, textures: TextureKeys) -> tuple:
    """The (name, element type) of every array that a kernel of `program` gets."""
    return (
        ("parameters", U32),
        *((f"buffer{number}", U32) for number in range(len(program.buffers))),
        *(
            (f"texture{number}_{name}", element)
            for number in range(len(textures))
            for name, element in ARRAYS
        ),
    )


def environment(
    m,
    a,
    program: Program,
    textures: TextureKeys,
    attribute,
    derivatives: bool,
    shown: bool = True,
    levels=None,
    **more,
):
    """Returns the environment of a program in a kernel with the arrays of `resource_arrays`.

    attribute : (register, component) -> lane, the program's inputs.
    derivatives : True if lanes are fragments in quads. Elsewhere, NV_gpu_program4 2.X.4.4, the
        partial derivatives of coordinates "always return (0,0,0,0)".
    shown : True if the bits of results can be observed.
    levels : by texture unit, a function that receives the level of detail of each sample, F32.
    more : further fields of `Environment`.
    """
    bound = {}
    for number, (unit, target, key) in enumerate(textures):
        arrays = {name: getattr(a, f"texture{number}_{name}") for name, _ in ARRAYS}
        arrays["level"] = levels and levels.get(unit)
        bound[unit, target] = (key, SimpleNamespace(**arrays))

    def sampler(operand: TextureOperand, type_: LaneType) -> Sampler:
        context = (m, *bound[operand.unit, operand.target])
        return Sampler(context, operand, type_, derivatives, program, shown)

    buffers = [getattr(a, f"buffer{number}") for number in range(len(program.buffers))]
    return Environment(attribute, a.parameters, buffers, sampler, shown, **more)


class Sampler:
    """The texture of an instruction, with its texel offset; see `softgl.isa.texture`.

    context : m, the texture's key and its arrays. type_ : the lane type of colours.
    """

    def __init__(self, context, operand, type_, derivatives, program, shown=True):
        target = PROGRAM_TARGETS[operand.target]
        self.directed = target.directed
        self.reference = target.texture and target.texture.reference
        self._context = context  # m, key, arrays
        self._offset = operand.offset
        self._derivatives = derivatives
        self._type = type_
        missing = program.profile.missing_texel
        self._missing = [context[0].lane(int(value), type_) for value in missing]
        self._raw = raw_bits(program, shown)

    def _typed(self, color):
        """A colour in the type of the instruction.

        NV_gpu_program4, 2.X.4.4: "If the internal format of the texture does not match the
        instruction's data type modifer, the results of the texture lookup are undefined": its bits.
        """
        m = self._context[0]
        view = {F32: m.from_bits, I32: m.as_i32, U32: m.as_u32}[self._type]
        bits = {F32: m.unseen_bits, I32: m.as_u32, U32: m.as_u32}
        return [c if c.type is self._type else view(bits[c.type](c)) for c in color]

    def __call__(self, coordinates, bias=None, lod=None, gradients=None):
        m, key, _ = self._context
        if gradients is None and not self._derivatives:
            gradients = [[m.f32(0.0)] * 3] * 2
        color = sampling.sample(
            *self._context, coordinates,
            bias=bias, lod=lod, gradients=gradients, offset=self._offset, missing=self._missing,
        )  # fmt: skip
        return self._typed(self._raw.of_sample(m, color, key is None or key.exact))

    def fetch(self, position):
        color = sampling.fetch(*self._context, position, offset=self._offset, missing=self._missing)
        return self._typed(color)

    def size(self, level):
        return sampling.size_of_level(*self._context, level)

    def levels(self):
        return queries.levels(*self._context)

    def holds(self, position):
        return queries.holds(*self._context, position, offset=self._offset)

    def gather(self, coordinates, component):
        color = queries.gather(
            *self._context, coordinates, component, offset=self._offset, missing=self._missing
        )
        return self._typed(self._raw.of_sample(self._context[0], color, exact=True))

    def detail(self, coordinates):
        return queries.detail(*self._context, coordinates)
