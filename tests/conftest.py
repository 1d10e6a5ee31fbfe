"""What every test may rely on: settings that must be in place before anything is imported."""

from __future__ import annotations

import os

from hypothesis import settings

# A checkout that is not installed has no entry point to load it by.
pytest_plugins = ["softgl.testing.plugin"]

# PyOpenGL chooses its platform, and Mesa its driver, when they are first loaded. llvmpipe filters
# 8-bit textures in 8-bit arithmetic and with one level of detail per quad unless told otherwise.
os.environ["PYOPENGL_PLATFORM"] = "egl"
os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
os.environ["GALLIUM_DRIVER"] = "llvmpipe"
os.environ["GALLIVM_PERF"] = "no_aos_sampling,no_quad_lod"

# Example databases and deadlines belong to one machine; print_blob makes a failure repeatable.
settings.register_profile("softgl", deadline=None, database=None, print_blob=True)
settings.load_profile("softgl")
