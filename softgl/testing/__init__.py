"""Golden-image tests: compare a rendered picture with a reference image in a folder.

In: an image, its name, a folder of <name>.png. Out: nothing, or an AssertionError that says how
they differ and where the actual, expected and amplified difference images were kept.
`softgl.testing.plugin` is the same as a pytest fixture, with `--update-references`.
"""

from softgl.testing.golden import Difference, check_image, difference, orphans

__all__ = ["Difference", "check_image", "difference", "orphans"]
