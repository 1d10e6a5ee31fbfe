"""Lighting in the program of fixed-function vertices: OpenGL 2.1, 2.14.1 to 2.14.4."""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.fixed.code import TINY, Code, scalar, to
from softgl.ir.builder import negated
from softgl.ir.program import Binding, Source
from softgl.records import dataclass

FACES = ("front", "back")
RESULTS = {face: f"result.color.{face}" for face in FACES}


@dataclass(frozen=True)
class LightKey:
    """An enabled light.

    positional : True for a light at a finite position. spot : True for a spotlight. attenuated :
        True if it fades with distance.
    """

    number: int
    positional: bool
    spot: bool
    attenuated: bool


@dataclass(frozen=True)
class LightingKey:
    """Enabled lighting.

    separate : True if specular light is the secondary colour. own : for the front and the back
        material, pairs of a property that varies per vertex, "ambient" and the like, and its
        attribute: the current colour, or an attribute of its own.
    """

    lights: tuple[LightKey, ...] = ()
    local_viewer: bool = False
    two_side: bool = False
    separate: bool = False
    own: tuple[tuple[tuple[str, Binding], ...], ...] = ((), ())


class LitColors:
    """Builds the colours of lit vertices.

    part : returns the temporary with a part of `vertex_program.PARTS`.
    """

    def __init__(self, code: Code, part: Callable[[str], Source], key: LightingKey):
        self.code, self.part, self.key = code, part, key
        self.to_light, self.half = code.temporary("to_light"), code.temporary("half")
        self.dots, self.lit, self.term = map(code.temporary, ("dots", "lit", "term"))

    def build(self, back: bool) -> None:
        """Appends the instructions; back : True if colours of back faces are needed."""
        key = self.key
        if key.lights:
            self.normal = self.part("normal")
        if key.local_viewer or any(light.positional for light in key.lights):
            self.place = self.part("place")
        if key.lights:
            self.viewer = self._viewer()
        faces = FACES if key.two_side else FACES[:1]
        materials = [
            _Material(self, face, dict(own), key.separate)
            for face, own in zip(faces, key.own, strict=False)
        ]
        for light in key.lights:
            self._light(light)
            for material in materials:
                material.light(light)
        for material in materials:
            material.end(RESULTS[material.face])
        if not key.two_side and back:
            # "If tbs = FALSE, then the back color and front color are both assigned" the front's.
            materials[0].end(RESULTS["back"])

    def _viewer(self) -> Source:
        """Returns the unit vector from the vertex to the viewer."""
        code = self.code
        if not self.key.local_viewer:
            return code.constant(0.0, 0.0, 1.0, 0.0)
        viewer = code.temporary("viewer")
        code.move(to(viewer, "xyz"), negated(self.place))
        code.normalize(viewer)
        return viewer

    def _light(self, light: LightKey) -> None:
        """Computes to_light and half, unit vectors, and the factor of a light, term.w."""
        code, term, dots = self.code, self.term, self.dots
        if light.positional:
            self._toward_position(light.number)
        else:
            self._toward_direction(light.number)
        if light.attenuated:
            self._attenuate(light.number)
        if light.spot:
            self._spot(light.number)
            spot = scalar(dots, "z")
            if light.attenuated:
                code.emit("MUL", to(term, "w"), scalar(term, "w"), spot)
            else:
                code.move(to(term, "w"), spot)
        code.emit("ADD", to(self.half, "xyz"), self.to_light, self.viewer)
        code.normalize(self.half)
        code.emit("DP3", to(dots, "x"), self.normal, self.to_light)
        code.emit("DP3", to(dots, "y"), self.normal, self.half)

    def _toward_position(self, number: int) -> None:
        """Computes to_light by equation 2.3; its w is the square of the distance."""
        code, to_light, half = self.code, self.to_light, self.half
        source = code.temporary(f"source{number}")
        position, w = code.state("light.position", number), scalar(to_light, "w")
        code.emit("RCP", to(source, "w"), scalar(position, "w"))
        code.emit("MAD", to(to_light, "xyz"), position, scalar(source, "w"), negated(self.place))
        code.emit("DP3", to(to_light, "w"), to_light, to_light)
        code.emit("MAX", to(to_light, "w"), w, code.constant(TINY))
        code.emit("RSQ", to(half, "w"), w)
        code.emit("MUL", to(to_light, "xyz"), to_light, scalar(half, "w"))

    def _toward_direction(self, number: int) -> None:
        """Computes to_light for a light at infinity, whose direction is a uniform."""
        code, to_light, half = self.code, self.to_light, self.half
        w = scalar(half, "w")
        code.move(to(to_light, "xyz"), code.state("light.position", number))
        code.emit("DP3", to(half, "w"), to_light, to_light)
        code.emit("MAX", to(half, "w"), w, code.constant(TINY))
        code.emit("RSQ", to(half, "w"), w)
        code.emit("MUL", to(to_light, "xyz"), to_light, w)

    def _attenuate(self, number: int) -> None:
        """Computes term.w by equation 2.4: half.w is the inverse of the distance."""
        code, lit = self.code, self.lit
        code.emit("DST", to(lit), scalar(self.to_light, "w"), scalar(self.half, "w"))
        code.emit("DP3", to(lit, "w"), lit, code.state("light.attenuation", number))
        code.emit("RCP", to(self.term, "w"), scalar(lit, "w"))

    def _spot(self, number: int) -> None:
        """Computes dots.z by equation 2.5."""
        code, dots, axis = self.code, self.dots, self.code.temporary(f"axis{number}")
        spot, attenuation = (
            code.state(f"light.{name}", number) for name in ("spot.direction", "attenuation")
        )
        w, x = scalar(axis, "w"), scalar(dots, "x")
        code.emit("DP3", to(axis, "w"), spot, spot)
        code.emit("MAX", to(axis, "w"), w, code.constant(TINY))
        code.emit("RSQ", to(axis, "w"), w)
        code.emit("MUL", to(axis, "xyz"), spot, w)
        code.emit("DP3", to(dots, "x"), negated(self.to_light), axis)
        code.emit("MAX", to(dots, "x"), x, code.constant(0.0))
        code.emit("SGE", to(dots, "y"), x, scalar(spot, "w"))
        code.emit("POW", to(dots, "x"), x, scalar(attenuation, "w"))
        code.emit("MUL", to(dots, "z"), x, scalar(dots, "y"))


class _Material:
    """Builds the colours of one face: a sum of light, and perhaps one of specular light apart.

    own : the properties that vary per vertex, with their attributes. separate : True if specular
        light has a sum of its own.
    """

    def __init__(self, colors: LitColors, face: str, own: dict[str, Binding], separate: bool):
        self.colors, self.code = colors, colors.code
        self.face, self.own, self.separate = face, own, separate
        self.total = self.specular = self.code.temporary(face)
        if separate:
            self.specular = self.code.temporary(f"{face}_specular")
        self._begin()

    def _property(self, name: str) -> Source:
        own = self.own.get(name)
        if own is not None:
            return self.code.read(own.name, *own.indices)
        return self.code.state(f"material.{self.face}.{name}")

    def _begin(self) -> None:
        """Begins the sums with the part that does not depend on lights."""
        code, total = self.code, to(self.total, "xyz")
        if self.own.keys().isdisjoint(("ambient", "emission")):
            code.move(total, code.state(f"lightmodel.{self.face}.scenecolor"))
        else:
            # ARB_vertex_program, table X.3.2: the scene colour is "a_cs * a_cm + e_cm".
            code.move(total, self._property("ambient"))
            code.emit("MUL", total, self.total, code.state("lightmodel.ambient"))
            code.emit("ADD", total, self.total, self._property("emission"))
        if self.separate:
            code.move(to(self.specular, "xyz"), code.constant(0.0))

    def light(self, light: LightKey) -> None:
        """Adds the light that the face reflects; the back face has the opposite normal."""
        code, lit, term, dots = self.code, self.colors.lit, self.colors.term, self.colors.dots
        code.move(to(lit, "xy"), negated(dots) if self.face == "back" else dots)
        code.move(to(lit, "w"), scalar(self._property("shininess"), "x"))
        code.emit("LIT", to(lit), lit)
        if light.attenuated or light.spot:
            code.emit("MUL", to(lit, "xyz"), lit, scalar(term, "w"))
        for name, factor in (("ambient", "x"), ("diffuse", "y"), ("specular", "z")):
            total = self.specular if name == "specular" else self.total
            if name in self.own:
                color = code.state(f"light.{name}", light.number)
                code.emit("MUL", to(term, "xyz"), self._property(name), color)
                product = term
            else:
                product = code.state(f"lightprod.{self.face}.{name}", light.number)
            code.emit("MAD", to(total, "xyz"), scalar(lit, factor), product, total)

    def end(self, result: str) -> None:
        """Writes the results. "The value of A produced by lighting is the alpha value associated
        with" the diffuse colour; "the alpha component of csec is always 1"."""
        code = self.code
        primary, secondary = (code.result(f"{result}.{name}") for name in ("primary", "secondary"))
        code.move(to(primary, "xyz"), self.total)
        code.move(to(primary, "w"), scalar(self._property("diffuse"), "w"))
        specular = self.specular if self.separate else code.constant(0.0)
        code.move(to(secondary, "xyz"), specular)
        code.move(to(secondary, "w"), code.constant(1.0))
