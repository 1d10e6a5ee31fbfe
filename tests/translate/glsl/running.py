"""GLSL texts over the lanes of a program: vertices as they are recorded, fragments as points."""

from __future__ import annotations

import re
import zlib

import moderngl
import numpy as np

from softgl.asm import parse
from softgl.ir.program import INTEGER_INPUTS, Program, Stage
from softgl.lanes import eager_engine
from softgl.translate import translate
from tests.ir.running import run_programs

SEED, LANES = 20261123, 16
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 3e38, -3e38, 2.0, 65504.0]
DEPTH_STEP = 2.0**-22  # that of depth buffers
PLAIN = "#version 330 core\nout vec4 shown; void main() { shown = vec4(1.0); }\n"


def tame(name: str, lanes: int = LANES) -> np.ndarray:
    """Words by name, (4, lanes): numbers neither large nor small, never zero."""
    rng = np.random.default_rng([SEED, zlib.crc32(name.encode())])
    values = rng.uniform(0.25, 2.5, (4, lanes)) * rng.choice([-1, 1, 1], (4, lanes))
    return values.astype(np.float32).view(np.uint32)


def special(name: str) -> np.ndarray:
    """The same with zeros of both signs, infinities, NaN and large numbers among them."""
    rng = np.random.default_rng([SEED, 1, zlib.crc32(name.encode())])
    words = np.float32(SPECIAL).view(np.uint32)
    return np.where(rng.random((4, LANES)) < 0.7, rng.choice(words, (4, LANES)), tame(name))


def doubles(name: str) -> np.ndarray:
    """Words of two doubles, special, large and small; of two, nothing makes a denormal number.

    One bit is flipped, as programs of doubles have it, so that no word is a NaN.
    """
    rng = np.random.default_rng([SEED, 2, zlib.crc32(name.encode())])
    large = rng.standard_normal((LANES, 2)) * 10.0 ** rng.integers(-12, 13, (LANES, 2))
    some = np.where(rng.random((LANES, 2)) < 0.5, large, rng.integers(-40, 40, (LANES, 2)) / 4)
    numbers = rng.choice([*SPECIAL, 1e280, -1e-260, 2.0**31, 2.0**53 - 1], (LANES, 2))
    values = np.where(rng.random((LANES, 2)) < 0.4, numbers, some)
    return np.ascontiguousarray(values).view(np.uint32).T ^ np.uint32(1 << 28)


class Tame(dict):
    """Four such words by the name of a parameter."""

    def __missing__(self, name):
        return tame(name, 1)[:, 0]


def inputs(program: Program, words=tame) -> dict[str, np.ndarray]:
    """The values of each attribute, four words for each lane; words : returns them by name."""
    found = {"vertex.attrib[0]": words("vertex.attrib[0]")}
    for binding in program.attributes:
        values = words(str(binding)).copy()
        if binding.name in INTEGER_INPUTS:
            values = np.zeros((4, LANES), np.uint32)
            values[0] = np.arange(LANES) if binding.name == "vertex.id" else 0
        elif binding.name in ("fragment.fogcoord", "vertex.fogcoord"):
            values[1:] = np.array([[0], [0], [1]], np.float32).view(np.uint32)
        elif binding.name == "vertex.normal":
            values[3] = np.float32(1).view(np.uint32)
        found[str(binding)] = values
    if program.stage is Stage.VERTEX:
        found.setdefault("vertex.position", words("vertex.position"))
    return found


def expected(program: Program, words=tame) -> tuple[dict, np.ndarray]:
    """The results of a program, and the lanes that are discarded."""
    ((results, killed),) = run_programs(eager_engine(), [program], inputs(program, words), Tame())
    return {name: _as_stored(name, values) for name, values in results.items()}, killed


def _as_stored(name, values):
    """Words of a result as GL takes it: colours of vertices within [0, 1], as depths are."""
    if not name.startswith(("result.color.", "result.depth")):
        return values
    numbers = np.nan_to_num(values.view(np.float32), nan=0.0)
    return (np.clip(numbers, 0, 1) + np.float32(0)).view(np.uint32)  # no negative zero


def is_runnable(program: Program) -> bool:
    """True if the harness has all inputs that a program reads."""
    names = {binding.name for binding in program.attributes}
    own = {"fragment.position", "fragment.facing", "fragment.pointcoord", "primitive.id",
           "fragment.clip", "vertex.instance", "fragment.samplemask"}  # fmt: skip
    if program.stage is Stage.GEOMETRY:
        return False
    return not (program.textures or program.buffers or program.fog or names & own)


def found(context, text: str, to: str, exact: bool, words=tame) -> tuple[dict, np.ndarray]:
    """The same of the translation, on the context of moderngl."""
    program = parse(text)
    made = translate(text, to=to, exact=exact)
    if program.stage is Stage.VERTEX:
        return _vertices(context, program, made, inputs(program, words))
    return _fragments(context, program, made, inputs(program, words))


def compiled(context, made) -> None:
    """Compiles a translation and links it with plain stages, which may lack its inputs."""
    stages = {
        "vertex": {"vertex_shader": made.text, "fragment_shader": PLAIN},
        "fragment": {"vertex_shader": plain_vertex(made), "fragment_shader": made.text},
        "geometry": {
            "vertex_shader": plain_vertex(made),
            "geometry_shader": made.text,
            "fragment_shader": PLAIN,
        },
    }
    context.program(**stages[made.stage]).release()


def plain_vertex(made) -> str:
    """A vertex shader that gives a translation of a later stage all that it reads."""
    version = made.text.splitlines()[0]
    inputs_ = [one for one in made.interface.attributes if not one.builtin]
    shown = "".join(
        f"{_out(one, version)} vec4 {one.name.removesuffix('[]')};\n" for one in inputs_
    )
    given = "".join(f"{one.name.removesuffix('[]')} = vec4(1.0);\n" for one in inputs_)
    return f"{version}\n{shown}void main() {{ {given} gl_Position = vec4(1.0); }}\n"


def _set_uniforms(glsl, made):
    for one in made.interface.parameters:
        if one.name not in glsl:
            continue
        names = [one.binding] if not one.size else [f"{one.binding}[{n}]" for n in range(one.size)]
        words = np.concatenate([Tame()[name] for name in names])
        size = 4 * max(1, glsl[one.name].array_length)  # GLSL drops the end that is not read
        glsl[one.name].write(words[:size].tobytes())
    for one in made.interface.state.members if made.interface.state else ():
        name = f"{made.interface.state.name}.{one.name}"
        if name not in glsl:
            continue
        rows = [f"{one.binding}.row[{row}]" for row in range(4)] if one.rows else [one.binding]
        glsl[name].write(np.concatenate([Tame()[_as_bound(row)] for row in rows]).tobytes())


def _as_bound(text):
    """A binding of state as `str` of a Binding has it."""
    program = parse(f"!!NVvp4.0 MOV result.position, {text}; END")
    return str(program.parameters[0])


def _buffers(context, glsl, given):
    content = []
    for name, values in given.items():
        if name in glsl:
            rows = np.ascontiguousarray(values.T)
            content.append((context.buffer(rows), f"{rows.shape[1]}f", name))
    return content


def _vertices(context, program, made, values):
    outputs = list(made.interface.outputs)
    names = [one.name.partition("[")[0] if one.name.startswith("gl_ClipDistance") else one.name
             for one in outputs]  # fmt: skip
    glsl = context.program(vertex_shader=made.text, varyings=list(dict.fromkeys(names)))
    _set_uniforms(glsl, made)
    if not outputs:
        return {}, np.zeros(LANES, bool)
    context.simple_framebuffer((1, 1)).use()  # without one nothing is recorded
    given = {one.name: values[_key(program, one.binding)][: _width(one.type)]
             for one in made.interface.attributes if not one.builtin}  # fmt: skip
    array = context.vertex_array(glsl, _buffers(context, glsl, given))
    sizes = [1 if one.type == "float" else 4 for one in outputs]
    target = context.buffer(reserve=4 * LANES * sum(sizes))
    array.transform(target, moderngl.POINTS, vertices=LANES)
    rows = np.frombuffer(target.read(), np.uint32).reshape(LANES, sum(sizes)).T
    results, first = {}, 0
    for binding, one, size in zip(program.results, outputs, sizes, strict=True):
        words = np.zeros((4, LANES), np.uint32)
        start = "xyzw".index(one.component) if one.component else 0
        words[start : start + size] = rows[first : first + size]
        results[str(binding)] = words
        first += size
    return results, np.zeros(LANES, bool)


def _key(program, text):
    """The name of an attribute as `str` of its binding has it."""
    from softgl.asm.spelling import binding_text

    found = (str(b) for b in program.attributes if binding_text(b) == text)
    return next(found, "vertex.position")  # which an invariant program reads unseen


def _width(type_):
    return int(type_[-1]) if type_[-1].isdigit() else 1


def _fragments(context, program, made, values):
    """Points, one for each lane, drawn into floats; flat, as infinities interpolate to NaN."""
    version = made.text.splitlines()[0]
    fragment = re.sub(r"^(layout\(.*?\) )?in vec4", r"\1flat in vec4", made.text, flags=re.M)
    passed = [one for one in made.interface.attributes if not one.builtin]
    declared = "".join(
        f"in vec4 given_{n};\n{_out(one, version, 'flat ')} vec4 {one.name};\n"
        for n, one in enumerate(passed)
    )
    copied = "".join(f"{one.name} = given_{n};\n" for n, one in enumerate(passed))
    vertex = (
        f"{version}\nin float place;\n{declared}void main() {{ {copied}"
        "gl_Position = vec4(place, 0.0, 0.0, 1.0); }\n"
    )
    glsl = context.program(vertex_shader=vertex, fragment_shader=fragment)
    _set_uniforms(glsl, made)
    given = {f"given_{n}": values[_key(program, one.binding)]
             for n, one in enumerate(passed)}  # fmt: skip
    places = (np.arange(LANES, dtype=np.float32) + 0.5) / LANES * 2 - 1
    given["place"] = places[None].view(np.uint32)
    outputs = {one.location: one for one in made.interface.outputs if one.location is not None}
    count = 1 + max(outputs, default=0)
    targets = [context.texture((LANES, 1), 4, dtype="f4") for _ in range(count)]
    depth = context.depth_texture((LANES, 1))
    frame = context.framebuffer(targets, depth)
    frame.use()
    frame.clear(-77.0, -77.0, -77.0, -77.0, depth=1.0)
    context.enable_only(moderngl.DEPTH_TEST)
    context.depth_func = "1"  # always
    array = context.vertex_array(glsl, _buffers(context, glsl, given))
    (query, context.point_size) = (context.query(samples=True), 1.0)
    with query:
        array.render(moderngl.POINTS, vertices=LANES)
    results = {}
    for binding, one in zip(program.results, made.interface.outputs, strict=True):
        if one.location is not None:
            data = targets[one.location].read()
            results[str(binding)] = np.frombuffer(data, np.uint32).reshape(LANES, 4).T
        elif one.name == "gl_FragDepth":
            results[str(binding)] = np.tile(np.frombuffer(depth.read(), np.uint32), (4, 1))
    first = np.frombuffer(targets[0].read(), np.float32).reshape(LANES, 4)
    return results, (first == -77.0).all(axis=1)


def _out(one, version, smooth=""):
    """The declaration of an input by the stage before; smooth : the default qualifier."""
    located = "410" in version and one.location is not None
    layout = f"layout(location = {one.location}) " if located else ""
    word = smooth if one.interpolation == "smooth" else f"{one.interpolation} "
    return f"{layout}{word}out"


def differences(
    context, text: str, to: str, exact: bool, tolerance: float, words=tame
) -> list[str]:
    """Differences between the results of a translation and of the program, in words.

    tolerance : relative to the larger of 1 and the number; 0 for the same bits, as `_alike` says.
    words : gives the inputs.
    """
    program = parse(text)
    wanted, killed = expected(program, words)
    got, missing = found(context, text, to, exact, words)
    writes = bool({name for name in got if name.startswith("result.color")})
    wrong = [f"killed: {killed} {missing}"] if writes and (killed != missing).any() else []
    for name, result in got.items():
        one, other = (each.view(np.float32) for each in (wanted[name], _as_stored(name, result)))
        register = next(n for n, b in enumerate(program.results) if str(b) == name)
        written = {c for r, c in _components(program) if r == register}
        for c in written & {2} if name == "result.depth" else written:
            least = DEPTH_STEP if name == "result.depth" else 0.0
            alike = _alike(one[c], other[c], max(tolerance, least)) | killed
            if not alike.all():
                lane = int(np.argmin(alike))
                wrong.append(f"{name}.{'xyzw'[c]}: {one[c][lane]!r}, not {other[c][lane]!r}")
    return wrong


def _alike(one, other, tolerance):
    """True for equal floats: by their bits if the tolerance is 0, but for the exceptions."""
    nan = np.isnan(one) & np.isnan(other)  # which bits a NaN has is the driver's
    flushed = (np.abs(one) < np.finfo(np.float32).tiny) & (other == 0)  # llvmpipe has no denormals
    if not tolerance:
        flushed &= np.signbit(one) == np.signbit(other)
        return (one.view(np.uint32) == other.view(np.uint32)) | nan | flushed
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(one - other) <= tolerance * np.maximum(1, np.abs(one))
    return near | (one == other) | nan | flushed


def _components(program):
    from softgl.ir.program import result_components

    return result_components(program.instructions)


__all__ = ["compiled", "differences", "is_runnable"]
