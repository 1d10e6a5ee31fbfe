"""The pytest plug-in: the fixture `golden` and the option `--update-references`.

`golden(name, image, fuzzy=None)` compares `image` with <rootdir>/reference_images/<name>.png; what
a failure leaves to look at goes to <rootdir>/tests/output. Both folders can be set in the
configuration: `golden_references`, `golden_output`.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--update-references",
        action="store_true",
        help="write the reference images instead of comparing with them; then look at them",
    )
    parser.addini("golden_references", "folder of reference images", default="reference_images")
    parser.addini("golden_output", "folder for the images of failures", default="tests/output")


@pytest.fixture
def golden(request):
    """`golden(name, image, fuzzy=None)`: assert that `image` is the reference image `name`."""
    from softgl.testing.golden import check_image

    config = request.config

    def check(name, image, fuzzy=None):
        check_image(
            name,
            image,
            config.rootpath / config.getini("golden_references"),
            config.rootpath / config.getini("golden_output"),
            fuzzy=fuzzy,
            update=config.getoption("--update-references"),
        )

    return check
