"""The values of programs' `state.*` parameters: four numbers each, from the context.

ARB_vertex_program, tables X.3.2 to X.3.8; ARB_fragment_program, tables X.2.2 to X.2.7;
NV_gpu_program4, 2.X.3.3. Formulas are those of `state_formulas`, in double precision, rounded once
at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np

from softgl import hostmath, state_formulas
from softgl.gl.fixed.lighting import track_color
from softgl.gl.fragments.clamping import as_clamped
from softgl.gl.transform.matrices import Stack, Transform
from softgl.ir.program import Binding
from softgl.tuning import limits

COLORS = ("ambient", "diffuse", "specular")
FACES = ("front", "back")


def _material(ctx, face):
    track_color(ctx)
    return getattr(ctx.materials, face)


def _material_color(face, name):
    return lambda ctx: getattr(_material(ctx, face), name)


def _shininess(face):
    return lambda ctx: (_material(ctx, face).shininess, 0.0, 0.0, 1.0)


def _light(name):
    return lambda ctx, n: getattr(ctx.lighting.lights[n], name)


def _attenuation(ctx, n):
    light = ctx.lighting.lights[n]
    constants = (light.constant_attenuation, light.linear_attenuation, light.quadratic_attenuation)
    return (*constants, light.spot_exponent)


def _spot_direction(ctx, n):
    light = ctx.lighting.lights[n]
    return state_formulas.spot_direction(light.spot_direction, light.spot_cutoff)


def _half(ctx, n):
    return state_formulas.half_angle(ctx.lighting.lights[n].position)


def _scene_color(face):
    def scene_color(ctx):
        material = _material(ctx, face)
        return state_formulas.scene_color(
            ctx.lighting.ambient, material.ambient, material.emission, material.diffuse
        )

    return scene_color


def _light_product(face, name):
    def light_product(ctx, n):
        material = getattr(_material(ctx, face), name)
        return state_formulas.light_product(getattr(ctx.lighting.lights[n], name), material)

    return light_product


def _generation_plane(plane, coordinate):
    def generation_plane(ctx, n):
        return getattr(getattr(ctx.texturing.units[n].generation, coordinate), f"{plane}_plane")

    return generation_plane


def _fog_params(ctx):
    return state_formulas.fog_params(ctx.fog.density, ctx.fog.start, ctx.fog.end)


def _point_size(ctx):
    points = ctx.points
    return (points.size, points.size_min, points.size_max, points.fade_threshold_size)


def _depth_range(ctx):
    return state_formulas.depth_range(ctx.viewport.near, ctx.viewport.far)


VECTORS: dict[str, Callable] = {
    **{
        f"state.material.{face}.{name}": _material_color(face, name)
        for face in FACES
        for name in (*COLORS, "emission")
    },
    **{f"state.material.{face}.shininess": _shininess(face) for face in FACES},
    **{f"state.light.{name}": _light(name) for name in (*COLORS, "position")},
    "state.light.attenuation": _attenuation,
    "state.light.spot.direction": _spot_direction,
    "state.light.half": _half,
    "state.lightmodel.ambient": lambda ctx: ctx.lighting.ambient,
    **{f"state.lightmodel.{face}.scenecolor": _scene_color(face) for face in FACES},
    **{
        f"state.lightprod.{face}.{name}": _light_product(face, name)
        for face in FACES
        for name in COLORS
    },
    **{
        f"state.texgen.{plane}.{coordinate}": _generation_plane(plane, coordinate)
        for plane in ("eye", "object")
        for coordinate in "strq"
    },
    # ARB_color_buffer_float, 3.8.13 and 3.10: clamped where fragments are, not when specified.
    "state.texenv.color": lambda ctx, n: as_clamped(ctx, ctx.texturing.units[n].environment.color),
    "state.fog.color": lambda ctx: as_clamped(ctx, ctx.fog.color),
    "state.fog.params": _fog_params,
    "state.clip.plane": lambda ctx, n: ctx.clip_planes.planes[n].equation,
    "state.point.size": _point_size,
    "state.point.attenuation": lambda ctx: (*ctx.points.distance_attenuation, 1.0),
    "state.depth.range": _depth_range,
}
"""The values of each binding that is not a matrix: a function of the context and the index."""


def _component(name, number):
    def component(ctx, *indices):
        return (VECTORS[name](ctx, *indices)[number],) * 4

    return component


def _cutoff(ctx, n):
    return (ctx.lighting.lights[n].spot_cutoff,) * 4


def _as_bits(number: int) -> float:
    """Returns the float with the bits of an integer."""
    return float(np.uint32(number).view(np.float32))


def _normal_scale(ctx):
    inverse = _FORMS["inverse"](hostmath.unpacked(ctx.transform.entry("modelview")))
    return (state_formulas.normal_scale(inverse[2].tolist()),) * 4


SCALARS: dict[str, Callable] = {
    f"{name}.{letter}": _component(name, "xyzw".index(letter))
    for name, letters in (
        ("state.depth.range", "xyz"),
        ("state.point.size", "xyzw"),
        ("state.point.attenuation", "xyz"),
        ("state.fog.params", "xyzw"),
        ("state.light.attenuation", "xyzw"),
        ("state.light.spot.direction", "w"),
    )
    for letter in letters
} | {
    "state.light.spot.cutoff": _cutoff,
    "state.normal.scale": _normal_scale,
    "state.samples": lambda ctx: (_as_bits(ctx.framebuffers.planned().samples),) * 4,
}
"""The numbers that the built-in state of GLSL has one by one, four times each."""
_VALUES = VECTORS | SCALARS
OF_MATRICES = frozenset({"state.normal.scale"})
"""The bindings of these that depend on matrices."""


def _float32_form(make):
    return lambda rows: hostmath.stored_rows(make(rows))


_FORMS = {name: _float32_form(make) for name, make in state_formulas.MATRIX_FORMS.items()}


@cache
def _words(rows: str) -> list[str]:
    """Returns the name, and perhaps the form, of the matrix in a binding of its rows."""
    return rows.split(".")[2:-1]


def factors_of(transform: Transform, rows: str, number: int) -> tuple[Stack, ...]:
    """Returns the stacks whose tops decide state.matrix.<name>[.<form>].row."""
    return transform.factors(_words(rows)[0], number)


def derive_matrices(rows: str, factors: Sequence[np.ndarray]) -> np.ndarray:
    """Derives `ProgramState.matrix` for many draws at once, (n, 4, 4) float32.

    factors : the tops of the stacks of `factors_of`, (n, 4, 4) float32 each.
    """
    (_, *form), few = _words(rows), len(factors[0]) < limits.MIN_MATRICES_TOGETHER
    matrices = factors[0]
    if len(factors) > 1:
        multiply = _products_of_few if few else hostmath.products
        matrices = multiply(*factors)
    if not form:
        return matrices
    if few:
        return np.array([_FORMS[form[0]](rows) for rows in matrices.tolist()])
    return hostmath.stored_stack(state_formulas.FORMS_OF_MANY[form[0]](matrices))


def _products_of_few(a, b):
    return np.array([*map(hostmath.product, a, b)])


class ProgramState:
    """The current state parameters of a context."""

    def __init__(self, ctx):
        self._ctx = ctx

    def vector(self, binding: Binding) -> np.ndarray:
        """Returns the four float32 of a `state.*` binding."""
        if binding.is_matrix:
            number, row = binding.indices
            return self.matrix(binding.name, number)[row]
        return self.vectors([binding])[0]

    def vectors(self, bindings: Iterable[Binding]) -> np.ndarray:
        """Returns the values of several bindings that are not matrices, (n, 4) float32."""
        numbers: list[float] = []
        for binding in bindings:
            numbers.extend(_VALUES[binding.name](self._ctx, *binding.indices))
        words = hostmath.singles(hostmath.quiet_numbers(numbers))
        return np.frombuffer(words, np.float32).reshape(-1, 4)

    def matrix(self, rows: str, number: int) -> np.ndarray:
        """Returns the matrix of state.matrix.<name>[.<form>].row, (4, 4) float32."""
        transform, (name, *form) = self._ctx.transform, _words(rows)
        if not form:
            return transform.matrix(name, number)
        entries, make = (transform.entry(name, number),), _FORMS[form[0]]
        return transform.cached(
            (rows, number), entries, lambda entry: make(hostmath.unpacked(entry))
        )
