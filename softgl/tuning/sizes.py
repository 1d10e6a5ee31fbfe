"""Sizes of chunks, tasks and memory, and what a program may cost: any value gives the same bits."""

from __future__ import annotations

from softgl.tuning.records import Limit, Sizes

CHUNKS = (
    Sizes(
        "chunks",
        "cut long draws, so that memory is bounded and a chunk stays in the caches",
        (
            Limit("CHUNK_VERTICES", 3 << 16, "vertices"),
            Limit("CHUNK_INDICES", 12 << 16, "indices"),
            Limit("CACHED_CHUNK_VERTICES", None, "vertices; None: what the CPU's last cache holds"),
            Limit("MAX_SHARED_CHUNKS", 8, "chunks that share vertices and go together"),
            Limit("SAMPLED_INDICES", 64, "indices that tell whether chunks share vertices"),
            Limit(
                "SHADED_RANGE",
                (4, 1000),
                "vertices for each index, and besides, of a range that is shaded whole",
            ),
            Limit(
                "COMBINED_DRAW_VERTICES", 1 << 18, "vertices of instances or draws that go together"
            ),
            Limit("INSTANCE_CHUNKS", 16, "chunks of instances that threads share"),
            Limit("CHUNK_PRIMITIVES", 1 << 18, "primitives that are set up together"),
            Limit("CHUNK_ENTRIES", 1 << 22, "entries of bins"),
            Limit("GEOMETRY_CHUNK_WORDS", 1 << 20, "words of what geometry programs may emit"),
            Limit("EVALUATED_CHUNK_POINTS", 1 << 12, "points of an evaluator"),
            Limit("RECTANGLE_CHUNK_BLOCKS", 1 << 12, "blocks of an image that is drawn"),
            Limit("REDUCED_CHUNK_TEXELS", 1 << 20, "texels of a mipmap"),
            Limit("EAGER_CHUNK_QUADS", 1 << 14, "quads of the eager machine"),
            Limit(
                "SPARE_VERTICES", 16, "vertices for each one more that clipping may make in place"
            ),
        ),
        "With a last cache of 32 MB meshes take 0.65 to 0.8 of the time in chunks for 96 MB.",
    ),
    Sizes(
        "tasks",
        "divide work among threads",
        (
            Limit(
                "TASK_ENTRIES", 1 << 14, "entries of bins of a call of a kernel", shapes_code=True
            ),
            Limit("TASK_SHARE", (4, 5), "of a thread's part of what is left", shapes_code=True),
            Limit("TASKS_OF_THREAD", 16, "tasks of a thread, at most", shapes_code=True),
            Limit("CALL_TASKS", 4, "tasks between two looks at Ctrl-C"),
            Limit("PACKED_CALL_TASKS", 64, "the same of packed triangles"),
            Limit("REPORTED_TASKS", 64, "tasks, at least, where progress is reported"),
            Limit("BANDS_OF_THREAD", 4, "bands of tiles of a batch with several fragment states"),
            Limit("MIN_SPAN_LANES", 1 << 14, "lanes of a span"),
            Limit("MAX_SPAN_LANES", 1 << 18, "lanes of a span"),
            Limit("MIN_THREAD_PRIMITIVES", 1 << 13, "primitives that a thread bins"),
            Limit("MIN_MOVE_ELEMENTS", 1 << 20, "elements of an image that a thread moves"),
            Limit("MAX_MOVE_ELEMENTS", 1 << 21, "elements of an image that a call moves"),
            Limit("COPY_TASK_BYTES", 1 << 19, "bytes that a thread copies"),
            Limit("WAITING_ROUNDS", 5000, "rounds that a thread waits awake for another"),
        ),
        "With halves of a thread's part, short programs take 1.1 times as long. Clipped lines in "
        "many spans take 1.2 times as long as in one for each thread.",
    ),
    Sizes(
        "bounds",
        "keep numbers within 32 bits",
        (
            Limit("MAX_COUNTED_ENTRIES", 1 << 30, "entries of bins", shapes_code=True),
            Limit("MAX_FETCHED_BYTES", 4 * (2**31 - 1), "bytes that a kernel fetches from"),
        ),
        "",
    ),
    Sizes(
        "host",
        "choose between NumPy and Python for a few numbers",
        (
            Limit("MAX_LISTED_NUMBERS", 64, "numbers of an array that a command takes"),
            Limit("MIN_NUMPY_ROWS", 64, "vertices of a C program that are appended together"),
            Limit("MIN_MATRICES_TOGETHER", 8, "matrices of a batch that NumPy multiplies"),
        ),
        "300 draws with light and material of their own take 1.05 times as long with NumPy alone.",
    ),
    Sizes(
        "checks",
        "compare what is kept with what is derived afresh, for tests",
        (Limit("CHECKS_PLANS", False, "true or false; SOFTGL_CHECK_PLANS=1 in the environment"),),
        "Draws take many times as long.",
    ),
)

BUDGETS = (
    Sizes(
        "registers",
        "decide where a program's registers lie; beyond, in memory",
        (
            Limit(
                "MAX_REGISTER_CHOICES",
                2048,
                "words that instructions choose from at run time",
                shapes_code=True,
            ),
            Limit("MAX_REGISTER_MEETINGS", 1 << 16, "variables times blocks", shapes_code=True),
            Limit("MAX_REGISTER_CALLS", 4, "calls that can be open", shapes_code=True),
            Limit("MAX_BLOCK_MASKS", 48, "blocks with a mask of lanes each", shapes_code=True),
            Limit("MAX_HOISTED", 500, "vectors that are computed before a loop", shapes_code=True),
        ),
        "Time to compile grows with the product of variables and blocks. Without vectors before "
        "loops frames take 1.01 to 1.03 times as long.",
    ),
    Sizes(
        "copies",
        "decide what code is emitted more than once",
        (
            Limit("MAX_INLINE_EMITS", 32, "EMIT times the results of a program", shapes_code=True),
            Limit(
                "MAX_TWICE_INSTRUCTIONS",
                1024,
                "instructions of a program whose blocks are emitted "
                "with and without counting each step",
                shapes_code=True,
            ),
        ),
        "",
    ),
    Sizes(
        "passes",
        "decide what passes over programs make of loops, branches and calls",
        (
            Limit("MAX_SELECTED_WEIGHT", 24, "weight of a branch that is selected"),
            Limit("MAX_UNROLLED_ITERATIONS", 256, "iterations of a loop that is unrolled"),
            Limit("MAX_UNROLLED_WEIGHT", 1024, "weight of a loop when it is unrolled"),
            Limit("MAX_UNROLLED_GROWTH", 8192, "weight of a program's loops when unrolled"),
            Limit("MAX_INLINED_WEIGHT", 48, "weight of a subroutine inlined at several calls"),
            Limit("MAX_INLINED_GROWTH", 4096, "weight of all such copies of a program"),
            Limit("MAX_PASSES_CHOICES", 1 << 16, "words that instructions choose from, in all"),
        ),
        "A sum weighs 1, a special function 6, a sample 16. A blur of 5 by 5 samples takes 1.2 "
        "times as long in a loop, and half as long to compile.",
    ),
    Sizes(
        "compilation",
        "decide how carefully LLVM compiles a kernel",
        (
            Limit("MAX_CAREFUL_INSTRUCTIONS", 100_000, "LLVM instructions", shapes_code=True),
            Limit(
                "MAX_CAREFUL_BLOCK",
                50_000,
                "LLVM instructions of a basic block, with 16 registers",
                shapes_code=True,
            ),
            Limit("MAX_CAREFUL_BLOCKS", 3000, "basic blocks", shapes_code=True),
            Limit(
                "MAX_LOOPED_BLOCKS",
                500,
                "basic blocks of a program that loops, for LLVM's O1",
                shapes_code=True,
            ),
        ),
        "Larger kernels would take more time than in proportion.",
    ),
)
"""Budgets of programs: docs/architecture/programs.md."""
