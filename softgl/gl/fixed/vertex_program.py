"""Fixed-function vertex processing as a program: OpenGL 2.1, 2.11 to 2.14.

Numbers of the state are bound (`state.*`), so that only the state that shapes the formula is in the
key: another colour, position or matrix gives the same program.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from softgl.asm import arb
from softgl.gl.fixed.code import TINY, Code, scalar, to
from softgl.gl.fixed.lit_colors import FACES, RESULTS, LightingKey, LitColors
from softgl.ir.builder import negated
from softgl.ir.program import Program, Source
from softgl.records import dataclass


@dataclass(frozen=True)
class VertexKey:
    """The state that shapes fixed-function vertex processing.

    lighting : None if it is disabled. normals : "", "rescale" or "normalize".
    texcoords : the sets that the fragment stage reads, each with the generators of s, t, r and q:
        one of GENERATED, or "" for a coordinate that is not generated.
    fog : one of FOG. attenuated : True if the point size depends on the distance.
    back : True if colours of back faces are needed. units : the number of vertex units that blend a
        vertex; 0: no vertex blending. planes : the enabled clip planes, if vertices are blended.
    """

    lighting: LightingKey | None = None
    normals: str = ""
    texcoords: tuple[tuple[int, tuple[str, str, str, str]], ...] = ()
    fog: str = ""
    attenuated: bool = False
    back: bool = False
    units: int = 0
    planes: tuple[int, ...] = ()


def vertex_program(key: VertexKey) -> Program:
    """Returns the program for a key: in ARBvp1.0, with NV_vertex_program2 if vertices are blended.

    Without blending it computes the position as ARB_position_invariant does.
    """
    return _Vertex(key).program()


@cache
def _blended_dialect():
    """Returns the language with `result.clip`."""
    return arb.VERTEX.options["NV_vertex_program2"](arb.VERTEX)


class _Vertex:
    """Builds the program for one key."""

    def __init__(self, key: VertexKey):
        self.key = key
        self.code = Code(_blended_dialect() if key.units else arb.VERTEX)
        self._parts: dict[str, Source] = {}
        if key.units:
            self._blended = self.code.temporary("blended")  # a vector of one vertex unit

    def program(self) -> Program:
        """Returns the program."""
        code = self.code
        if self.key.units:
            self._clip_coordinates()
        self._colors()
        for number, modes in self.key.texcoords:
            self._texcoord(number, modes)
        if self.key.fog:
            FOG[self.key.fog](code, self.part)
        if self.key.attenuated:
            _attenuate(code, self.part("eye"))
        if self.key.units:
            return code.program("NV_vertex_program2")
        return self._position_invariant()

    def _position_invariant(self) -> Program:
        """Returns the program with the position, whose instructions come first."""
        code, last = self.code, len(self.code.instructions)
        position, result = code.read("vertex.position"), code.result("result.position")
        for component, row in zip("xyzw", code.rows("mvp"), strict=True):
            code.emit("DP4", to(result, component), row, position)
        code.instructions[:] = code.instructions[last:] + code.instructions[:last]
        return code.program("ARB_position_invariant")

    def _clip_coordinates(self):
        code, eye = self.code, self.part("eye")
        code.transform(code.result("result.position"), eye, code.rows("projection"))
        for number in self.key.planes:
            clip, plane = code.result("result.clip", number), code.state("clip.plane", number)
            code.emit("DP4", to(clip, "x"), eye, plane)

    # -- parts: each is computed once, before its first use ------------------------------------

    def part(self, name: str) -> Source:
        """Returns the temporary with a part, one of PARTS, "eye" or "normal"."""
        if name not in self._parts:
            if name in PARTS:
                found = PARTS[name](self.code, self.part)
            elif self.key.units:
                found = self._blended_eye() if name == "eye" else self._blended_normal()
            else:
                found = self._eye() if name == "eye" else self._normal()
            self._parts[name] = found
        return self._parts[name]

    def _eye(self) -> Source:
        code, eye = self.code, self.code.temporary("eye")
        code.transform(eye, code.read("vertex.position"), code.rows("modelview"))
        return eye

    def _normal(self) -> Source:
        code, normal = self.code, self.code.temporary("normal")
        code.transform(normal, code.read("vertex.normal"), code.rows("modelview.invtrans", 0, 3))
        if self.key.normals == "rescale":
            _rescale(code, normal, 0)
        elif self.key.normals == "normalize":
            code.normalize(normal)
        return normal

    def _blended_eye(self) -> Source:
        """Returns the sum of "w_i * M_i * (xo yo zo wo)": ARB_vertex_blend, 2.10."""
        code, blended, eye = self.code, self._blended, self.code.temporary("eye")
        code.move(to(eye), code.constant(0.0))
        for number, weight in self._weights():
            code.transform(blended, code.read("vertex.position"), code.rows("modelview", number))
            code.emit("MAD", to(eye), blended, weight, eye)
        return eye

    def _blended_normal(self) -> Source:
        """Returns the sum of "w_i * (nx ny nz) Inv(Mu_i)": ARB_vertex_blend, 2.10.3.

        "rescaling is applied within each vertex unit independently. [...] Normalization is applied
        to the transformed, blended normal."
        """
        code, blended, normal = self.code, self._blended, self.code.temporary("normal")
        code.move(to(normal), code.constant(0.0))
        for number, weight in self._weights():
            rows = code.rows("modelview.invtrans", number, 3)
            code.transform(blended, code.read("vertex.normal"), rows)
            if self.key.normals == "rescale":
                _rescale(code, blended, number)
            code.emit("MAD", to(normal, "xyz"), blended, weight, normal)
        if self.key.normals == "normalize":
            code.normalize(normal)
        return normal

    def _weights(self):
        """Yields the number of each vertex unit, and the operand with its weight."""
        for number, component in enumerate("xyzw"[: self.key.units]):
            yield number, scalar(self.code.read("vertex.weight", 0), component)

    # -- results -------------------------------------------------------------------------------

    def _colors(self):
        if self.key.lighting:
            LitColors(self.code, self.part, self.key.lighting).build(self.key.back)
            return
        # OpenGL 2.1, 2.14.1: without lighting, both sides have the current colours.
        code = self.code
        for face in FACES if self.key.back else FACES[:1]:
            for name in ("primary", "secondary"):
                result = code.result(f"{RESULTS[face]}.{name}")
                code.move(to(result), code.read(f"vertex.color.{name}"))

    def _texcoord(self, number: int, modes: tuple[str, ...]):
        code = self.code
        coordinates = code.read("vertex.texcoord", number) if not all(modes) else None
        if any(modes):
            parts = [self.part(GENERATED[mode]) if GENERATED[mode] else None for mode in modes]
            generated = code.temporary(f"texcoord{number}")
            if coordinates:
                code.move(to(generated), coordinates)
            for c, x, mode, part in zip("strq", "xyzw", modes, parts, strict=True):
                if mode in ("object", "eye"):
                    source = part or code.read("vertex.position")
                    plane = code.state(f"texgen.{mode}.{c}", number)
                    code.emit("DP4", to(generated, x), source, plane)
                elif mode:
                    code.move(to(generated, x), scalar(part, x))
            coordinates = generated
        code.transform(
            code.result("result.texcoord", number), coordinates, code.rows("texture", number)
        )


GENERATED = {
    "": "",
    "object": "",
    "eye": "eye",
    "sphere": "sphere",
    "reflection": "reflection",
    "normal": "normal",
}
"""The generators of a coordinate, "" for none: the part that each reads."""


# -- parts -----------------------------------------------------------------------------------------


def _place(code: Code, part) -> Source:
    """Returns the vertex, divided by w.

    OpenGL 2.1, 2.14.1: "Results of lighting are undefined if the we coordinate [...] is zero."
    """
    eye, place = part("eye"), code.temporary("place")
    code.emit("RCP", to(place, "w"), scalar(eye, "w"))
    code.emit("MUL", to(place, "xyz"), eye, scalar(place, "w"))
    return place


def _toward(code: Code, part) -> Source:
    """Returns "the unit vector pointing from the origin to the vertex (in eye coordinates)"."""
    eye, toward = part("eye"), code.temporary("toward")
    code.move(to(toward, "xyz"), eye)
    code.normalize(toward)
    return toward


def _reflection(code: Code, part) -> Source:
    normal, toward, reflection = part("normal"), part("toward"), code.temporary("reflection")
    w = scalar(reflection, "w")
    code.emit("DP3", to(reflection, "w"), normal, toward)
    code.emit("ADD", to(reflection, "w"), w, w)
    code.emit("MAD", to(reflection, "xyz"), negated(w), normal, toward)
    return reflection


def _sphere(code: Code, part) -> Source:
    """Returns s and t of a sphere map: rx / m + 1/2 and ry / m + 1/2.

    OpenGL 2.1, 2.11.4: "m = 2 sqrt(rx^2 + ry^2 + (rz + 1)^2)".
    """
    reflection, sphere = part("reflection"), code.temporary("sphere")
    w, half = scalar(sphere, "w"), code.constant(0.5)
    code.emit("ADD", to(sphere, "xyz"), reflection, code.constant(0.0, 0.0, 1.0, 0.0))
    code.emit("DP3", to(sphere, "w"), sphere, sphere)
    code.emit("MAX", to(sphere, "w"), w, code.constant(TINY))
    code.emit("RSQ", to(sphere, "w"), w)
    code.emit("MUL", to(sphere, "w"), w, half)
    code.emit("MAD", to(sphere, "xy"), reflection, w, half)
    return sphere


PARTS: dict[str, Callable[[Code, Callable], Source]] = {
    "place": _place,
    "toward": _toward,
    "reflection": _reflection,
    "sphere": _sphere,
}
"""The builders of parts: (code, the function that returns other parts) -> the temporary."""


def _rescale(code: Code, normal: Source, number: int) -> None:
    """Scales a normal by the factor of a vertex unit.

    OpenGL 2.1, 2.11.3: "f = 1 / sqrt(m31^2 + m32^2 + m33^2)", of the inverse.
    """
    third, w = code.state("matrix.modelview.inverse.row", number, 2), scalar(normal, "w")
    code.emit("DP3", to(normal, "w"), third, third)
    code.emit("RSQ", to(normal, "w"), w)
    code.emit("MUL", to(normal, "xyz"), normal, w)


# -- fog and points --------------------------------------------------------------------------------


def _fog_coordinate(code: Code, part) -> None:
    place = to(code.result("result.fogcoord"), "x")
    code.move(place, scalar(code.read("vertex.fogcoord"), "x"))


def _fog_depth(code: Code, part) -> None:
    # OpenGL 2.1, 3.10: "An implementation may choose to approximate the eye-coordinate distance
    # from the eye to each fragment center by |ze|."
    place = to(code.result("result.fogcoord"), "x")
    code.emit("ABS", place, scalar(part("eye"), "z"))


def _fog_plane(code: Code, part) -> None:
    # NV_fog_distance, EYE_PLANE: "the fog distance z is approximated by ze".
    code.move(to(code.result("result.fogcoord"), "x"), scalar(part("eye"), "z"))


def _fog_distance(code: Code, part) -> None:
    eye, distance = part("eye"), code.temporary("distance")
    x, y = scalar(distance, "x"), scalar(distance, "y")
    code.emit("DP3", to(distance, "x"), eye, eye)
    code.emit("RSQ", to(distance, "y"), x)
    code.emit("MUL", to(distance, "y"), x, y)
    code.emit("MAX", to(code.result("result.fogcoord"), "x"), y, code.constant(0.0))


FOG: dict[str, Callable[[Code, Callable], None]] = {
    "coordinate": _fog_coordinate,
    "depth": _fog_depth,
    "plane": _fog_plane,
    "distance": _fog_distance,
}
"""The sources of a fog coordinate; "" for none."""


def _attenuate(code: Code, eye: Source) -> None:
    """Writes the size of points.

    OpenGL 2.1, 3.3: "size * sqrt(1 / (a + b * d + c * d^2))", d the distance from the eye: drivers
    use |ze|, as they do for fog, and older tests expect it.
    """
    d = code.temporary("d")
    y, w = scalar(d, "y"), scalar(d, "w")
    code.emit("ABS", to(d, "y"), scalar(eye, "z"))
    code.emit("MUL", to(d, "z"), y, y)
    code.move(to(d, "x"), code.constant(1.0))
    code.emit("DP3", to(d, "w"), d, code.state("point.attenuation"))
    code.emit("RSQ", to(d, "w"), w)
    size = scalar(code.state("point.size"), "x")
    code.emit("MUL", to(code.result("result.pointsize"), "x"), size, w)
