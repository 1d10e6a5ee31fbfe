"""Fast paths of memory, images and compilation."""

from __future__ import annotations

from softgl.tuning.records import NO_LIMIT, FastPath, Limit

MEMORY = (
    FastPath(
        "arena",
        "uses the memory of the last draw again, where it is neither small nor huge",
        (
            Limit("MIN_ARENA_BYTES", 1 << 17, "bytes of an array", plain=NO_LIMIT),
            Limit("MAX_ARENA_BYTES", 1 << 25, "bytes of an array"),
        ),
        gain="1.2 in two threads, 1.0 in one",
        frame="mesh-500k",
        equal_because="Stages write all that they read of an array.",
        notes="In one thread the allocator of glibc keeps the memory as well.",
    ),
    FastPath(
        "image_kernels",
        "reads, uploads, copies, blits and reduces images with kernels instead of NumPy",
        (
            Limit(
                "MIN_KERNEL_COPIED",
                1 << 22,
                "pixels of one kind that were copied before",
                plain=NO_LIMIT,
            ),
            Limit(
                "MIN_KERNEL_CONVERTED",
                1 << 18,
                "pixels of one kind that were converted before",
                plain=NO_LIMIT,
            ),
            Limit("MIN_KERNEL_IMAGE", 1 << 12, "pixels of an image", plain=NO_LIMIT),
        ),
        gain="1.6 to 16",
        frame="read-rgb, upload, blit-linear, mipmaps-rgba8, draw-pixels-floats",
        equal_because="NumPy runs the same formulas of `formats`.",
        notes="""A kernel takes 15 to 60 ms to compile, so that it is made when there have been
            enough pixels of one kind.""",
    ),
    FastPath(
        "one_thread_copies",
        "copies short arrays in one thread",
        (Limit("MAX_ONE_THREAD_COPY", 1 << 23, "bytes", plain=0),),
        gain="1.2",
        frame="upload",
        measured_on="two threads",
        equal_because="A copy is a copy.",
        notes="""Of 4 MB in the caches two threads take 0.7 to 1.5 times the time of one; of 16 MB
            less.""",
    ),
    FastPath(
        "precompile",
        "compiles kernels that later stages will ask for in another thread",
        (Limit("MAX_EXPECTED_KERNELS", 16, "kernels that nobody has asked for yet", plain=0),),
        gain="2.5",
        frame="1,000 MADX, first frame",
        measured_on="two threads, Zen 5",
        equal_because="A kernel is the same whichever thread compiles it.",
        notes="Together with LLVM's long calls outside Python's lock: 3.3 to 1.3 s.",
    ),
    FastPath(
        "cached_calls",
        "uses the raster call of an equal fragment state of the same batch again",
        (Limit("MAX_CACHED_CALLS", 64, "calls", plain=1),),
        gain="1.13",
        frame="draws-textures",
        equal_because="They are found by the identity of all that they hold.",
    ),
)
