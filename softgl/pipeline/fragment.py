"""Fragment programs over interpolated inputs; a lane is a fragment, four lanes a 2x2 quad."""

from __future__ import annotations

from softgl.ir.execute import UNWRITTEN_RESULT, execute
from softgl.ir.program import Binding
from softgl.lanes import F32, I32, I64, U32, Signature
from softgl.pipeline.fog import apply_fog
from softgl.pipeline.interpolate import Fragments
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.per_fragment import ShadedFragment, quantise_depth
from softgl.pipeline.resources import environment, resource_arrays

COLOR = Binding("result.color", (0,))
DEPTH = Binding("result.depth")


def fragment_signature(key: FragmentKey, extra_scalars=(), extra_arrays=()) -> Signature:
    """The arguments of a kernel that shades fragments: triangles, vertices, state and planes."""
    scalars = (("triangle_stride", I32), ("vertex_stride", I32), ("blocks_x", I32))
    scalars += tuple(extra_scalars)
    arrays = (
        *(("integers", I32), ("edges", I64), ("inverse_area", F32)),
        *(("depth", F32), ("vertices", F32), ("blend_color", F32), ("fog", F32)),
        *(("color_plane", U32), ("depth_plane", U32)),
        *extra_arrays,
        *resource_arrays(key.program, key.textures),
    )
    return Signature(scalars, arrays, frozenset({"color_plane", "depth_plane"}))


def depth_replaced(key: FragmentKey) -> bool:
    """Whether the program decides the depth, so that no test can come before it."""
    return key.program.writes("result.depth")


def shade(m, key: FragmentKey, a, fragments: Fragments) -> ShadedFragment:
    """Run the fragment program on interpolated inputs."""
    # The other pixels of a quad run too, as helpers: derivatives need them.
    with m.only(None if m.live is None else m.quad_any(m.live)):
        world = environment(m, a, key.program, key.textures, fragments.attribute, derivatives=True)
        outcome = execute(m, key.program, world)
    color = outcome.results.get(COLOR) or [m.f32(value) for value in UNWRITTEN_RESULT]
    if key.program.fog:
        state = [m.gather(a.fog, m.i32(number)) for number in range(8)]
        coordinate = fragments.fog_coordinate()
        color = apply_fog(m, key.program.fog, color, coordinate, state[:4], state[4:])
    depth = fragments.depth
    if depth_replaced(key):
        # ARB_fragment_program 3.11.5.3: the third component replaces the fragment's depth, and
        # "is clamped to the range [0,1]".
        depth = m.saturate(outcome.results[DEPTH][2])
    return ShadedFragment(color, quantise_depth(m, depth), outcome.killed)
