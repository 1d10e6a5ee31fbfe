"""What specifications say will fail to load: variables, bindings, options.

Each entry: document, section, sentence, and pairs of a wrong program, whose wrong place stands
between « and », and its valid twin.
"""

VP, FP, VP4, FP4 = "!!ARBvp1.0", "!!ARBfp1.0", "!!NVvp4.0", "!!NVfp4.0"
ARBV, ARBF = "ARB_vertex_program", "ARB_fragment_program"
NV4, NVV, NVF = "NV_gpu_program4", "NV_vertex_program4", "NV_fragment_program4"

NAMES = [
    (
        ARBV,
        "Vertex Program Variables",
        "A vertex program will fail to load if it declares the same variable name more than once or"
        " if it refers to a variable name that has not been previously declared",
        [
            (f"{VP} TEMP a; PARAM «a» = 1; END", f"{VP} TEMP a; PARAM b = 1; END"),
            (f"{VP} TEMP a, «a»; END", f"{VP} TEMP a, b; END"),
            (f"{VP} TEMP a; MOV a, «b»; TEMP b; END", f"{VP} TEMP a; TEMP b; MOV a, b; END"),
            (f"{VP} TEMP a; ALIAS «a» = a; END", f"{VP} TEMP a; ALIAS b = a; END"),
            (f"{VP} ALIAS b = «a»; TEMP a; END", f"{VP} TEMP a; ALIAS b = a; END"),
        ],
    ),
    (
        ARBF,
        "Fragment Program Variables",
        "A fragment program will fail to load if it declares the same variable name more than once"
        " or if it refers to a variable name that has not been previously declared",
        [
            (
                f"{FP} TEMP a; OUTPUT «a» = result.color; END",
                f"{FP} TEMP a; OUTPUT b = result.color; END",
            ),
            (f"{FP} TEMP a; MOV «b», a; END", f"{FP} TEMP a; MOV a, a; END"),
        ],
    ),
    (
        NV4,
        "Program Variables",
        "A program will fail to load if it declares the same variable name more than once, or if it"
        " refers to a variable name that has not been previously declared",
        [
            (f"{VP4} TEMP a[2]; INT TEMP «a»; END", f"{VP4} TEMP a[2]; INT TEMP b; END"),
            (
                f"{FP4} TEMP a; BUFFER «a» = program.buffer[0][0]; END",
                f"{FP4} BUFFER a = program.buffer[0][0]; END",
            ),
            (
                f"{VP4} TEMP a, b[2]; MOV a, b[«i».x]; END",
                f"{VP4} TEMP a, i, b[2]; MOV a, b[i.x]; END",
            ),
            (f"{VP4} TEMP a; ADD a, a, |«b»|; END", f"{VP4} TEMP a; ADD a, a, |a|; END"),
        ],
    ),
]
TYPES = [
    (
        NV4,
        "Program Variable Types",
        "A program will fail to load if it attempts to read or write a variable using a data type"
        " other than the one indicated by the data type modifier.",
        [
            (f"{VP4} INT TEMP a; ADD «a», 1, 2; END", f"{VP4} INT TEMP a; ADD.S a, 1, 2; END"),
            (
                f"{VP4} FLOAT TEMP a; TEMP b; MOV.U b, «a»; END",
                f"{VP4} FLOAT TEMP a; TEMP b; MOV b, a; END",
            ),
            (
                f"{VP4} UINT ATTRIB a = vertex.attrib[1]; TEMP b; MOV.S b, «a»; END",
                f"{VP4} UINT ATTRIB a = vertex.attrib[1]; TEMP b; MOV.U b, a; END",
            ),
            (
                f"{VP4} INT OUTPUT o = result.id; MOV.U «o», 1; END",
                f"{VP4} INT OUTPUT o = result.id; MOV.S o, 1; END",
            ),
            (
                f"{FP4} INT TEMP a; TEX «a», fragment.texcoord, texture[0], 2D; END",
                f"{FP4} INT TEMP a; TEX.S a, fragment.texcoord, texture[0], 2D; END",
            ),
            (
                f"{FP4} FLOAT TEMP a; TXF a, «a», texture[0], 2D; END",
                f"{FP4} FLOAT TEMP a; INT TEMP b; TXF a, b, texture[0], 2D; END",
            ),
            (
                f"{VP4} INT TEMP a; TEMP b; FLR.S b, «a»; END",
                f"{VP4} FLOAT TEMP a; TEMP b; FLR.S b, a; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Variable Types",
        "A program will fail to load if it specifies multiple data type or multiple storage size"
        " modifiers in a single variable declaration.",
        [
            (f"{VP4} INT «FLOAT» TEMP a; END", f"{VP4} INT TEMP a; END"),
            (f"{VP4} UINT «UINT» TEMP a; END", f"{VP4} UINT TEMP a; END"),
            (f"{VP4} LONG INT «SHORT» TEMP a; END", f"{VP4} LONG INT TEMP a; END"),
        ],
    ),
    (
        NV4,
        "Program Variable Types",
        'The "SHORT" modifier is supported only for declarations of temporary variables and result'
        " variables",
        [
            (f"{VP4} «SHORT» PARAM a = 1; END", f"{VP4} SHORT OUTPUT a = result.color; END"),
            (f"{VP4} «SHORT» BUFFER a = program.buffer[0][0]; END", f"{VP4} SHORT TEMP a; END"),
            (f"{VP4} «LONG» ATTRIB a = vertex.color; END", f"{VP4} LONG TEMP a; END"),
        ],
    ),
    (
        NV4,
        "Program Variable Types",
        "A program will fail to load if the declared size of an array variable does not match the"
        " number of assigned bindings.",
        [
            (f"{VP4} PARAM a[«3»] = {{ 1, 2 }}; END", f"{VP4} PARAM a[2] = {{ 1, 2 }}; END"),
            (
                f"{VP4} ATTRIB a[«1»] = {{ vertex.texcoord[0..1] }}; END",
                f"{VP4} ATTRIB a[2] = {{ vertex.texcoord[0..1] }}; END",
            ),
            (
                f"{VP4} OUTPUT a[«3»] = {{ result.clip[0..1] }}; END",
                f"{VP4} OUTPUT a[2] = {{ result.clip[0..1] }}; END",
            ),
            (
                f"{VP4} BUFFER a[«3»] = {{ program.buffer[0][0..3] }}; END",
                f"{VP4} BUFFER a[4] = {{ program.buffer[0][0..3] }}; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Variable Types",
        "an array size must be specified in the program, and must be a positive integer",
        [
            (f"{VP4} TEMP a[«0»]; END", f"{VP4} TEMP a[1]; END"),
            (f"{VP4} TEMP a[«]»; END", f"{VP4} TEMP a[3]; END"),
        ],
    ),
    (
        NV4,
        "Program Variable Types",
        "A program will fail to load if it contains an instruction that accesses an array variable"
        " without specifying an array member or an instruction that specifies an array member for a"
        " non-array variable.",
        [
            (f"{VP4} TEMP a[2]; MOV a[0], a«;» END", f"{VP4} TEMP a[2]; MOV a[0], a[1]; END"),
            (f"{VP4} TEMP a, b; MOV a, b«[»0]; END", f"{VP4} TEMP a, b; MOV a, b; END"),
            (
                f"{VP4} OUTPUT o[] = {{ result.clip[0..1] }}; MOV o«,» 1; END",
                f"{VP4} OUTPUT o[] = {{ result.clip[0..1] }}; MOV o[1], 1; END",
            ),
            (
                f"{VP4} BUFFER b = program.buffer[0][1]; TEMP t; MOV t, b«[»0]; END",
                f"{VP4} BUFFER b = program.buffer[0][1]; TEMP t; MOV t, b; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        'a program will fail to load if it declares a variable with the "INT" or "UINT" data type'
        ' modifiers without the "FLAT" interpolation modifier.',
        [
            (
                f"{FP4} «INT» ATTRIB a = fragment.attrib[0]; END",
                f"{FP4} INT FLAT ATTRIB a = fragment.attrib[0]; END",
            ),
            (
                f"{FP4} «UINT» NOPERSPECTIVE ATTRIB a = fragment.texcoord; END",
                f"{FP4} FLAT UINT ATTRIB a = fragment.texcoord; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        "A fragment program will fail to load: if an interpolation modifier is specified when"
        " declaring a non-attribute variable",
        [
            (f"{FP4} «FLAT» TEMP a; END", f"{FP4} FLAT ATTRIB a = fragment.color; END"),
            (
                f"{FP4} «CENTROID» OUTPUT a = result.color; END",
                f"{FP4} OUTPUT a = result.color; END",
            ),
            (f"{FP4} «NOPERSPECTIVE» PARAM a = 1; END", f"{FP4} PARAM a = 1; END"),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        "if the same interpolation modifier is specified more than once in a single declaration",
        [
            (
                f"{FP4} CENTROID «CENTROID» ATTRIB a = fragment.color; END",
                f"{FP4} CENTROID ATTRIB a = fragment.color; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        'if the "FLAT" modifier is used together with either "CENTROID" or "NOPERSPECTIVE"',
        [
            (
                f"{FP4} FLAT «CENTROID» ATTRIB a = fragment.color; END",
                f"{FP4} NOPERSPECTIVE CENTROID ATTRIB a = fragment.color; END",
            ),
            (
                f"{FP4} NOPERSPECTIVE «FLAT» ATTRIB a = fragment.color; END",
                f"{FP4} NOPERSPECTIVE ATTRIB a = fragment.color; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        "if any interpolation modifier is specified when declaring a variable bound to a fragment's"
        " position, face direction, fog coordinate, or any interpolated clip distance",
        [
            (
                f"{FP4} «FLAT» ATTRIB a = fragment.position; END",
                f"{FP4} ATTRIB a = fragment.position; END",
            ),
            (
                f"{FP4} «CENTROID» ATTRIB a = fragment.facing; END",
                f"{FP4} ATTRIB a = fragment.facing; END",
            ),
            (
                f"{FP4} «NOPERSPECTIVE» ATTRIB a = fragment.fogcoord; END",
                f"{FP4} ATTRIB a = fragment.fogcoord; END",
            ),
            (
                f"{FP4} «FLAT» ATTRIB a = fragment.clip[0]; END",
                f"{FP4} ATTRIB a = fragment.clip[0]; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        "if multiple attribute variables with different interpolation modifiers are bound to the"
        " same fragment attribute",
        [
            (
                f"{FP4} FLAT ATTRIB a = fragment.texcoord; ATTRIB «b» = fragment.texcoord[0]; END",
                f"{FP4} FLAT ATTRIB a = fragment.texcoord; FLAT ATTRIB b = fragment.texcoord[0]; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Variable Types",
        "if one variable is bound to the fragment's primary color and a second variable with"
        " different interpolation modifiers is bound the the fragment's secondary color.",
        [
            (
                f"{FP4} ATTRIB a = fragment.color; «FLAT» ATTRIB b = fragment.color.secondary; END",
                f"{FP4} FLAT ATTRIB a = fragment.color; FLAT ATTRIB b = fragment.color.secondary; END",
            ),
        ],
    ),
]
BINDINGS = [
    (
        ARBV,
        "Vertex Attributes",
        "a vertex program will fail to load if it binds both a conventional vertex attribute and a"
        " generic vertex attribute listed in the same row of Table X.2.1.",
        [
            (
                f"{VP} ATTRIB a = vertex.normal; ATTRIB «b» = vertex.attrib[2]; END",
                f"{VP} ATTRIB a = vertex.normal; ATTRIB b = vertex.attrib[1]; END",
            ),
            (
                f"{VP} TEMP t; ADD t, vertex.attrib[9], «vertex».texcoord[1]; END",
                f"{VP} TEMP t; ADD t, vertex.attrib[9], vertex.texcoord[2]; END",
            ),
        ],
    ),
    (
        NVV,
        "Program Attribute Variables",
        "a vertex program will fail to load if it binds both a conventional vertex attribute and a"
        " generic vertex attribute listed in the same row",
        [
            (
                f"{VP4} TEMP t; ADD t, vertex.attrib[5], «vertex».fogcoord; END",
                f"{VP4} TEMP t; ADD t, vertex.attrib[6], vertex.fogcoord; END",
            ),
        ],
    ),
    (
        ARBV,
        "Vertex Attributes",
        "A vertex program will fail to load if a vertex attribute binding specifies a weight number"
        " <n> that is greater than or equal to MAX_VERTEX_UNITS_ARB or is not divisible by four.",
        [
            (
                f"{VP} TEMP t; MOV t, vertex.«weight»[4]; END",
                f"{VP} TEMP t; MOV t, vertex.normal; END",
            ),
            (
                f"{VP} TEMP t; MOV t, vertex.«matrixindex»[0]; END",
                f"{VP} TEMP t; MOV t, vertex.attrib[0]; END",
            ),
        ],
    ),
    (
        ARBF,
        "Fragment Program Parameters",
        "In either case, a program will fail to load if <a> is greater than <b>.",
        [
            (
                f"{FP} PARAM p[] = {{ program.env[3..«2»] }}; END",
                f"{FP} PARAM p[] = {{ program.env[2..3] }}; END",
            ),
            (
                f"{FP} PARAM p[] = {{ program.local[1..«0»] }}; END",
                f"{FP} PARAM p[] = {{ program.local[0..0] }}; END",
            ),
        ],
    ),
    (
        ARBV,
        "Matrix Property Bindings",
        "A program will fail to load if <a> is greater than <b>.",
        [
            (
                f"{VP} PARAM p[] = {{ state.matrix.mvp.row[2..«1»] }}; END",
                f"{VP} PARAM p[] = {{ state.matrix.mvp.row[1..2] }}; END",
            ),
            (
                f"{FP4} PARAM p[] = {{ state.matrix.texture[1].inverse.row[3..«0»] }}; END",
                f"{FP4} PARAM p[] = {{ state.matrix.texture[1].inverse.row[0..3] }}; END",
            ),
        ],
    ),
    (
        NVV,
        "Program Attribute Variables",
        "A program will fail to load if <n> is greater than <o>.",
        [
            (
                f"{VP4} ATTRIB a[] = {{ vertex.texcoord[2..«1»] }}; END",
                f"{VP4} ATTRIB a[] = {{ vertex.texcoord[1..2] }}; END",
            ),
            (
                f"{VP4} OUTPUT o[] = {{ result.attrib[2..«1»] }}; END",
                f"{VP4} OUTPUT o[] = {{ result.attrib[1..2] }}; END",
            ),
            (
                f"{FP4} ATTRIB a[] = {{ fragment.clip[1..«0»] }}; END",
                f"{FP4} ATTRIB a[] = {{ fragment.clip[0..1] }}; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Attribute Variables",
        "all bindings assigned to the array must be of the same binding type and must increase"
        " consecutively",
        [
            (
                f"{VP4} ATTRIB «a»[] = {{ vertex.attrib[1], vertex.attrib[3] }}; END",
                f"{VP4} ATTRIB a[] = {{ vertex.attrib[1], vertex.attrib[2] }}; END",
            ),
            (
                f"{VP4} OUTPUT «a»[] = {{ result.texcoord[1], result.clip[2] }}; END",
                f"{VP4} OUTPUT a[] = {{ result.clip[1], result.clip[2] }}; END",
            ),
            (
                f"{VP4} ATTRIB «a»[] = {{ vertex.normal }}; END",
                f"{VP4} ATTRIB a[] = {{ vertex.texcoord }}; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Attribute Variables",
        "attribute bindings may be used in no more than one array variable accessed with relative"
        " addressing",
        [
            (
                f"{VP4} TEMP i; ATTRIB a[] = {{ vertex.attrib[1..2] }}; ATTRIB b[] = {{ vertex.attrib[2..3] }}; MOV i, a[i.x]; MOV i, «b»[i.x]; END",
                f"{VP4} TEMP i; ATTRIB a[] = {{ vertex.attrib[1..2] }}; ATTRIB b[] = {{ vertex.attrib[2..3] }}; MOV i, a[i.x]; MOV i, b[1]; END",
            ),
            (
                f"{VP4} TEMP i; OUTPUT a[] = {{ result.clip[1..2] }}; OUTPUT b[] = {{ result.clip[2..3] }}; MOV a[i.x], i; MOV «b»[i.x], i; END",
                f"{VP4} TEMP i; OUTPUT a[] = {{ result.clip[1..2] }}; OUTPUT b[] = {{ result.clip[3..4] }}; MOV a[i.x], i; MOV b[i.x], i; END",
            ),
        ],
    ),
    (
        ARBV,
        "Program Parameter Arrays",
        "A vertex program will fail to load if any GL state vector is bound multiple times in a"
        " single array accessed using relative addressing or bound once in two or more arrays"
        " accessed using relative addressing.",
        [
            (
                f"{VP} ADDRESS i; TEMP t; PARAM p[] = {{ state.matrix.mvp, state.matrix.mvp.row[1] }}; MOV t, «p»[i.x]; END",
                f"{VP} ADDRESS i; TEMP t; PARAM p[] = {{ state.matrix.mvp, state.matrix.mvp.row[1] }}; MOV t, p[4]; END",
            ),
            (
                f"{VP4} TEMP i; PARAM p[1] = {{ program.env[0] }}; PARAM q[1] = {{ program.env[0] }}; MOV i, p[i.x]; MOV i, «q»[i.y]; END",
                f"{VP4} TEMP i; PARAM p[1] = {{ program.env[0] }}; PARAM q[1] = {{ program.env[1] }}; MOV i, p[i.x]; MOV i, q[i.y]; END",
            ),
        ],
    ),
    (
        ARBV,
        "Program Parameter Arrays",
        "A vertex program that specifies an array size that does not match the number of parameter"
        " bindings in the initialization list will fail to load.",
        [
            (
                f"{VP} PARAM p[«5»] = {{ state.matrix.mvp }}; END",
                f"{VP} PARAM p[4] = {{ state.matrix.mvp }}; END",
            ),
            (f"{FP} PARAM p[«1»] = {{ 1, 2 }}; END", f"{FP} PARAM p[] = {{ 1, 2 }}; END"),
        ],
    ),
    (
        ARBV,
        "Program Parameter Arrays",
        "If any vertex program instruction accesses a program parameter array using absolute"
        " addressing with an out-of-range index, the vertex program will fail to load.",
        [
            (
                f"{VP} TEMP t; PARAM p[2] = {{ 1, 2 }}; MOV t, p[«2»]; END",
                f"{VP} TEMP t; PARAM p[2] = {{ 1, 2 }}; MOV t, p[1]; END",
            ),
            (
                f"{FP} TEMP t; PARAM p[] = {{ 1 }}; MOV t, p[«1»]; END",
                f"{FP} TEMP t; PARAM p[] = {{ 1 }}; MOV t, p[0]; END",
            ),
        ],
    ),
    (
        NV4,
        "Constant Bindings",
        "A program will fail to load if it specifies a floating-point constant value that should be"
        " interpreted as a signed or unsigned integer, or a negative integer constant value that"
        " should be interpreted as an unsigned integer.",
        [
            (f"{VP4} INT PARAM p = «0.5»; END", f"{VP4} INT PARAM p = -5; END"),
            (f"{VP4} TEMP t; ADD.U t, t, «1.0»; END", f"{VP4} TEMP t; ADD.U t, t, 1; END"),
            (f"{VP4} UINT PARAM p = {{ 1, -«2» }}; END", f"{VP4} UINT PARAM p = {{ 1, 2 }}; END"),
            (f"{VP4} TEMP t; MOV.S t, {{1, «2e0»}}; END", f"{VP4} TEMP t; MOV.S t, {{1, 2}}; END"),
        ],
    ),
    (
        NV4,
        "Constant Bindings",
        "If the value used to specify an integer constant is too large to be represented, the"
        " program will fail to load.",
        [
            (
                f"{VP4} TEMP t; MOV.S t, «0x80000000»; END",
                f"{VP4} TEMP t; MOV.U t, 0x80000000; END",
            ),
            (f"{VP4} UINT PARAM p = «4294967296»; END", f"{VP4} UINT PARAM p = 4294967295; END"),
            (f"{VP4} INT PARAM p = -«2147483649»; END", f"{VP4} INT PARAM p = -2147483648; END"),
        ],
    ),
    (
        NV4,
        "Program Parameter Buffers",
        'A program will fail to load if a variable declared as "BUFFER" and another variable'
        ' declared as "BUFFER4" use the same buffer binding point.',
        [
            (
                f"{VP4} BUFFER a = program.buffer[1][0]; BUFFER4 b = «program».buffer[1][2]; END",
                f"{VP4} BUFFER a = program.buffer[1][0]; BUFFER4 b = program.buffer[2][2]; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Parameter Buffers",
        "all bindings assigned to the array must use the same binding point and must increase"
        " consecutively",
        [
            (
                f"{VP4} BUFFER a[] = {{ program.buffer[0][1], «program».buffer[1][2] }}; END",
                f"{VP4} BUFFER a[] = {{ program.buffer[0][1], program.buffer[0][2] }}; END",
            ),
            (
                f"{VP4} BUFFER4 a[] = {{ program.buffer[0][1..2], «program».buffer[0][2..3] }}; END",
                f"{VP4} BUFFER4 a[] = {{ program.buffer[0][1..2], program.buffer[0][3] }}; END",
            ),
            (
                f"{VP4} BUFFER a[] = {{ program.buffer[0][3..«2»] }}; END",
                f"{VP4} BUFFER a[] = {{ program.buffer[0][2..3] }}; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Parameter Buffers",
        "Program parameter buffer bindings can not be used directly in executable instructions.",
        [
            (
                f"{FP4} TEMP t; MOV t, program.«buffer»[3][6]; END",
                f"{FP4} TEMP t; BUFFER b = program.buffer[3][6]; MOV t, b; END",
            ),
            (
                f"{FP4} PARAM p = program.«buffer»[0][0]; END",
                f"{FP4} PARAM p = program.env[0]; END",
            ),
        ],
    ),
    (
        NVF,
        "Program Results",
        "Fragment program result variables may not be declared as arrays.",
        [
            (
                f"{FP4} OPTION ARB_draw_buffers; OUTPUT o«[»2] = {{ result.color[0..1] }}; END",
                f"{FP4} OPTION ARB_draw_buffers; OUTPUT o = result.color[1]; END",
            ),
        ],
    ),
]
OPTIONS = [
    (
        ARBV, "Vertex Program Options",
        "A program will fail to load if it specifies a program option not supported by the GL.",
        [
            (f"{VP} OPTION «ARB_fog_exp»; END", f"{VP} OPTION ARB_position_invariant; END"),
            (f"{FP} OPTION «XYZ_option»; END", f"{FP} OPTION ARB_precision_hint_nicest; END"),
            (f"{FP4} OPTION «ARB_position_invariant»; END", f"{FP4} OPTION ARB_fog_exp2; END"),
        ],
    ),
    (
        ARBV, "Position-Invariant Vertex Program Option",
        'The <resultBinding> rule is modified to remove "result.position"',
        [
            (f"{VP} OPTION ARB_position_invariant; MOV result.«position», 1; END", f"{VP} OPTION ARB_position_invariant; MOV result.color, 1; END"),
            (f"{VP4} OPTION ARB_position_invariant; OUTPUT o = result.«position»; END", f"{VP4} OUTPUT o = result.position; END"),
        ],
    ),
    (
        ARBF, "Fog Application Options",
        'A fragment program that specifies more than one of the program options "ARB_fog_exp",'
        ' "ARB_fog_exp2", and "ARB_fog_linear", will fail to load.',
        [
            (f"{FP} OPTION ARB_fog_exp; OPTION «ARB_fog_exp2»; END", f"{FP} OPTION ARB_fog_exp2; END"),
            (f"{FP4} OPTION ARB_fog_linear; OPTION «ARB_fog_exp»; END", f"{FP4} OPTION ARB_fog_linear; END"),
        ],
    ),
    (
        ARBF, "Precision Hint Options",
        'A fragment program that specifies both the "ARB_precision_hint_fastest" and'
        ' "ARB_precision_hint_nicest" program options will fail to load.',
        [
            (f"{FP} OPTION ARB_precision_hint_nicest; OPTION «ARB_precision_hint_fastest»; END", f"{FP} OPTION ARB_precision_hint_nicest; OPTION ARB_fog_exp; END"),
            (f"{FP4} OPTION ARB_precision_hint_fastest; OPTION «ARB_precision_hint_nicest»; END", f"{FP4} OPTION ARB_precision_hint_fastest; END"),
        ],
    ),
    (
        "ARB_draw_buffers", "Draw Buffers Program Option",
        'If this option is not specified, a fragment program that attempts to bind "result.color[n]"'
        ' will fail to load, and only "result.color" will be allowed.',
        [
            (f"{FP} MOV result.color«[»0], 1; END", f"{FP} OPTION ARB_draw_buffers; MOV result.color[0], 1; END"),
            (f"{FP4} OUTPUT o = result.color«[»1]; END", f"{FP4} OPTION ATI_draw_buffers; OUTPUT o = result.color[1]; END"),
            (f"{FP} OPTION ARB_draw_buffers; MOV result.color[«8»], 1; END", f"{FP} OPTION ARB_draw_buffers; MOV result.color[7], 1; END"),
        ],
    ),
    (
        "ARB_fragment_program_shadow", "Fragment Program Grammar and Semantic Restrictions",
        "<shadowTarget> (if program option is present)",
        [
            (f"{FP} TEMP t; TEX t, t, texture[0], «SHADOW2D»; END", f"{FP} OPTION ARB_fragment_program_shadow; TEMP t; TEX t, t, texture[0], SHADOW2D; END"),
            (f"{FP} OPTION ARB_fragment_program_shadow; TEMP t; TEX t, t, texture[0], «SHADOWCUBE»; END", f"{FP4} TEMP t; TEX t, t, texture[0], SHADOWCUBE; END"),
        ],
    ),
]  # fmt: skip
