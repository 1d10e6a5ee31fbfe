"""Fixed-function vertex processing as a program: OpenGL 2.1, 2.11 to 2.14, as a text.

Numbers of the state are bound (`state.*`), so that only the state that shapes the formula is in the
key: another colour, position or matrix gives the same program.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from softgl.records import dataclass


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
    own: tuple[tuple[tuple[str, str], ...], ...] = ((), ())


@dataclass(frozen=True)
class VertexKey:
    """The state that shapes fixed-function vertex processing.

    lighting : None if it is disabled. normals : one of NORMALS.
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


@cache
def vertex_program(key: VertexKey) -> str:
    """Returns the text of the program for a key."""
    return _Writer(key).text()


HEADER = """!!ARBvp1.0
OPTION ARB_position_invariant;
"""
BLENDED_HEADER = """!!ARBvp1.0
OPTION NV_vertex_program2;
"""

# -- parts: each is written once, before its first use ---------------------------------------------

EYE = """PARAM modelview[4] = { state.matrix.modelview };
TEMP eye;
DP4 eye.x, vertex.position, modelview[0];
DP4 eye.y, vertex.position, modelview[1];
DP4 eye.z, vertex.position, modelview[2];
DP4 eye.w, vertex.position, modelview[3];
"""

# ARB_vertex_blend, 2.10: the eye coordinates are the sum of "w_i * M_i * (xo yo zo wo)".
BLENDED_EYE = """PARAM modelview{n}[4] = {{ state.matrix.modelview[{n}] }};
DP4 blended.x, vertex.position, modelview{n}[0];
DP4 blended.y, vertex.position, modelview{n}[1];
DP4 blended.z, vertex.position, modelview{n}[2];
DP4 blended.w, vertex.position, modelview{n}[3];
MAD eye, blended, vertex.weight.{w}, eye;
"""

BLENDED_POSITION = """PARAM projection[4] = { state.matrix.projection };
DP4 result.position.x, eye, projection[0];
DP4 result.position.y, eye, projection[1];
DP4 result.position.z, eye, projection[2];
DP4 result.position.w, eye, projection[3];
"""

CLIPPED = "DP4 result.clip[{n}].x, eye, state.clip[{n}].plane;\n"

# OpenGL 2.1, 2.14.1: "Results of lighting are undefined if the we coordinate [...] is zero."
BLENDED_NORMAL_PLACE = """TEMP place;
RCP place.w, eye.w;
MUL place.xyz, eye, place.w;
"""

# A vector may have length 0: then the result is 0.
_UNIT = """DP3 {0}.w, {0}, {0};
MAX {0}.w, {0}.w, 1e-37;
RSQ {0}.w, {0}.w;
MUL {0}.xyz, {0}, {0}.w;
"""

NORMAL = """PARAM invtrans[4] = { state.matrix.modelview.invtrans };
TEMP normal;
DP3 normal.x, vertex.normal, invtrans[0];
DP3 normal.y, vertex.normal, invtrans[1];
DP3 normal.z, vertex.normal, invtrans[2];
"""

# ARB_vertex_blend, 2.10.3: "SUM w_i * (nx ny nz) Inv(Mu_i)", which "implementations may choose".
BLENDED_NORMAL = """PARAM invtrans{n}[4] = {{ state.matrix.modelview[{n}].invtrans }};
DP3 blended.x, vertex.normal, invtrans{n}[0];
DP3 blended.y, vertex.normal, invtrans{n}[1];
DP3 blended.z, vertex.normal, invtrans{n}[2];
{rescaled}MAD normal.xyz, blended, vertex.weight.{w}, normal;
"""

# OpenGL 2.1, 2.11.3: "f = 1 / sqrt(m31^2 + m32^2 + m33^2)", of the inverse.
RESCALED = """PARAM third{n} = state.matrix.modelview[{n}].inverse.row[2];
DP3 {normal}.w, third{n}, third{n};
RSQ {normal}.w, {normal}.w;
MUL {normal}.xyz, {normal}, {normal}.w;
"""

NORMALS = {
    "": "",
    "rescale": RESCALED.format(normal="normal", n=0),
    "normalize": _UNIT.format("normal"),
}
"""The instructions for a normal in eye coordinates."""

# "u is the unit vector pointing from the origin to the vertex (in eye coordinates)".
TOWARD = """TEMP toward;
MOV toward.xyz, eye;
""" + _UNIT.format("toward")

REFLECTION = """TEMP reflection;
DP3 reflection.w, normal, toward;
ADD reflection.w, reflection.w, reflection.w;
MAD reflection.xyz, -reflection.w, normal, toward;
"""

# OpenGL 2.1, 2.11.4: "m = 2 sqrt(rx^2 + ry^2 + (rz + 1)^2)"; s is rx / m + 1/2, and t ry / m + 1/2.
SPHERE = """TEMP sphere;
ADD sphere.xyz, reflection, { 0, 0, 1, 0 };
DP3 sphere.w, sphere, sphere;
MAX sphere.w, sphere.w, 1e-37;
RSQ sphere.w, sphere.w;
MUL sphere.w, sphere.w, 0.5;
MAD sphere.xy, reflection, sphere.w, 0.5;
"""

PARTS = {
    "eye": EYE,
    "place": BLENDED_NORMAL_PLACE,
    "normal": NORMAL,
    "toward": TOWARD,
    "reflection": REFLECTION,
    "sphere": SPHERE,
}
NEEDS = {
    "place": ("eye",),
    "toward": ("eye",),
    "reflection": ("normal", "toward"),
    "sphere": ("reflection",),
}
"""The parts that a part needs."""

# -- texture coordinates ---------------------------------------------------------------------------

GENERATED = {
    "object": ((), "DP4 {to}, vertex.position, state.texgen[{n}].object.{c};\n"),
    "eye": (("eye",), "DP4 {to}, eye, state.texgen[{n}].eye.{c};\n"),
    "sphere": (("sphere",), "MOV {to}, sphere.{x};\n"),
    "reflection": (("reflection",), "MOV {to}, reflection.{x};\n"),
    "normal": (("normal",), "MOV {to}, normal.{x};\n"),
}
"""The generators of a coordinate: the parts they need, and the formula."""

TRANSFORMED = """PARAM texture{n}[4] = {{ state.matrix.texture[{n}] }};
DP4 result.texcoord[{n}].x, {coordinates}, texture{n}[0];
DP4 result.texcoord[{n}].y, {coordinates}, texture{n}[1];
DP4 result.texcoord[{n}].z, {coordinates}, texture{n}[2];
DP4 result.texcoord[{n}].w, {coordinates}, texture{n}[3];
"""

# -- fog and points --------------------------------------------------------------------------------

FOG = {
    "": ((), ""),
    "coordinate": ((), "MOV result.fogcoord.x, vertex.fogcoord.x;\n"),
    # OpenGL 2.1, 3.10: "An implementation may choose to approximate the eye-coordinate distance
    # from the eye to each fragment center by |ze|."
    "depth": (("eye",), "ABS result.fogcoord.x, eye.z;\n"),
    # NV_fog_distance, EYE_PLANE: "the fog distance z is approximated by ze".
    "plane": (("eye",), "MOV result.fogcoord.x, eye.z;\n"),
    "distance": (
        ("eye",),
        """TEMP distance;
DP3 distance.x, eye, eye;
RSQ distance.y, distance.x;
MUL distance.y, distance.x, distance.y;
MAX result.fogcoord.x, distance.y, 0;
""",
    ),
}
"""The sources of a fog coordinate: the parts they need, and the formula."""

# OpenGL 2.1, 3.3: "size * sqrt(1 / (a + b * d + c * d^2))", d the distance from the eye: drivers
# use |ze|, as they do for fog, and older tests expect it.
ATTENUATED = """PARAM size = state.point.size;
PARAM attenuation = state.point.attenuation;
TEMP d;
ABS d.y, eye.z;
MUL d.z, d.y, d.y;
MOV d.x, 1.0;
DP3 d.w, d, attenuation;
RSQ d.w, d.w;
MUL result.pointsize.x, size.x, d.w;
"""

# -- colours ---------------------------------------------------------------------------------------

FACES = ("front", "back")
RESULTS = {"front": "result.color", "back": "result.color.back"}

LIT_STATE = """TEMP toLight, half, dots, lit, term;
"""

# OpenGL 2.1, 2.14.1, equation 2.3; the direction of a light at infinity is a uniform.
TO_LIGHT = {
    True: """TEMP source{n};
PARAM position{n} = state.light[{n}].position;
RCP source{n}.w, position{n}.w;
MAD toLight.xyz, position{n}, source{n}.w, -place;
DP3 toLight.w, toLight, toLight;
MAX toLight.w, toLight.w, 1e-37;
RSQ half.w, toLight.w;
MUL toLight.xyz, toLight, half.w;
""",
    False: """MOV toLight.xyz, state.light[{n}].position;
DP3 half.w, toLight, toLight;
MAX half.w, half.w, 1e-37;
RSQ half.w, half.w;
MUL toLight.xyz, toLight, half.w;
""",
}

# Equation 2.4: toLight.w is the square of the distance, half.w its inverse root.
FADED = """PARAM fading{n} = state.light[{n}].attenuation;
DST lit, toLight.w, half.w;
DP3 lit.w, lit, fading{n};
RCP term.w, lit.w;
"""

# Equation 2.5.
SPOT = """PARAM spot{n} = state.light[{n}].spot.direction;
TEMP axis{n};
DP3 axis{n}.w, spot{n}, spot{n};
MAX axis{n}.w, axis{n}.w, 1e-37;
RSQ axis{n}.w, axis{n}.w;
MUL axis{n}.xyz, spot{n}, axis{n}.w;
DP3 dots.x, -toLight, axis{n};
MAX dots.x, dots.x, 0;
SGE dots.y, dots.x, spot{n}.w;
POW dots.x, dots.x, state.light[{n}].attenuation.w;
MUL {to}, dots.x, dots.y;
"""


class _Writer:
    """Writes the text for one key."""

    def __init__(self, key: VertexKey):
        self.key = key
        self.written: set[str] = set()

    def text(self) -> str:
        """Returns the program."""
        header = BLENDED_HEADER if self.key.units else HEADER
        return header + "".join(self._body()) + "END"

    def _body(self) -> Iterator[str]:
        if self.key.units:
            yield from self._needed("eye")
            yield BLENDED_POSITION
            yield from (CLIPPED.format(n=number) for number in self.key.planes)
        yield from self._colors()
        for number, modes in self.key.texcoords:
            yield from self._texcoord(number, modes)
        needed, fog = FOG[self.key.fog]
        yield from self._needed(*needed)
        yield fog
        if self.key.attenuated:
            yield from self._needed("eye")
            yield ATTENUATED

    def _needed(self, *names: str) -> Iterator[str]:
        """Writes parts that are not there yet, after the parts that they need."""
        for name in names:
            if name in self.written:
                continue
            self.written.add(name)
            yield from self._needed(*NEEDS.get(name, ()))
            if self.key.units and name in ("eye", "normal"):
                yield from self._blended(name)
                continue
            yield PARTS[name]
            if name == "normal":
                yield NORMALS[self.key.normals]

    def _blended(self, name):
        """Writes the sum over the vertex units: eye coordinates, or the normal."""
        if name == "eye":
            yield "TEMP blended, eye;\nMOV eye, 0;\n"
            for n, w in self._weights():
                yield BLENDED_EYE.format(n=n, w=w)
            return
        # "rescaling is applied within each vertex unit independently. [...] Normalization is
        # applied to the transformed, blended normal."
        rescales = self.key.normals == "rescale"
        yield "TEMP normal;\nMOV normal, 0;\n"
        for n, w in self._weights():
            rescaled = RESCALED.format(normal="blended", n=n) if rescales else ""
            yield BLENDED_NORMAL.format(n=n, w=w, rescaled=rescaled)
        if not rescales:
            yield NORMALS[self.key.normals]

    def _weights(self):
        """Returns the number of each vertex unit, and the component with its weight."""
        return list(enumerate("xyzw"[: self.key.units]))

    def _texcoord(self, number, modes):
        coordinates = f"vertex.texcoord[{number}]"
        if any(modes):
            for mode in filter(None, modes):
                yield from self._needed(*GENERATED[mode][0])
            generated = f"texcoord{number}"
            yield f"TEMP {generated};\n"
            if not all(modes):
                yield f"MOV {generated}, {coordinates};\n"
            for c, x, mode in zip("strq", "xyzw", modes, strict=True):
                if mode:
                    yield GENERATED[mode][1].format(to=f"{generated}.{x}", n=number, c=c, x=x)
            coordinates = generated
        yield TRANSFORMED.format(n=number, coordinates=coordinates)

    def _colors(self):
        lighting = self.key.lighting
        if lighting is None:
            # OpenGL 2.1, 2.14.1: without lighting, both sides have the current colours.
            for face in self._faces():
                yield f"MOV {RESULTS[face]}, vertex.color;\n"
                yield f"MOV {RESULTS[face]}.secondary, vertex.color.secondary;\n"
            return
        faces = FACES if lighting.two_side else FACES[:1]
        yield LIT_STATE
        if lighting.lights:
            yield from self._needed("normal")
        if lighting.local_viewer or any(light.positional for light in lighting.lights):
            yield from self._needed("place")
        if lighting.lights and lighting.local_viewer:
            yield "TEMP viewer;\nMOV viewer.xyz, -place;\n" + _UNIT.format("viewer")
        materials = [
            _Material(face, dict(own), lighting.separate)
            for face, own in zip(faces, lighting.own, strict=False)
        ]
        for material in materials:
            yield from material.begin()
        for light in lighting.lights:
            yield from self._light(light)
            for material in materials:
                yield from material.light(light)
        for material in materials:
            yield from material.end(RESULTS[material.face])
        if not lighting.two_side and self.key.back:
            # "If tbs = FALSE, then the back color and front color are both assigned" the front's.
            yield from materials[0].end(RESULTS["back"])

    def _faces(self):
        return FACES if self.key.back else FACES[:1]

    def _light(self, light):
        """Writes toLight and half, unit vectors, and the factor of a light, term.w."""
        yield f"# light {light.number}\n" + TO_LIGHT[light.positional].format(n=light.number)
        if light.attenuated:
            yield FADED.format(n=light.number)
        if light.spot:
            yield SPOT.format(n=light.number, to="dots.z")
            yield "MUL term.w, term.w, dots.z;\n" if light.attenuated else "MOV term.w, dots.z;\n"
        viewer = "viewer" if self.key.lighting.local_viewer else "{ 0, 0, 1, 0 }"
        yield f"ADD half.xyz, toLight, {viewer};\n" + _UNIT.format("half")
        yield "DP3 dots.x, normal, toLight;\nDP3 dots.y, normal, half;\n"


class _Material:
    """Writes the colours of one face: sums of light in `front` or `back`, perhaps specular apart.

    own : the properties that vary per vertex, with their attributes. separate : True if specular
        light has a sum of its own.
    """

    def __init__(self, face: str, own: dict[str, str], separate: bool):
        self.face, self.own, self.separate = face, own, separate
        self.specular = f"{face}Specular" if separate else face

    def _property(self, name):
        return self.own.get(name, f"state.material.{self.face}.{name}")

    def begin(self) -> Iterator[str]:
        """Writes the part that does not depend on lights."""
        yield f"TEMP {self.face}{f', {self.specular}' if self.separate else ''};\n"
        if self.own.keys().isdisjoint(("ambient", "emission")):
            yield f"MOV {self.face}.xyz, state.lightmodel.{self.face}.scenecolor;\n"
        else:
            # ARB_vertex_program, table X.3.2: the scene colour is "a_cs * a_cm + e_cm".
            yield f"MOV {self.face}.xyz, {self._property('ambient')};\n"
            yield f"MUL {self.face}.xyz, {self.face}, state.lightmodel.ambient;\n"
            yield f"ADD {self.face}.xyz, {self.face}, {self._property('emission')};\n"
        if self.separate:
            yield f"MOV {self.specular}.xyz, 0;\n"

    def light(self, light: LightKey) -> Iterator[str]:
        """Adds the light that the face reflects; the back face has the opposite normal."""
        sign = "-" if self.face == "back" else ""
        yield f"MOV lit.xy, {sign}dots;\n"
        yield f"MOV lit.w, {self._property('shininess')}.x;\n"
        yield "LIT lit, lit;\n"
        if light.attenuated or light.spot:
            yield "MUL lit.xyz, lit, term.w;\n"
        for name, factor in (("ambient", "x"), ("diffuse", "y"), ("specular", "z")):
            total = self.specular if name == "specular" else self.face
            if name in self.own:
                own = self.own[name]
                yield f"MUL term.xyz, {own}, state.light[{light.number}].{name};\n"
                product = "term"
            else:
                product = f"state.lightprod[{light.number}].{self.face}.{name}"
            yield f"MAD {total}.xyz, lit.{factor}, {product}, {total};\n"

    def end(self, result: str) -> Iterator[str]:
        """Writes the results. "The value of A produced by lighting is the alpha value associated
        with" the diffuse colour; "the alpha component of csec is always 1"."""
        yield f"MOV {result}.xyz, {self.face};\n"
        yield f"MOV {result}.w, {self._property('diffuse')}.w;\n"
        secondary = f"{self.specular}" if self.separate else "0"
        yield f"MOV {result}.secondary.xyz, {secondary};\n"
        yield f"MOV {result}.secondary.w, 1;\n"
