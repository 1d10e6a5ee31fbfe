"""The rules of docs/architecture.md that a program can check: imports, mathematics, sizes."""

from __future__ import annotations

import ast
import ntpath
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import softgl
from softgl import kernel_cache, paths
from softgl.gl import modules
from softgl.gl.api.declarations import COMMANDS

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "softgl").rglob("*.py"))
SCENES = sorted((ROOT / "scenes").rglob("*.py"))
MOST_LINES = 600

# What each package may import of the others: gl -> pipeline -> ir -> texture, isa -> lanes.
EVERYWHERE = {"records", "tuning"}  # may be imported by all
LAYERS = {
    "lanes": {"collector"},
    "formats": {"lanes"},
    "pixels": {"formats", "lanes"},
    "texture": {"comparisons", "formats", "lanes"},
    "isa": {"lanes"},
    "ir": {"errors", "isa", "lanes", "texture"},
    "asm": {"errors", "ir", "isa"},
    "glsl": {"collector", "errors", "ir", "isa", "lanes"},
    "pipeline": {"comparisons", "formats", "ir", "isa", "lanes", "texture"},
    "translate": {
        *("asm", "errors", "files", "glsl", "hostmath", "ir", "isa", "lanes", "one_shader"),
        *("pipeline", "state_formulas"),
    },
    "gl": {
        *(
            "asm",
            "collector",
            "comparisons",
            "counts",
            "errors",
            "formats",
            "glsl",
            "hostmath",
            "image",
            "ir",
        ),
        *("lanes", "kernel_cache", "pipeline", "pixels", "state_formulas", "texture"),
    },
    "bench": {"errors", "files", "gl", "hostmath", "lanes", "pipeline", "termination"},
    "glu": {"counts", "errors", "gl", "hostmath", "pixels"},
    "models": {"errors", "files", "gl", "hostmath", "image", "paths", "studio", "surroundings"},
    "glut": {"context", "errors", "gl", "hostmath", "models"},
    "capi": {
        "collector",
        "context",
        "debug",
        "errors",
        "files",
        "gl",
        "kernel_cache",
        "lanes",
        "pipeline",
        "pixels",
    },
}
ABOVE = {"softgl/gl/__init__.py": {"context"}}  # the face of gl has the Context of applications
# The packages of gl, the lower ones first: each may import those before it.
GL_PACKAGES = """api buffers vertices transform fragments pixels primitives fixed selection queries
    textures programs shading framebuffers draw lists direct explain""".split()
# The packages of pipeline, the lower ones first: each may import those before it.
STAGES = "support planes keys vertices primitives fragments tiles images draws".split()
# What may be imported from outside, and where if not everywhere.
OUTSIDE = {
    "distributed": "workers",
    "DracoPy": "models",
    "PIL": "",
    "flip_evaluator": "testing",
    "imageio_ffmpeg": "video",
    "numpy": "",
    "OpenGL": "pyopengl",
    "llvmlite": "lanes",
    "markdown_it": "documents",  # rich requires it
    "pytest": "testing",
    "rich": "commands",
    "starlette": "debug",
    "uvicorn": "debug",
}
# BLAS and libm differ from machine to machine; sums of floats from width to width.
INEXACT = {
    "np": """cos cosh cross cumprod deg2rad dot einsum exp exp2 expm1 fft float_power gradient hypot
        inner interp linalg log log10 log1p log2 matmul mean outer polyfit polyval power rad2deg
        sin sinc sinh std sum tan tanh tensordot trapezoid var vdot""",
    "math": """acos acosh asin asinh atan atan2 atanh cbrt cos cosh degrees dist erf exp exp2 expm1
        fsum gamma hypot lgamma log log10 log1p log2 pow radians sin sinh sumprod tan tanh""",
}
INEXACT = {(module, name) for module, names in INEXACT.items() for name in names.split()}


def label(path):
    return str(path.relative_to(ROOT))


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path):
    return list(ast.walk(tree(path)))


@pytest.fixture(scope="module", autouse=True)
def forgotten_trees():
    """The trees of all files, objects for the garbage collector, are freed when the tests end."""
    yield
    tree.cache_clear()
    nodes.cache_clear()


@cache
def imports(path):
    """The dotted names of what a file imports, in functions too."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{label(path)}:{node.lineno}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def place(path):
    """The first folder or module below softgl/."""
    return path.relative_to(ROOT / "softgl").parts[0].removesuffix(".py")


@pytest.mark.parametrize("package", LAYERS)
def test_imports_point_one_way(package):
    allowed = LAYERS[package] | {package} | EVERYWHERE
    for path in SOURCES:
        if place(path) == package:
            inner = {name.split(".")[1] for name in imports(path) if name.startswith("softgl.")}
            assert inner <= allowed | ABOVE.get(label(path), set()), label(path)


def test_kernels_are_named_by_the_source_of_all_that_emits_them():
    inner = LAYERS["pipeline"] | set().union(
        *(LAYERS[p] for p in LAYERS["pipeline"] if p in LAYERS)
    )
    assert set(kernel_cache.SOURCES) == {"pipeline", *inner, *EVERYWHERE}


def test_lanes_name_nothing_of_gl():
    for path in SOURCES:
        found = re.search(r"\b(GL|ARB|EXT|NV)_\w+|OpenGL|\bgl[A-Z]\w+", path.read_text("utf-8"))
        assert not found or place(path) != "lanes", f"{label(path)}: {found[0]}"


def test_a_layer_uses_only_layers_before_it():
    before = set()
    for package, used in LAYERS.items():
        assert used & LAYERS.keys() <= before, package
        before.add(package)


def gl_package(name):
    """The package of gl that a dotted name or a path, relative to the root, lies in, or None."""
    parts = re.split(r"[./]", str(name))
    return parts[2] if parts[:2] == ["softgl", "gl"] and parts[2] in GL_PACKAGES else None


@pytest.mark.parametrize("name", GL_PACKAGES)
def test_packages_of_gl_import_downward_only(name):
    paths = [path for path in SOURCES if gl_package(label(path)) == name]
    assert paths
    for path in paths:
        used = {gl_package(imported) for imported in imports(path)} - {None}
        above = GL_PACKAGES[GL_PACKAGES.index(name) + 1 :]
        assert not used & set(above), label(path)
        outside = {n for n in imports(path) if n.startswith("softgl.gl.") and not gl_package(n)}
        assert not outside, f"{label(path)}: packages of gl know nothing of {sorted(outside)}"


@pytest.mark.parametrize("name", STAGES)
def test_packages_of_the_pipeline_import_downward_only(name):
    paths = [path for path in SOURCES if path.parent == ROOT / "softgl" / "pipeline" / name]
    assert paths
    for path in paths:
        used = {one.split(".")[2] for one in imports(path) if one.startswith("softgl.pipeline.")}
        assert used <= set(STAGES[: STAGES.index(name) + 1]), label(path)


def test_every_folder_of_the_pipeline_is_listed():
    folders = {path.parent for path in SOURCES if path.parent.parent.name == "pipeline"}
    assert {folder.name for folder in folders} == set(STAGES)


def test_every_folder_of_gl_is_a_package_and_says_what_it_is_for():
    folders = {path.parent for path in SOURCES if path.parent.parent == ROOT / "softgl" / "gl"}
    assert {folder.name for folder in folders} == set(GL_PACKAGES)
    for folder in folders:
        doc = ast.get_docstring(tree(folder / "__init__.py"))
        assert doc and len(tree(folder / "__init__.py").body) == 1, label(folder)


def test_only_what_draws_knows_the_keys_of_the_pipeline():
    known = {"softgl.pipeline.keys.kernel_keys", "softgl.pipeline.draws.draw"}
    for path in SOURCES:
        if gl_package(label(path)) not in (None, "draw", "explain"):
            assert not known & {name.rpartition(".")[0] for name in imports(path)}, label(path)


def test_stages_ask_for_abilities_of_engines_not_for_names():
    for path in SOURCES:
        if label(path).startswith(("pipeline", "gl", "debug")):
            compared = [node.left for node in nodes(path) if isinstance(node, ast.Compare)]
            names = [ast.unparse(left) for left in compared if isinstance(left, ast.Attribute)]
            assert not [name for name in names if name.endswith("engine.name")], label(path)


def describes_state(path):
    """True if a module has a constant STATE."""
    assigned = [node.targets for node in tree(path).body if isinstance(node, ast.Assign)]
    return any(getattr(target, "id", "") == "STATE" for each in assigned for target in each)


def test_every_module_with_commands_or_state_is_listed():
    """gl/modules.py lists them."""
    paths = [path for path in SOURCES if gl_package(label(path)) and describes_state(path)]
    found = {label(path).removesuffix(".py").replace("/", ".") for path in paths}
    found |= {command.__module__ for command in COMMANDS.values()}
    # Families of parameters are made by a function of `api`.
    found.discard("softgl.gl.api.parameters")
    assert found == {module.__name__ for module in modules.MODULES}


def module(path):
    """The dotted name of a file as a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_nothing_unexpected_is_imported_from_outside():
    for path in SOURCES:
        for name in imports(path):
            top = name.split(".")[0]
            if top == "softgl" or top in sys.stdlib_module_names:
                continue
            assert top in OUTSIDE, f"{label(path)} imports {top}"
            assert OUTSIDE[top] in ("", place(path)), f"{label(path)} imports {top}"


@pytest.mark.parametrize("paths", [SOURCES, SCENES], ids=["sources", "scenes"])
def test_host_mathematics_is_exact(paths):
    for path, node in ((one, node) for one in paths for node in nodes(one)):
        fault = inexact(node)
        assert not fault, f"{label(path)}:{node.lineno}: {fault}"


def inexact(node):
    """The inexact function or operator of a node; None if there is none."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        found = {(node.value.id, node.attr)} & INEXACT
    elif isinstance(node, ast.ImportFrom) and node.module in ("math", "numpy"):
        module = "np" if node.module == "numpy" else node.module
        found = {(module, alias.name) for alias in node.names} & INEXACT
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.MatMult):
        return "@ goes through BLAS"
    else:
        return None
    return ", ".join(f"{module}.{name}" for module, name in sorted(found))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("np.sin(x)", "np.sin"),
        ("math.fsum(x)", "math.fsum"),
        ("from numpy import abs, dot", "np.dot"),
        ("from math import cos, floor, sin", "math.cos, math.sin"),
        ("a @ b", "@ goes through BLAS"),
        ("a @= b", "@ goes through BLAS"),
        ("np.abs(a) * math.floor(b) + sin(c)", ""),
    ],
)
def test_inexact_mathematics_is_found(text, fault):
    assert "".join(filter(None, map(inexact, ast.walk(ast.parse(text))))) == fault


NO_LIMITS = {"AVAILABLE", "CDLL"}  # properties of the platform


def test_tests_change_limits_by_the_table():
    """No test sets a constant of a module: limits stand in `softgl.tuning`, fixture `tuned`."""
    packages = "pipeline", "lanes", "ir", "texture", "gl"
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text, modules = path.read_text(encoding="utf-8"), {}
        if "setattr" not in text:
            continue
        nodes = list(ast.walk(ast.parse(text)))
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("softgl"):
                names = {alias.asname or alias.name: alias.name for alias in node.names}
                modules |= {own: f"{node.module}.{name}" for own, name in names.items()}
        for node in nodes:
            if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "setattr":
                continue
            target, name = ast.unparse(node.args[0]), ast.unparse(node.args[1]).strip("'")
            whole = modules.get(target.partition(".")[0], target.strip("'"))
            if len(node.args) == 2:
                whole, _, name = whole.rpartition(".")
            if whole.startswith(tuple(f"softgl.{package}." for package in packages)):
                constant = name.isupper() and name not in NO_LIMITS
                assert not constant, f"{label(path)}:{node.lineno} sets {whole}.{name}"


def test_files_are_short():
    for path in SOURCES + SCENES:
        text = path.read_text(encoding="utf-8")
        if "Generated by tools/" not in text[:400]:
            assert len(text.splitlines()) <= MOST_LINES, label(path)


def test_the_version_is_the_same_everywhere():
    stated = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert stated[1] == softgl.__version__


def test_ci_emulates_tests_and_scenes_that_are_there():
    text = (ROOT / ".ci" / "arm64").read_text(encoding="utf-8")
    scenes = re.search(r"^scenes=\((.+)\)$", text, re.M)[1].split()
    assert len(scenes) > 5 and set(scenes) <= {path.stem for path in SCENES}
    tests = re.findall(r"(tests/[\w/]+\.py)(?:::(\w+))?", text)
    assert len(tests) > 5
    for name, function in tests:
        assert not function or f"def {function}(" in (ROOT / name).read_text(encoding="utf-8")
        assert (ROOT / name).exists(), name


def test_ci_runs_the_command_of_the_readme():
    command = re.search(r"^test_command='(.+)'$", (ROOT / ".ci" / "run").read_text(), re.M)[1]
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert command in [block.strip() for block in blocks]


# Names of the standard library that Windows lacks and that a renderer may want.
POSIX_ONLY = """os: fork forkpty register_at_fork geteuid getuid getegid getgid getpgid setsid
    getloadavg O_NONBLOCK O_CLOEXEC O_NOFOLLOW O_DIRECTORY set_blocking get_blocking
    sched_getaffinity sched_setaffinity sched_yield pread pwrite posix_fallocate posix_fadvise
    mkfifo mknod wait wait4 waitid killpg nice uname sysconf statvfs fchmod fchown chown openpty
    sendfile pipe2 memfd_create getpriority
    signal: SIGKILL SIGHUP SIGPIPE SIGALRM SIGUSR1 SIGUSR2 SIGCHLD SIGBUS SIGXFSZ SIGWINCH alarm
    setitimer pthread_kill pthread_sigmask sigwait siginterrupt
    time: tzset clock_gettime clock_gettime_ns pthread_getcpuclockid
    mmap: MAP_SHARED MAP_PRIVATE MAP_ANONYMOUS PROT_READ PROT_WRITE PROT_EXEC
    socket: AF_UNIX SO_REUSEPORT"""
POSIX_MODULES = {"resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "posix", "curses"}
GUARDED = {
    "bench/machine_info.py": {"getloadavg"},
    "bench/timing.py": {"resource"},
    "capi/egl_state.py": {"register_at_fork"},
    "files.py": {"O_NONBLOCK", "set_blocking"},
    "gl/share_group.py": {"register_at_fork"},
    "kernel_cache.py": {"geteuid"},
    "lanes/helpers.py": {"sched_getaffinity", "sched_setaffinity"},
    "lanes/futures.py": {"register_at_fork"},
    "lanes/locks.py": {"register_at_fork"},
    "lanes/unlocked.py": {"register_at_fork"},
    "models/gltf/draco_process.py": {"resource"},
    "pipeline/support/work_queue.py": {"register_at_fork"},
}
"""Modules that use some of these names after they have looked for them."""


def posix_names():
    """(module, name) of POSIX_ONLY."""
    module = ""
    for word in POSIX_ONLY.split():
        module = word.removesuffix(":") if word.endswith(":") else module
        yield module, word


def test_what_windows_lacks_is_asked_for_first():
    known, found = set(posix_names()), {}
    for path in SOURCES:
        for node in nodes(path):
            name = None
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                name = node.attr if (node.value.id, node.attr) in known else None
            elif isinstance(node, ast.Import):
                name = next((a.name for a in node.names if a.name in POSIX_MODULES), None)
            elif isinstance(node, ast.ImportFrom):
                name = node.module if node.module in POSIX_MODULES else None
            if name:
                found.setdefault(path.relative_to(ROOT / "softgl").as_posix(), set()).add(name)
    assert found == GUARDED


def test_text_files_are_utf_8_on_every_platform():
    """Without `encoding` Windows takes that of its language; without `newline` it writes CR LF."""
    wrong = []
    for path in (*SOURCES, *(ROOT / "tools").rglob("*.py")):
        for node in nodes(path):
            if not isinstance(node, ast.Call):
                continue
            called, given = node.func, {keyword.arg for keyword in node.keywords}
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            of_module = isinstance(getattr(called, "value", None), ast.Name) and (
                called.value.id == "files"
            )
            texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
            if isinstance(called, ast.Name) and name == "open":
                modes = [m for m in texts if isinstance(m, str) and len(m) < 4]
                if not any("b" in mode for mode in modes) and "encoding" not in given:
                    wrong.append((path.name, node.lineno, "open"))
            elif isinstance(called, ast.Attribute) and not of_module:
                needed = {"read_text": {"encoding"}, "write_text": {"encoding", "newline"}}
                if needed.get(name, set()) - given:
                    wrong.append((path.name, node.lineno, name))
    assert not wrong


def test_no_two_files_have_one_name_where_capitals_do_not_count():
    """And none has the name of a device of Windows, or a character that it refuses."""
    folders = ("docs", "reference_images", "scenes", "shaders", "softgl", "tests", "tools")
    names = [
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if "__pycache__" not in path.parts
    ]
    assert len(names) > 1000
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert not paths.is_device(name, ntpath) and not re.search(r'[<>:"|?*\\]|[ .](/|$)', name)
