"""The pytest plug-in: the fixture `golden` and its options; see docs/testing.md.

`golden(image)` compares with reference_images/<name of the test>.png next to the test's file;
pictures of failures go to golden_output, next to it too. The settings `golden_references` and
`golden_output` name other folders, relative to the test's file, or to the root of the project if
they begin with {rootdir}.
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
        help="write new and failing reference images; inspect them afterwards",
    )
    group.addoption(
        "--fail-on-update",
        action="store_true",
        help="fail the tests whose reference images are written, with --update-references",
    )
    group.addoption(
        "--golden-report",
        metavar="DIR",
        help="write DIR/index.html with the failed and updated images beside their references",
    )
    group.addoption(
        "--golden-report-all", action="store_true", help="show all images in the report"
    )
    group.addoption(
        "--unused-references",
        choices=("list", "fail"),
        help="list the reference images that no test uses, or also fail if there are any",
    )
    parser.addini("golden_references", "folder of reference images", default="reference_images")
    parser.addini("golden_output", "folder for the images of failures", default="golden_output")


def pytest_configure(config):
    from softgl.testing.session import GoldenSession

    if config.getoption("--golden-report-all") and not config.getoption("--golden-report"):
        raise pytest.UsageError("--golden-report-all needs --golden-report DIR")
    if config.getoption("--fail-on-update") and not config.getoption("--update-references"):
        raise pytest.UsageError("--fail-on-update needs --update-references")
    session = config.stash[SESSION] = GoldenSession(config)
    config.pluginmanager.register(session, "softgl-golden-session")


@pytest.fixture
def golden(request):
    """`golden(image, name=None, fuzzy=None, rms=None, flip=None)`: judges `image`, see Golden."""
    from softgl.testing.fixture import Golden

    found = request.node.stash[GOLDEN] = Golden(request.node, request.config.stash[SESSION])
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Raises the failed images after the test function, so that all images are judged."""
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
    """Raises the failures of images that fixtures judged at their end."""
    __tracebackhide__ = True
    result = yield
    if GOLDEN in item.stash:
        item.stash[GOLDEN].raise_failures()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Attaches the outcomes to the report, which travels from xdist's workers too."""
    report = yield
    if GOLDEN in item.stash:
        golden = item.stash[GOLDEN]
        report.golden, golden.records = golden.records, []
        report.golden_whole = golden.whole
    return report
