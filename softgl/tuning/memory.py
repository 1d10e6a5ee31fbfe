"""Fast paths of memory, images and compilation."""

from __future__ import annotations

from softgl.tuning.records import NEVER, FastPath, Limit

MEMORY = (
    FastPath(
        "arena",
        "uses the memory of the last draw again, where it is neither small nor huge",
        (
            Limit("MIN_ARENA_BYTES", 1 << 17, "bytes of an array", plain=NEVER),
            Limit("MAX_ARENA_BYTES", 1 << 25, "bytes of an array"),
        ),
        gain="1.2",
        frame="mesh-2m",
        measured_on="Zen 5",
        equal_because="Stages write all that they read of an array.",
    ),
    FastPath(
        "image_kernels",
        "reads, uploads, copies, blits and reduces images with kernels instead of NumPy",
        (
            Limit(
                "MIN_KERNEL_COPIED",
                1 << 22,
                "pixels of one kind that were copied before",
                plain=NEVER,
            ),
            Limit(
                "MIN_KERNEL_CONVERTED",
                1 << 18,
                "pixels of one kind that were converted before",
                plain=NEVER,
            ),
            Limit("MIN_KERNEL_IMAGE", 1 << 12, "pixels of an image", plain=NEVER),
        ),
        gain="",
        frame="read-floats, upload-rgba16f, mipmaps",
        measured_on="",
        equal_because="NumPy runs the same formulas of `formats`.",
    ),
    FastPath(
        "one_thread_copies",
        "copies short arrays in one thread",
        (Limit("MAX_ONE_THREAD_COPY", 1 << 23, "bytes", plain=0),),
        gain="0.7 to 1.5 for 4 MB",
        frame="upload",
        measured_on="Zen 5, two threads",
        equal_because="A copy is a copy.",
    ),
    FastPath(
        "precompile",
        "compiles kernels that later stages will ask for in another thread",
        (Limit("MAX_EXPECTED_KERNELS", 16, "kernels that nobody has asked for yet", plain=0),),
        gain="",
        frame="first frames, two threads",
        measured_on="",
        equal_because="A kernel is the same whichever thread compiles it.",
    ),
    FastPath(
        "cached_calls",
        "uses the raster call of an equal fragment state of the same batch again",
        (Limit("MAX_CACHED_CALLS", 64, "calls", plain=1),),
        gain="",
        frame="draws-textures",
        measured_on="",
        equal_because="They are found by the identity of all that they hold.",
    ),
)
