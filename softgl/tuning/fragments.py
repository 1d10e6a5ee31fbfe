"""Fast paths of the rasteriser and of emitted code."""

from __future__ import annotations

from softgl.tuning.records import NO_LIMIT, FastPath, Limit

FRAGMENTS = (
    FastPath(
        "packing",
        "shades the pixels of a tile's small triangles side by side in one vector",
        (
            Limit("MIN_PACKED_ENTRIES", 4096, "entries of bins", NO_LIMIT, shapes_code=True),
            Limit(
                "MIN_PACKED_TILE_ENTRIES", 32, "entries of a tile, in the mean", shapes_code=True
            ),
            Limit("MAX_PACKED_SIDE", 64, "pixels on a side of triangles, in the mean"),
            Limit(
                "PACKED_SIDE_8_LANES", 8, "pixels on a side, with 8 lanes and no slow instructions"
            ),
            Limit(
                "PACKED_SLOPE_8_LANES",
                (3, 20, 0.5),
                "pixels on a side at least, and for each instruction beyond a number, with slow",
            ),
            Limit("PACKED_SLOPE_16_LANES", (1.5, 24, 1.0), "the same with 16 lanes"),
            Limit(
                "MAX_SURE_SIDE",
                16,
                "pixels on a side of triangles that surely touch the tile",
                shapes_code=True,
            ),
            Limit(
                "MIN_UNIFORM_PIXELS",
                6,
                "of 16 pixels of one triangle that are shaded alone",
                shapes_code=True,
            ),
        ),
        gain="1.4 to 2.2 (AVX2: 1.25 to 2.0)",
        frame="mesh-20k, mesh-500k (AVX2: small-triangles too)",
        equal_because="""Pixels are listed in the order of their triangles, and those that two
            triangles have in common never share a vector. Interpolation is the same formula,
            per lane or uniform.""",
        notes="""Triangles of 2, 4, 7 and 20 pixels gain 0.87, 1.0, 0.7 and 0.8 with a MOV, 1.1,
            1.4, 1.15 and 1.2 with 32 MADs, and 2.5 at 7 with 128 on AVX-512. On AVX2 it is 1.3,
            1.2, 1.05 and 0.8 whatever the number of MADs, but 1.35, 1.4, 1.2 and 1.15 with six
            special functions. Slow instructions are these and texture samples.""",
    ),
    FastPath(
        "hierarchical_z",
        "skips triangles behind the farthest depth of a triangle that covered the whole tile",
        (Limit("HIERARCHICAL_Z", True, "true or false", plain=False, shapes_code=True),),
        gain="2.8",
        frame="64 layers of the whole view, front to back, 16 MADs",
        equal_because="""Only where nothing but the depth test decides, before the program; bounds
            are wider than any rounding. Fragments that fail the test leave no trace.""",
    ),
    FastPath(
        "full_tile_loop",
        "draws tiles that a triangle covers wholly in a loop without edges and masks",
        (
            Limit(
                "MAX_FULL_TILE_INSTRUCTIONS",
                32,
                "instructions of a program without filters",
                plain=-1,
                shapes_code=True,
            ),
        ),
        gain="1.06",
        frame="flat-quad, blended-layers",
        equal_because="All edge functions are positive at every pixel of such a tile.",
        notes="""Coverage and masks take 30 instructions of a block. Filters are left out: their
            loop would be compiled twice, a third of a first frame.""",
    ),
    FastPath(
        "straight_flow",
        "inlines calls, unrolls constant loops and predicates small branches of assembly programs",
        (Limit("STRAIGHTENS_FLOW", True, "true or false", plain=False, shapes_code=True),),
        gain="1.3 (IF), 2 (REP of 16), 2.3 (CAL)",
        frame="a quad of 1024 x 1024 pixels whose program has some twelve other instructions",
        equal_because="""The same instructions run in each lane, in the same order; conditional
            writes keep what a skipped instruction keeps. Programs that might end at a limit of
            steps, calls or blocks stay as they are.""",
        notes="""Beside CMP, the unrolled loop and the inlined subroutine it is 0.98, 0.96 and
            0.99.""",
    ),
    FastPath(
        "wide_vectors",
        "gives latency-bound kernels vectors of two registers",
        (
            Limit("WIDE_VECTORS", True, "true or false", plain=False, shapes_code=True),
            Limit(
                "MAX_WIDE_INSTRUCTIONS",
                2000,
                "instructions of a program, with 16 registers",
                shapes_code=True,
            ),
            Limit(
                "MAX_WIDE_SAMPLES",
                8,
                "texture samples of a program, for 32 lanes",
                shapes_code=True,
            ),
        ),
        gain="1.1 to 1.24 (AVX2: 1.3 to 1.43)",
        frame="alu-64, special-functions, trilinear-minified, glsl-passes",
        equal_because="Lanes do not depend on one another; a vector is two blocks side by side.",
        notes="""Programs of more than 2,000 instructions would take twice as long to compile with
            16 registers, and samples take twice as long to compile in 32 lanes. With AVX-512
            vectors of two blocks take 0.73 times the time of one sample, 0.96 of eight linear ones,
            0.75 where each sample depends on the last, 0.8 to 0.85 between levels.""",
    ),
    FastPath(
        "whole_stores",
        "stores without a mask where all lanes are live and masked stores are slow",
        (Limit("STORES_WHOLE", True, "true or false", plain=False, shapes_code=True),),
        gain="1.2 to 1.26",
        frame="mesh-500k, mesh-2m",
        measured_on="AVX2",
        equal_because="A mask of all lanes stores all lanes.",
        notes="""Masked stores of AVX2 take tens of steps on AMD's CPUs. With AVX-512 they are fast
            and taken as they are.""",
    ),
    FastPath(
        "one_thread_tiles",
        "draws tiles in one thread where handing them over takes longer",
        (
            Limit("MAX_ONE_THREAD_WORK", 1000, "tiles times instructions of a fragment", plain=0),
            Limit("MAX_ONE_THREAD_ENTRIES", 8, "entries of bins", plain=0),
            Limit("ENTRY_WORK", 1 / 20, "tiles that an entry takes besides its pixels"),
        ),
        gain="1.3",
        frame="a small draw that cannot be batched",
        measured_on="two threads",
        equal_because="One thread draws a tile in any case; threads do not change a bit.",
        notes="""Handing work to threads takes 0.1 ms: as long as 1,000 instructions for each
            fragment of a tile. Small draws that cannot be batched: 280 to 210 microseconds (Zen
            5).""",
    ),
    FastPath(
        "owners_one_by_one",
        "draws the fragment states of a small batch one by one, without bands of tiles",
        (Limit("MAX_OWNERS_ONE_BY_ONE", 32, "fragment states", plain=0),),
        gain="1.25",
        frame="batches of four small triangles in two fragment states, each flushed by itself",
        equal_because="Fragment states are drawn in the order of submission either way.",
    ),
    FastPath(
        "pending_clear",
        "leaves a clear of whole planes to the kernels that draw to their tiles",
        (
            Limit(
                "MAX_IMMEDIATE_CLEAR",
                1 << 19,
                "pixels of all planes that are cleared at once",
                plain=NO_LIMIT,
            ),
            Limit("MAX_ONE_THREAD_FILL", 1 << 23, "bytes that one thread sets", plain=NO_LIMIT),
        ),
        gain="2.7",
        frame="a shadow map of 4096x4096 with five objects, sampled",
        equal_because="""Each kernel sets a tile before it draws there, and every other reader of a
            plane has all its tiles set first.""",
        notes="clear: 25, which draws nothing. Frames that draw to every tile: 1.0.",
    ),
    FastPath(
        "stored_tiles",
        "stores only the tiles of a texture that were drawn to",
        (Limit("MAX_STORED_BOXES", 64, "rectangles of tiles", plain=-1),),
        gain="2.8",
        frame="a shadow map of 4096x4096 with five objects, sampled",
        equal_because="Tiles that nothing was drawn to hold the cleared value already.",
        notes="A rectangle takes some 20 microseconds.",
    ),
    FastPath(
        "eager_rounds",
        "skips rounds of a loop of the eager machine that change nothing",
        (Limit("MIN_SEEN_BLOCKS", 256, "blocks before the first look", plain=NO_LIMIT),),
        gain="over 1,000",
        frame="a program that loops for ever, on the eager machine",
        equal_because="Where all variables are as before, so is all that follows.",
        notes="Of 2^18 instructions some hundreds are executed.",
    ),
)
"""In the order of a tile, then of code."""
