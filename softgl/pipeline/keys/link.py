"""Links the stages of a draw: results and inputs, their rows, and their interpolation.

In: the programs of the stages in their order, of vertices, geometry and fragments, and the state
that linking depends on. Out: a `Link`, whose parts are parts of the keys of the stages. No stage
knows the names of another one's inputs or results; all of that is here.

Clipping, the point size and captured results are the concern of the last stage before the
rasteriser, be it that of vertices or of geometry. New members of the list plug in so:

- Fixed-function stages are generated as programs: the generator asks `results_read` for the inputs
  of the next stage, and the program goes into the list like any other.
- Transform feedback and the raster position name the results that they read in
  `LinkOptions.captured`; `Outputs.row` finds them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise

from softgl.ir.program import Binding, Program, Stage
from softgl.ir.raw_bits import raw_bits
from softgl.isa.table import TGSI
from softgl.records import dataclass

POSITION = Binding("result.position")
POINT_SIZE = Binding("result.pointsize")
FOG_COORDINATE = Binding("result.fogcoord")
PRIMITIVE_ID = Binding("result.primid")
LAYER = Binding("result.layer")
VIEWPORT_INDEX = Binding("result.viewport")
COLOR_KINDS = ("primary", "secondary")
PRIMARY, SECONDARY = (Binding(f"result.color.front.{which}") for which in COLOR_KINDS)
BACK_COLOR_OF = {
    PRIMARY: Binding("result.color.back.primary"),
    SECONDARY: Binding("result.color.back.secondary"),
}  # what takes the place of front colours on back faces
COLOR_RESULTS = frozenset({*BACK_COLOR_OF, *BACK_COLOR_OF.values()})
POSITION_INVARIANT = "ARB_position_invariant"
CULL_DISTANCE = "result.cull"  # distances by which shapes are dropped as a whole
CLIP_DISTANCE = "result.clip"
CLIP_VERTEX = Binding("result.clipvertex")  # gl_ClipVertex


def clip_distance(number: int) -> Binding:
    """The distance of a vertex from a clip plane."""
    return Binding(CLIP_DISTANCE, (number,))


RESULT_OF_ATTRIBUTE = {
    # NV_geometry_program4, table X.2, and the semantics of TGSI.
    Stage.GEOMETRY: {
        f"vertex.{name}": f"result.{name}"
        for name in (
            *("position", "fogcoord", "pointsize", "texcoord", "attrib", "generic", "clip", "id"),
            *("varying", "clipvertex"),
            *(f"color.{face}.{kind}" for face in ("front", "back") for kind in COLOR_KINDS),
        )
    },
    Stage.FRAGMENT: {
        "fragment.color.primary": "result.color.front.primary",
        "fragment.color.secondary": "result.color.front.secondary",
        "fragment.texcoord": "result.texcoord",
        "fragment.fogcoord": "result.fogcoord",
        "fragment.clip": "result.clip",
        "fragment.cull": CULL_DISTANCE,
        "fragment.attrib": "result.attrib",
        "fragment.generic": "result.generic",
        "fragment.varying": "result.varying",
        "fragment.layer": LAYER.name,
        "fragment.viewport": VIEWPORT_INDEX.name,
    },
}
"""For each stage that reads results of the one before it: the result behind an attribute."""

RESULTS_PER_COMPONENT = {"vertex.clipdist": "result.clip", "vertex.culldist": CULL_DISTANCE}
"""Attributes whose components are the x of a result each: CLIPDIST[n] of TGSI."""

ALTERNATIVE_RESULTS = {
    "result.generic": ("result.attrib", "result.texcoord"),
    "result.attrib": ("result.generic",),
    "result.texcoord": ("result.generic",),
}
"""A result -> what stands in for it, with the same indices, where a program does not give it.

GENERIC[n] of TGSI is what another language calls generic attribute or texture coordinates n."""

# ARB_fragment_program, table X.1: the fog coordinate is "(f,0,0,1)", whatever is left in the other
# components of the result. NV_fragment_program4 leaves them undefined, and those of clip distances.
COMPONENTS_OF_ATTRIBUTE = {"fragment.fogcoord": 1, "fragment.clip": 1, "fragment.cull": 1}
# NV_geometry_program4, table X.2, has "-" for the others.
COMPONENTS_OF_ATTRIBUTE |= {f"vertex.{name}": 1 for name in ("fogcoord", "pointsize", "clip", "id")}

# ARB_fragment_layer_viewport: "a single integer [...] obtained by taking the layer value emitted by
# the geometry program for the provoking vertex. Otherwise, the value zero will be used."
OF_PRIMITIVES = frozenset({"fragment.layer", "fragment.viewport"})
COMPONENTS_OF_ATTRIBUTE |= dict.fromkeys(OF_PRIMITIVES, 1)

SMOOTH, FLAT, NOPERSPECTIVE = "smooth", "flat", "noperspective"


@dataclass(frozen=True)
class LinkOptions:
    """The state that linking depends on.

    two_side : True if back faces have the back colours. flat_colors : True if colours are those of
        the provoking vertex. point_size : True if the size of points is a result.
    clip_planes : the numbers of enabled planes. depth_clamp : True if depths are clamped
        instead of clipped. zero_to_one : True if the near plane is where z is 0.
    captured : the results that are captured besides.
    """

    two_side: bool = False
    flat_colors: bool = False
    point_size: bool = False
    clip_planes: tuple[int, ...] = ()
    depth_clamp: bool = False
    zero_to_one: bool = False
    captured: tuple[Binding, ...] = ()


@dataclass(frozen=True)
class Clipping:
    """The clip planes and distances of the last stage before the rasteriser.

    clip_planes : the number of each, and the row of the vertices that has the distances from it.
    depths : True if the near and far planes of the view volume are among them.
    zero_to_one : True if that near plane is where z is 0.
    culled : the rows of distances that drop a primitive with all vertices outside.
    """

    clip_planes: tuple[tuple[int, int], ...] = ()
    depths: bool = True
    zero_to_one: bool = False
    culled: tuple[int, ...] = ()


@dataclass(frozen=True)
class Outputs:
    """The results that a stage stores of each vertex.

    results : in the order of their rows, four of each; the position first.
    computed : the clip planes whose distances are not results of the program, but products of
        vertex.position, or of the result `clip_source`, and their equations.
    clipping : None for a stage that is not the last one before the rasteriser.
    seen : True if the next stage reads bits, so that every NaN must be the one quiet NaN.
    """

    results: tuple[Binding, ...] = (POSITION,)
    computed: tuple[int, ...] = ()
    clipping: Clipping | None = None
    seen: bool = False
    clip_source: Binding | None = None

    @property
    def row_count(self) -> int:
        """Number of rows."""
        return 4 * len(self.results)

    def row(self, result: Binding) -> int | None:
        """The first of the four rows of a result or its alternative; None if neither is stored."""
        stored = resolve_result(result, self.results)
        return 4 * self.results.index(stored) if stored in self.results else None


@dataclass(frozen=True)
class Interpolant:
    """An input of fragments that is interpolated from the vertices.

    front, back : the first of its rows on front and on back faces; None if nothing writes it.
    components : the number of components; the others are those of an unwritten result.
    interpolation : SMOOTH, FLAT or NOPERSPECTIVE.
    coordinate_set : the number of texture coordinates, for point sprites; POINT_COORDINATE for the
        coordinates of all sprites; None for other inputs.
    centroid : True for a position that the shape covers, instead of the pixel's centre.
    """

    front: int | None
    back: int | None
    components: int = 4
    interpolation: str = SMOOTH
    coordinate_set: int | None = None
    centroid: bool = False


POINT_COORDINATE = -1
RASTERISER_INPUTS = {
    "fragment.position": "position",
    "fragment.facing": "facing",
    "fragment.front": "front",
    "primitive.id": "primitive",
    "fragment.samplemask": "samples",
    "fragment.sampleid": "sample_id",
    "fragment.sampleposition": "sample_position",
    # No result is behind it: (0, 0, 0, 1) for primitives other than sprites.
    "fragment.pointcoord": Interpolant(None, None, coordinate_set=POINT_COORDINATE),
}
"""The attributes of fragments that the rasteriser itself gives, in its words."""


@dataclass(frozen=True)
class Inputs:
    """The inputs of a fragment program.

    attributes : the source of each attribute register: an Interpolant, or a word of
        RASTERISER_INPUTS. fog : the fog coordinate if fog is applied to the colour.
    """

    attributes: tuple[Interpolant | str, ...] = ()
    fog: Interpolant | None = None

    @cached_property
    def reads_provoking(self) -> bool:
        """True if fragments read the provoking vertex or the primitive's number."""
        return any(
            source == "primitive" or getattr(source, "interpolation", "") == FLAT
            for source in (*self.attributes, self.fog)
        )

    @cached_property
    def linear_rows(self) -> tuple[int, ...]:
        """The rows of the vertices that are linear in the window, not in clip coordinates."""
        linear = [i for i in self.attributes if getattr(i, "interpolation", "") == NOPERSPECTIVE]
        firsts = {row for i in linear for row in (i.front, i.back) if row is not None}
        return tuple(row + component for row in sorted(firsts) for component in range(4))


@dataclass(frozen=True)
class Link:
    """The outputs and inputs of linked stages.

    outputs : of each stage before the fragments. inputs : of the fragments.
    """

    outputs: tuple[Outputs, ...]
    inputs: Inputs = Inputs()


def resolve_result(result: Binding, results) -> Binding:
    """Returns a result, or its alternative if `results` has only that one."""
    if result not in results:
        for name in ALTERNATIVE_RESULTS.get(result.name, ()):
            if (other := Binding(name, result.indices)) in results:
                return other
    return result


@lru_cache(maxsize=256)
def results_read(program: Program) -> frozenset[Binding]:
    """Returns the results of the previous stage that a program, or its fog, reads."""
    each = (component_sources(program.stage, attribute) for attribute in program.attributes)
    read = {result for four in each for result, _ in four} - {None}
    return frozenset(read | {FOG_COORDINATE} if program.fog else read)


def component_sources(stage: Stage, attribute: Binding) -> list[tuple[Binding | None, int]]:
    """Returns (result, component), the source of each of the four components of an attribute."""
    if attribute.name in RESULTS_PER_COMPONENT:
        first = 4 * attribute.indices[0]
        return [(Binding(RESULTS_PER_COMPONENT[attribute.name], (first + n,)), 0) for n in range(4)]
    return [(source_result(stage, attribute), component) for component in range(4)]


def input_rows(program: Program, outputs: Outputs) -> list[int]:
    """Returns the vertex row of each component of each attribute of a geometry program.

    outputs : of the previous stage. The row is -1 for a component that is not stored.
    """
    rows = []
    for attribute in program.attributes:
        count = _components(program, attribute)
        for number, (result, component) in enumerate(component_sources(program.stage, attribute)):
            first = None if result is None or number >= count else outputs.row(result)
            rows.append(-1 if first is None else first + component)
    return rows


def source_result(stage: Stage, attribute: Binding) -> Binding | None:
    """Returns the result of the previous stage that an attribute reads; None if it reads none."""
    name = RESULT_OF_ATTRIBUTE[stage].get(attribute.name)
    return Binding(name, attribute.indices) if name else None


def clips_depths(fragment: Program | None, depth_clamp: bool) -> bool:
    """True if the near and far planes clip primitives; else the depth range decides."""
    return not depth_clamp and not (fragment is not None and fragment.drops_depths)


@lru_cache(maxsize=256)
def link(stages: tuple[Program, ...], options: LinkOptions = LinkOptions()) -> Link:
    """Links the programs of stages; a fragment program, if there is one, is the last.

    Equal stages and options have the same link.
    """
    *before, fragment = stages if stages[-1].stage is Stage.FRAGMENT else (*stages, None)
    outputs = []
    for program, reader in pairwise(before):
        stage_outputs = _outputs(program, results_read(reader), frozenset(), options)
        outputs.append(replace(stage_outputs, seen=raw_bits(reader).seen))
    read = _facing_results(fragment, options) if fragment else frozenset()
    culls = {result for result in before[-1].results if result.name == CULL_DISTANCE}
    extra = _asked_for(options) | culls | _numbers(fragment)
    last = _outputs(before[-1], read, extra, options, _clip_source(before[-1]))
    outputs.append(replace(last, clipping=_clipping(last, fragment, options)))
    if fragment is None:
        return Link(tuple(outputs))
    initialized = before[-1].profile.initializes
    return Link(tuple(outputs), _inputs(fragment, outputs[-1], options, initialized))


def _facing_results(fragment: Program, options: LinkOptions) -> frozenset[Binding]:
    """The results that fragments of either facing read."""
    read = results_read(fragment)
    if not options.two_side:
        return read
    return read | {BACK_COLOR_OF[result] for result in read & BACK_COLOR_OF.keys()}


def _numbers(fragment: Program | None) -> frozenset[Binding]:
    """The source of fragments' primitive number after a geometry program."""
    reads_id = fragment is not None and Binding("primitive.id") in fragment.attributes
    return frozenset({PRIMITIVE_ID} if reads_id else ())


def _asked_for(options: LinkOptions) -> frozenset[Binding]:
    """The results of the last stage before the rasteriser that are not for fragments."""
    sizes = {POINT_SIZE} if options.point_size else set()
    return frozenset({*map(clip_distance, options.clip_planes), *options.captured, *sizes})


def _clip_source(program: Program) -> Binding | None:
    """The result of a GLSL program that clip planes cut; None if it has distances of its own."""
    if not program.of_shader or any(r.name == CLIP_DISTANCE for r in program.results):
        return None
    # GLSL 1.30, 7.1: without a static write of gl_ClipVertex or gl_ClipDistance, "the coordinate
    # written to gl_Position is used for comparison against the user clip planes."
    return CLIP_VERTEX if CLIP_VERTEX in program.results else POSITION


def _outputs(program, read, extra, options: LinkOptions, clip_source=None) -> Outputs:
    """The outputs of a stage: the results that the next one reads, and `extra` ones."""
    # NV_vertex_program2_option, 2.11: "conventional user clipping is performed if the vertex
    # program is position-invariant [...]. When the vertex program is not position-invariant, it can
    # write a single floating-point clip distance for each supported clip plane." One that nothing
    # writes is undefined, or 0, and clips nothing.
    invariant = POSITION_INVARIANT in program.options
    computed = options.clip_planes if clip_source or invariant else ()
    if computed and clip_source:
        extra = extra | {clip_source}
    available = dict.fromkeys((*program.results, *map(clip_distance, computed)))
    read, extra = (
        {resolve_result(result, available) for result in wanted} for wanted in (read, extra)
    )
    # What is read comes first: whatever else is asked for, the next stage's kernel is the same.
    results = [
        POSITION,
        *(r for r in available if r in read),
        *(r for r in available if r in extra),
    ]
    results = tuple(dict.fromkeys(results))
    computed = tuple(n for n in computed if clip_distance(n) in results)
    return Outputs(results, computed, clip_source=clip_source if computed else None)


def _clipping(outputs: Outputs, fragment: Program | None, options: LinkOptions) -> Clipping:
    """The clipping of the last stage's vertices."""
    rows = ((number, outputs.row(clip_distance(number))) for number in options.clip_planes)
    clip_planes = tuple((number, row) for number, row in rows if row is not None)
    culled = tuple(
        outputs.row(result) for result in outputs.results if result.name == CULL_DISTANCE
    )
    depths = clips_depths(fragment, options.depth_clamp)
    return Clipping(clip_planes, depths, depths and options.zero_to_one, culled)


def _components(program: Program, attribute: Binding) -> int:
    """Number of components of an attribute that come from the vertices."""
    # TGSI, "TGSI_SEMANTIC_FOG": "fog coord really is just an ordinary vec4 register like regular
    # semantics."
    if attribute.name.endswith(".fogcoord") and program.instruction_set in TGSI:
        return 4
    return COMPONENTS_OF_ATTRIBUTE.get(attribute.name, 4)


def _coordinate_set(attribute: Binding, result: Binding) -> int | None:
    """Returns the number of a texture coordinate set; None for other attributes.

    result : the source of the attribute.
    """
    # TGSI, "TGSI_SEMANTIC_TEXCOORD": "If the driver does not support TEXCOORD, sprite coordinate
    # replacement applies to inputs with the GENERIC semantic instead."
    known = attribute.name in ("fragment.texcoord", "fragment.generic")
    return attribute.indices[0] if known and result.name != "result.attrib" else None


def _inputs(program, outputs: Outputs, options: LinkOptions, initialized: bool) -> Inputs:
    """Returns the inputs of a fragment program; outputs : of the previous stage.

    initialized : True if the results that are not written have a value.
    """

    def rows(result):
        """The first rows of a result on front and on back faces."""
        front = outputs.row(result)
        if not (options.two_side and result in BACK_COLOR_OF):
            return front, front
        back = outputs.row(BACK_COLOR_OF[result])
        # A back colour that the program does not write is undefined: the front colour stays.
        return front, front if back is None and not initialized else back

    def attribute(binding):
        result = source_result(program.stage, binding)
        if result is None:
            return RASTERISER_INPUTS[binding.name]
        interpolation = SMOOTH
        shaded = options.flat_colors and result in BACK_COLOR_OF and binding not in program.smooth
        if binding in program.flat or binding.name in OF_PRIMITIVES or shaded:
            interpolation = FLAT
        elif binding in program.noperspective:
            interpolation = NOPERSPECTIVE
        return Interpolant(
            *rows(result),
            _components(program, binding),
            interpolation,
            _coordinate_set(binding, resolve_result(result, outputs.results)),
            binding in program.centroid and interpolation != FLAT,
        )

    fog = Interpolant(*rows(FOG_COORDINATE), 1) if program.fog else None
    return Inputs(tuple(map(attribute, program.attributes)), fog)


# -- fragments without vertices --------------------------------------------------------------------

TEXTURE_COORDINATE_SETS = 8
RASTER_POSITION = Outputs(
    (
        POSITION,
        *(PRIMARY, SECONDARY, FOG_COORDINATE),
        *(Binding("result.texcoord", (number,)) for number in range(TEXTURE_COORDINATE_SETS)),
    )
)
"""The data of the raster position (OpenGL 2.1, 2.13) in place of vertex results, for the fragments
of images. The position is in window coordinates, with 1/w."""


@lru_cache(maxsize=256)
def link_raster_position(program: Program) -> Inputs:
    """Links a fragment program to the data of the raster position."""
    return _inputs(program, RASTER_POSITION, LinkOptions(), False)
