"""Fragment programs over interpolated inputs; a lane is a fragment, four lanes a 2x2 quad."""

from __future__ import annotations

from types import SimpleNamespace

from softgl.ir.execute import UNWRITTEN_RESULT, Environment, execute
from softgl.ir.program import Binding
from softgl.lanes import F32, I32, I64, U32, Signature
from softgl.pipeline.interpolate import Fragments
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.per_fragment import ShadedFragment, quantise_depth
from softgl.texture import sampling

COLOR = Binding("result.color", (0,))
DEPTH = Binding("result.depth")


def fragment_signature(key: FragmentKey, extra_scalars=(), extra_arrays=()) -> Signature:
    """The arguments of a kernel that shades fragments: triangles, vertices, state and planes."""
    scalars = (("triangle_stride", I32), ("vertex_stride", I32), ("blocks_x", I32))
    scalars += tuple(extra_scalars)
    arrays = (
        *(("integers", I32), ("edges", I64), ("inverse_area", F32)),
        *(("depth", F32), ("vertices", F32), ("parameters", U32), ("blend_color", F32)),
        *(("color_plane", U32), ("depth_plane", U32)),
        *extra_arrays,
        *(
            (f"texture{number}_{name}", element)
            for number in range(len(key.textures))
            for name, element in sampling.ARRAYS
        ),
    )
    return Signature(scalars, arrays, frozenset({"color_plane", "depth_plane"}))


def texture_arguments(textures) -> dict:
    """The arrays of each texture under the names of the signature."""
    return {
        f"texture{number}_{name}": arrays[name]
        for number, arrays in enumerate(textures)
        for name, _ in sampling.ARRAYS
    }


def depth_replaced(key: FragmentKey) -> bool:
    """Whether the program decides the depth, so that no test can come before it."""
    return key.program.writes("result.depth")


def shade(m, key: FragmentKey, a, fragments: Fragments) -> ShadedFragment:
    """Run the fragment program on interpolated inputs."""
    textures = {
        (unit, target): (texture, _texture_arrays(a, number))
        for number, (unit, target, texture) in enumerate(key.textures)
    }

    def sample(operand, coordinates, bias=None, lod=None):
        texture, arrays = textures[operand.unit, operand.target]
        return sampling.sample(m, texture, arrays, coordinates, bias=bias, lod=lod)

    outcome = execute(m, key.program, Environment(fragments.attribute, a.parameters, sample))
    color = outcome.results.get(COLOR) or [m.f32(value) for value in UNWRITTEN_RESULT]
    depth = fragments.depth
    if depth_replaced(key):
        # ARB_fragment_program 3.11.5.3: the third component replaces the fragment's depth, and
        # "is clamped to the range [0,1]".
        depth = m.saturate(outcome.results[DEPTH][2])
    return ShadedFragment(color, quantise_depth(m, depth), outcome.killed)


def _texture_arrays(a, number):
    return SimpleNamespace(
        **{name: getattr(a, f"texture{number}_{name}") for name, _ in sampling.ARRAYS}
    )
