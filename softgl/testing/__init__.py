"""Golden-image tests: compare a rendered picture with a reference image in a folder.

In: an image, its name, a folder of <name>.png. Out: nothing, or an AssertionError that measures
the difference and names the files of the actual, expected and difference images.
`softgl.testing.plugin` is the same as a pytest fixture, with `--update-references` and a report.
"""

from importlib import import_module

_HOMES = {
    "Difference": "comparison",
    "Tolerance": "comparison",
    "ToleranceError": "comparison",
    "check_image": "golden",
    "difference": "comparison",
    "orphans": "golden",
}
__all__ = sorted(_HOMES)


def __getattr__(name):
    # Imported on demand: pytest loads the plug-in for every project, of golden images or not.
    if name in _HOMES:
        return getattr(import_module(f"softgl.testing.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'softgl.testing' has no attribute {name!r}")


def __dir__():
    return __all__
