"""Settings and fixtures of all tests; some settings must be in place before softgl is imported."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack

import pytest
from hypothesis import settings

from softgl import tuning
from softgl.bench.egl import LlvmpipeUnavailable
from softgl.collector import uncollected
from softgl.tuning import changed, limits, set_limits
from tests.drivers.mesa import choose_llvmpipe, mesa_context
from tests.effort import LITTLE, compiles_as_users
from tests.session.reports import OneReport
from tests.session.watchdog import Watchdog, standard_error
from tests.tiers import is_quick, quick_cases

# A checkout that is not installed has no entry point to load it by.
pytest_plugins = ["softgl.testing.plugin", "pytester"]

# Without bytecode each of some hundred processes compiles softgl anew, in 0.6 seconds, and each
# that collects all tests, too, in ten.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Every draw derives its state afresh too, and compares.
if os.environ.setdefault("SOFTGL_CHECK_PLANS", "1") == "1":
    limits.CHECKS_PLANS = True
# Threads share small pictures, too, which one would draw sooner alone.
set_limits({"MAX_ONE_THREAD_WORK": 0})
# The processes of a run share their kernels, and no run those of another. Tests change the limits
# that shape code, which are part of the kernels' names.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _kernels = tempfile.TemporaryDirectory(prefix="softgl-kernels-")
    os.environ["SOFTGL_CACHE"] = _kernels.name
# A dead context is 3,000 objects in cycles, and many tests leave one: with the usual thresholds the
# collector takes 9 of the 30 seconds of some 2,000 short tests, with these 5.
gc.set_threshold(10_000, 10, 10)
# Before any test loads PyOpenGL.
choose_llvmpipe(exact=True)

# Example databases and deadlines belong to one machine; print_blob makes a failure repeatable. In
# CI every run tries the same examples, elsewhere new ones.
settings.register_profile(
    "softgl",
    deadline=None,
    database=None,
    print_blob=True,
    derandomize=os.environ.get("CI") == "true",
)
settings.load_profile("softgl")
watchdog = Watchdog()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Gives each process neighbouring tests, which share kernels and fixtures: 40 seconds less."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.option.dist == "load" else None


def pytest_sessionstart(session):
    """Lets a process of xdist send one report of a test that passes, unless all are shown."""
    option = session.config.option
    if option.durations is not None or option.verbose > 0:
        return
    for plugin in session.config.pluginmanager.get_plugins():
        if hasattr(plugin, "sendevent"):
            plugin.sendevent = OneReport(plugin.sendevent)


def pytest_configure():
    """Copies standard error before it is captured."""
    standard_error()


def pytest_runtest_logstart():
    """Has a test that hangs print where it does."""
    watchdog.begins()


class Module(pytest.Module):
    """A file of tests, collected without the names of `from softgl.gl import *`.

    pytest looks at each name of a module several times: without these, collection takes half
    the time.
    """

    def collect(self):
        """Returns the tests of the file."""
        names = vars(self.obj)
        imported = {name: value for name, value in names.items() if name.startswith(("gl", "GL"))}
        for name in imported:
            del names[name]
        try:
            return list(super().collect())
        finally:
            names.update(imported)


def pytest_pycollect_makemodule(module_path, parent):
    """Collects every file as a `Module`."""
    return Module.from_parent(parent, path=module_path)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collects tests without the garbage collector: they all stay."""
    with uncollected():
        return (yield)


def pytest_collection_modifyitems(items):
    """Marks the tests of the quick tier."""
    functions = defaultdict(list)
    for item in items:
        if is_quick(item.path, item.originalname):
            functions[item.path, item.originalname].append(item)
    for cases in functions.values():
        for item in quick_cases(cases):
            item.add_marker("quick")


def pytest_collection_finish():
    """Spares the garbage collector half a million objects of collected tests: 7 % of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def mesa():
    """Skips where there is no llvmpipe; in CI, which installs it, fails instead."""
    try:
        with mesa_context(1, 1) as gl:
            return gl.glGetString(gl.GL_VERSION).decode()
    except LlvmpipeUnavailable as reason:
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must compare with Mesa: {reason}")
        pytest.skip(str(reason))


@pytest.fixture
def tuned():
    """Changes limits until the test ends: `tuned(MAX_BATCHED_VERTICES=-1)`."""
    with ExitStack() as stack:
        yield lambda **values: stack.enter_context(changed(**values))


@pytest.fixture
def plain():
    """Only the plain paths are taken."""
    with tuning.plain():
        yield


@pytest.fixture(scope="module", autouse=True)
def _effort(request):
    """LLVM compiles the kernels of most files with little effort."""
    with changed(**({} if compiles_as_users(request.path) else LITTLE)):
        yield


@pytest.fixture
def cleared_by_tiles(tuned):
    """Small framebuffers, too, are cleared tile by tile, by the kernels that draw to them."""
    tuned(MAX_IMMEDIATE_CLEAR=0)
