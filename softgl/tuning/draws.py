"""Fast paths of draws before the rasteriser: from a command to primitives in bins."""

from __future__ import annotations

from softgl.tuning.records import NO_LIMIT, FastPath, Limit

DRAWS = (
    FastPath(
        "batching",
        "appends a small draw to the batch, which is drawn as one stream of several runs",
        (
            Limit("MAX_BATCHED_VERTICES", 1 << 15, "vertices of a draw", plain=-1),
            Limit("MAX_BATCH_VERTICES", 1 << 18, "vertices of a batch"),
            Limit("MIN_COUNTED_VERTICES", 16, "vertices that a draw counts as, at least"),
        ),
        gain="21 to 56 (sprites 3.4)",
        frame="draws, primitives, sprites",
        equal_because="""The batch copies what it reads of client memory and buffers, and is drawn
            before every command that could tell. Each tile draws its primitives in the order of
            submission.""",
        notes="A draw of its own costs some 0.25 ms; appended, 4 to 12 microseconds.",
    ),
    FastPath(
        "fragment_states",
        "batches draws whose uniforms or fragment states differ, each with its own",
        (Limit("BATCHES_STATES", True, "true or false", plain=False),),
        gain="3.1 to 11",
        frame="draws-matrices, draws-textures, draws-blending, objects-textures",
        equal_because="""Each run of vertices has its own uniforms. Primitives are binned by their
            fragment state, and a tile draws one state after the other, in the order of
            submission.""",
    ),
    FastPath(
        "mixed_modes",
        "makes lists of the primitives of draws with several modes, so that they share a batch",
        (Limit("MAX_MIXED_MODE_VERTICES", 1 << 12, "vertices of a draw", plain=-1),),
        gain="23",
        frame="primitives-modes",
        equal_because="""The list names the corners of the same primitives in the same order, and is
            made only where no fragment asks for primitive or vertex numbers.""",
    ),
    FastPath(
        "short_path",
        "appends a draw to the batch without looking at state that has not changed",
        (Limit("APPENDS_AGAIN", True, "true or false", plain=False),),
        gain="1.15 to 3.6",
        frame="draws, primitives, draws-pointers, objects",
        equal_because="""Every change of state moves one counter of the process; the path is taken
            where it has not moved since the state was last looked at.""",
    ),
    FastPath(
        "uniforms",
        "gives a draw other uniforms, buffers, matrices and textures without the draw plan",
        (
            Limit("UPDATES_UNIFORMS", True, "true or false", plain=False),
            Limit("MAX_KNOWN_BINDINGS", 64, "bindings of textures of a batch", plain=0),
        ),
        gain="1.5 to 3.2",
        frame="draws-uniforms, draws-matrices, draws-textures, sprites, glsl-objects",
        equal_because="""The default block, the matrices and the bindings of textures, uniform
            buffers and vertex array objects note the revisions of the process before and after
            their changes; the path is taken where there are no others. Matrices of all draws of a
            batch are multiplied together, by the same operations in the same order. Textures that
            are bound again have the fragment state from before; others must need the same kernel.
            The words of buffers are found as the draw plan finds them.""",
    ),
    FastPath(
        "native_products",
        "multiplies matrices of matrix commands in native code after many calls",
        (Limit("MIN_NATIVE_PRODUCTS", 1024, "products, before it is made", plain=NO_LIMIT),),
        gain="1.4",
        frame="draws-matrices",
        equal_because="""The formulas in Python write the code: the same operations of doubles in
            the same order. Unusual angles and axes go to the function of Python.""",
    ),
    FastPath(
        "repeated_calls",
        "takes the draws of repeated sequences of calls from C together",
        (
            Limit("MIN_REPEATED_SEQUENCES", 4, "sequences of calls", plain=NO_LIMIT),
            Limit("MAX_KNOWN_SEQUENCES", 1 << 12, "sequences with other values"),
            Limit("MAX_REPEATED_SEQUENCES", 1 << 10, "sequences that are taken together"),
            Limit("MAX_REPEATED_STORE", 1 << 12, "bytes of a buffer object that each stores into"),
        ),
        gain="3 to 16",
        frame="a thousand draws of moderngl, each with its uniform, texture or program",
        equal_because="""The state that the draw of a sequence depends on is the one before all
            sequences, which revisions tell, and the values of its calls, which are compared word by
            word. Its uniforms and stores are written into copies, and those of the last sequences
            are executed.""",
    ),
    FastPath(
        "buffer_copies",
        "copies a buffer object that programs of draws in the batch read, before it is written to",
        (Limit("MAX_COPIED_BUFFER", 1 << 16, "bytes of a buffer object", plain=-1),),
        gain="6",
        frame="a small buffer of uniforms written to by glBufferSubData before each draw",
        equal_because="""The draws of the batch read the memory from before, and later ones the
            copy. A larger buffer is written in place, after the batch has been drawn.""",
    ),
    FastPath(
        "revisions",
        "derives a part of the draw plan again only where a revision that it reads has moved",
        (Limit("TRUSTS_REVISIONS", True, "true or false", plain=False),),
        gain="2.6 to 5",
        frame="draws-textures, objects",
        equal_because="""Derivations are pure functions of groups and objects, and every assignment
            of another value moves their revision. SOFTGL_CHECK_PLANS=1 derives afresh and
            compares; the tests run so.""",
        notes="Without them every draw derives all parts.",
    ),
    FastPath(
        "cached_parts",
        "finds a part of the draw plan by the contents of the state that it reads",
        (Limit("MAX_CACHED_VALUES", 8, "values of a part", plain=0),),
        gain="1.18",
        frame="objects-programs",
        equal_because="The contents are compared to the last bit.",
    ),
    FastPath(
        "bitmaps",
        "joins bitmaps that differ in pixels and position into one image",
        (
            Limit("MAX_JOINED_RATIO", 4, "times the pixels of the bitmaps", plain=0),
            Limit("MAX_SMALL_JOINED_PIXELS", 1 << 12, "pixels of an image of any ratio", plain=0),
        ),
        gain="2.3",
        frame="500 characters of 8x13 pixels in 13 rows",
        equal_because="Bitmaps of which pixels meet become several images, in their order.",
    ),
    FastPath(
        "cached_bitmaps",
        "keeps the unpacked bits of small bitmaps",
        (Limit("MAX_CACHED_BITMAP_BYTES", 1 << 9, "bytes of a bitmap", plain=-1),),
        gain="1.3",
        frame="500 characters of 8x13 pixels in 13 rows",
        equal_because="They are found by their bytes and their layout.",
    ),
    FastPath(
        "native_vertex_commands",
        "runs glVertex and its like in native code after many calls",
        (Limit("MIN_NATIVE_VALUES", 4096, "values, before it is made", plain=NO_LIMIT),),
        gain="1.7",
        frame="immediate-mode",
        measured_on="Zen 5, AVX-512",
        equal_because="""It appends the same four floats to the same log; unusual arguments go to
            the function of Python.""",
        notes="Native code takes 75 ms to make once, 3 ms to load.",
    ),
    FastPath(
        "host_assembly",
        "takes the corners of a few vertices from a cache, without a kernel",
        (Limit("MAX_HOST_VERTICES", 64, "vertices", plain=-1),),
        gain="1.7",
        frame="a flush of a short strip of quads",
        equal_because="The eager machine makes them by the formula of the kernel.",
        notes="The first one of a process without compiled kernels takes 0.9 of the time.",
    ),
    FastPath(
        "host_setup",
        "sets up a few primitives without the kernel that culls them",
        (Limit("MAX_HOST_PRIMITIVES", 16, "primitives", plain=0),),
        gain="1.1",
        frame="the first batch of two fragment states of a process without compiled kernels",
        equal_because="Primitives that cover no pixel are set up, and touch no tile.",
        notes="Later draws take the same time either way: a kernel fewer is compiled.",
    ),
    FastPath(
        "call_lists",
        "prepares the calls of one kernel together with NumPy, and makes them in native code",
        (
            Limit("MIN_LISTED_CALLS", 8, "calls", plain=NO_LIMIT),
            Limit("MIN_LISTED_PARTS", 4, "parts with own uniforms", plain=NO_LIMIT),
        ),
        gain="1.1",
        frame="draws-textures",
        equal_because="The calls have the same arguments and the same order.",
        notes="A call costs 6 microseconds by itself and half of one in a list, after some 50.",
    ),
    FastPath(
        "mesh_chains",
        "takes parts of long filled meshes from vertices to pixels in native code",
        (
            Limit(
                "MESH_PART_TRIANGLES",
                42 << 10,
                "triangles of a part, an even number",
                plain=NO_LIMIT,
            ),
            Limit("MESH_PARTS_AT_ONCE", 4, "parts between two looks at Ctrl-C"),
            Limit("MAX_MESH_THREADS", 16, "threads"),
            Limit("MESH_RETRY_DRAWS", 15, "draws until a mesh that gave up is tried again"),
        ),
        gain="1.3 to 1.5",
        frame="mesh-500k, mesh-2m, triangle-strip, glsl-instances",
        equal_because="""It calls the same kernels with the same arrays, and draws parts in the
            order of submission. Whatever else a draw asks for goes the plain way.""",
        notes="""In parts of twice the length, what two threads have of vertices, triangles and the
            framebuffer fills a cache of 32 MB, and tiles take 1.15 times as long; in half as
            long, triangles are too few in each tile to be packed.""",
    ),
    FastPath(
        "native_small_draws",
        "takes small draws from vertices to bins in one call of native code",
        (
            Limit("MAX_FEW_TRIANGLES", 1 << 11, "pairs of vertices of a draw", plain=-1),
            Limit("FEWEST_TRIANGLES", 1 << 6, "the same that there is memory for, at least"),
            Limit("MAX_FEW_CHAINS", 16, "keys that have memory, of each thread"),
        ),
        gain="3",
        frame="a flush of one triangle that moves",
        equal_because="It calls the same kernels with the same arrays.",
        notes="""A flush makes 97 calls of Python in the place of 350, and takes 0.1 ms in the place
            of 0.3. One with flat colours takes 0.55 of the time, one of a line or of three points
            0.4.""",
    ),
    FastPath(
        "parallel_chunks",
        "lets each thread process a chunk of a long draw by itself up to its bins",
        (Limit("MAX_PARALLEL_CHUNKS", 4, "chunks", plain=1),),
        gain="1.4",
        frame="clipped-triangles",
        measured_on="two threads",
        equal_because="""Chunks are drawn in order. It is taken only where no stage before the
            rasteriser can see their order.""",
        notes="""Threads that share the vertices of one chunk take 1.4 times as long: what each
            needs stays in the caches of its CPU.""",
    ),
)
"""In the order of a draw."""
