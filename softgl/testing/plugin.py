"""The pytest plug-in: the fixture `golden` and its options; see docs/testing.md.

`golden(image)` compares with reference_images/<name of the test>.png beside the test's file; what
a failure leaves to look at goes to golden_output, there too. Both folders can be set in the
configuration, `golden_references` and `golden_output`: relative to the test's file, or to the
root of the project where they begin with {rootdir}.
"""

from __future__ import annotations

import pytest

GOLDEN = pytest.StashKey()
SESSION = pytest.StashKey()


def pytest_addoption(parser):
    group = parser.getgroup("softgl", "golden images (softgl)")
    group.addoption(
        "--update-references",
        action="store_true",
        help="write the reference images that do not pass; then look at them",
    )
    group.addoption(
        "--golden-report",
        metavar="DIR",
        help="write DIR/index.html, which shows what failed or was updated, beside the references",
    )
    group.addoption(
        "--golden-report-all", action="store_true", help="the same page with all images"
    )
    group.addoption(
        "--unused-references",
        choices=("list", "fail"),
        help="list the reference images that no test has used, or fail if there are any",
    )
    parser.addini("golden_references", "folder of reference images", default="reference_images")
    parser.addini("golden_output", "folder for the images of failures", default="golden_output")


def pytest_configure(config):
    from softgl.testing.session import GoldenSession

    if config.getoption("--golden-report-all") and not config.getoption("--golden-report"):
        raise pytest.UsageError("--golden-report-all needs --golden-report DIR")
    session = config.stash[SESSION] = GoldenSession(config)
    config.pluginmanager.register(session, "softgl-golden-session")


@pytest.fixture
def golden(request):
    """`golden(image, name=None, fuzzy=None, rms=None, flip=None)`: judge `image`, see Golden."""
    from softgl.testing.fixture import Golden

    found = request.node.stash[GOLDEN] = Golden(request.node, request.config.stash[SESSION])
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """All images of a test are judged; then it fails, if any of them does."""
    __tracebackhide__ = True
    try:
        result = yield
    except BaseException:
        if GOLDEN in item.stash and item.stash[GOLDEN].failures:
            item.add_report_section("call", "golden images", item.stash[GOLDEN].words())
            item.stash[GOLDEN].failures.clear()
        raise
    if GOLDEN in item.stash:
        item.stash[GOLDEN].whole = True
        item.stash[GOLDEN].raise_failures()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    """Fixtures may judge images when the test is over."""
    __tracebackhide__ = True
    result = yield
    if GOLDEN in item.stash:
        item.stash[GOLDEN].raise_failures()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """What became of the images travels with the report, from xdist's workers too."""
    report = yield
    if GOLDEN in item.stash:
        golden = item.stash[GOLDEN]
        report.golden, golden.records = golden.records, []
        report.golden_whole = golden.whole
    return report
