"""What specifications say will fail to load: instructions, textures, control flow.

The entries are as in `sentences_variables`.
"""

from tests.asm.sentences_variables import ARBF, FP, FP4, NV4, VP, VP4

MODIFIERS = [
    (
        NV4,
        "Program Execution Environment",
        "If any variables with a conflicting data type are used in the instruction, the program"
        ' will fail to load unless the "NTC" (no type checking) instruction modifier is specified.',
        [
            (f"{VP4} INT TEMP a; MOV «a», 1; END", f"{VP4} INT TEMP a; MOV.NTC a, 1; END"),
            (
                f"{VP4} FLOAT TEMP a; AND.U «a», a, 1; END",
                f"{VP4} FLOAT TEMP a; AND.U.NTC a, a, 1; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Instruction Modifiers",
        "A program will fail to load if it contains an instruction that specifies more than one"
        " modifier of any given type",
        [
            (f"{VP4} TEMP a; ADD.S.«U» a, a, a; END", f"{VP4} TEMP a; ADD.U a, a, a; END"),
            (f"{VP4} TEMP a; ADDR.«F» a, a, a; END", f"{VP4} TEMP a; ADDR a, a, a; END"),
            (f"{VP4} TEMP a; ADD.CC.«CC0» a, a, a; END", f"{VP4} TEMP a; ADD.CC0 a, a, a; END"),
            (f"{VP4} TEMP a; ADDC.«CC1» a, a, a; END", f"{VP4} TEMP a; ADDC1 a, a, a; END"),
            (f"{VP4} TEMP a; ADD_SAT.«SSAT» a, a, a; END", f"{VP4} TEMP a; ADD_SSAT a, a, a; END"),
            (f"{VP4} TEMP a; ADD.NTC.«NTC» a, a, a; END", f"{VP4} TEMP a; ADD.NTC a, a, a; END"),
            (f"{VP4} TEMP a; MUL.S24.«HI» a, a, a; END", f"{VP4} TEMP a; MUL.S24 a, a, a; END"),
        ],
    ),
    (
        NV4,
        "Program Instruction Modifiers",
        "specifies a clamping modifier on an instruction, unless it produces floating-point results",
        [
            (f"{VP4} TEMP a; ADD.S.«SAT» a, a, a; END", f"{VP4} TEMP a; ADD.F.SAT a, a, a; END"),
            (f"{VP4} TEMP a; MOV.SSAT.«U» a, a; END", f"{VP4} TEMP a; MOV.SSAT.F a, a; END"),
            (f"{VP4} TEMP a; FLR_SAT.«S» a, a; END", f"{VP4} TEMP a; FLR.S a, a; END"),
        ],
    ),
    (
        NV4,
        "Program Instruction Modifiers",
        "specifies a modifier that is not supported by the instruction (see Table X.13 and the"
        " instruction description)",
        [
            (f"{VP4} TEMP a; DP3.«S» a, a, a; END", f"{VP4} TEMP a; DP3.F a, a, a; END"),
            (f"{VP4} TEMP a; AND.«F» a, a, a; END", f"{VP4} TEMP a; AND.S a, a, a; END"),
            (f"{VP4} TEMP a; «XORR» a, a, a; END", f"{VP4} TEMP a; XOR a, a, a; END"),
            (
                f"{VP4} TEMP a; «TEXH» a, a, texture, 2D; END",
                f"{VP4} TEMP a; TEXR a, a, texture, 2D; END",
            ),
            (f"{VP4} TEMP a; PK2H.«CC» a, a; END", f"{VP4} TEMP a; PK2H.U a, a; END"),
            (
                f"{VP4} TEMP a; TXQ.«S» a, a, texture, 2D; END",
                f"{VP4} TEMP a; TXQ a, a, texture, 2D; END",
            ),
            (f"{FP4} TEMP a; KIL.«CC» a; END", f"{FP4} TEMP a; KIL.S a; END"),
            (f"{FP4} TEMP a; DDX.«U» a, a; END", f"{FP4} TEMP a; DDX_SAT a, a; END"),
            (f"{VP4} IF.«S» TR; ENDIF; END", f"{VP4} IF TR; ENDIF; END"),
            (f"{VP4} REP.«CC» 2; ENDREP; END", f"{VP4} REP.U 2; ENDREP; END"),
            (f"{VP4} TEMP a; ADD.«HI» a, a, a; END", f"{VP4} TEMP a; MUL.U.HI a, a, a; END"),
        ],
    ),
    (
        NV4,
        "MUL: Multiply",
        'If "S24" or "U24" is specified, the data type is implied and normal data type modifiers may'
        " not be provided.",
        [
            (f"{VP4} TEMP a; MUL.S24.«S» a, a, a; END", f"{VP4} TEMP a; MUL.S24 a, a, a; END"),
            (f"{VP4} TEMP a; MUL.U.«U24» a, a, a; END", f"{VP4} TEMP a; MUL.U24.CC a, a, a; END"),
        ],
    ),
    (
        NV4,
        "MUL: Multiply",
        'If "HI" is specified, either of the "S" or "U" integer data type modifiers must also be'
        " specified.",
        [
            (f"{VP4} TEMP a; MUL.«HI» a, a, a; END", f"{VP4} TEMP a; MUL.HI.S a, a, a; END"),
            (f"{VP4} TEMP a; MUL.F.«HI» a, a, a; END", f"{VP4} TEMP a; MUL.U.HI a, a, a; END"),
        ],
    ),
]
OPERANDS = [
    (
        NV4,
        "Program Operands",
        "If the specified member number is greater than or equal to the size of the array, the"
        " program will fail to load.",
        [
            (f"{VP4} TEMP a[3]; MOV a[«3»], 1; END", f"{VP4} TEMP a[3]; MOV a[2], 1; END"),
            (
                f"{VP4} BUFFER b[] = {{ program.buffer[0][5..6] }}; TEMP t; MOV t, b[«2»]; END",
                f"{VP4} BUFFER b[] = {{ program.buffer[0][5..6] }}; TEMP t; MOV t, b[1]; END",
            ),
            (
                f"{FP4} ATTRIB a[] = {{ fragment.attrib[0..1] }}; MOV result.color, a[«2»]; END",
                f"{FP4} ATTRIB a[] = {{ fragment.attrib[0..1] }}; MOV result.color, a[1]; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Operands",
        "A program will fail to load if it specifies an offset outside that range.",
        [
            (
                f"{VP4} TEMP a[3], i; MOV a[i.x + «3»], i; END",
                f"{VP4} TEMP a[3], i; MOV a[i.x + 2], i; END",
            ),
            (
                f"{VP4} TEMP a[3], i; MOV i, a[i.x - «1»]; END",
                f"{VP4} TEMP a[3], i; MOV i, a[i.x - 0]; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Operands",
        "A program will fail to load if it contains a swizzle suffix with selectors from both of"
        " these sets.",
        [
            (f"{VP4} TEMP a; MOV a, a.«xgzw»; END", f"{VP4} TEMP a; MOV a, a.xyzw; END"),
            (f"{FP} TEMP a; MOV a, a.«rgbx»; END", f"{FP} TEMP a; MOV a, a.rgbr; END"),
        ],
    ),
    (
        NV4,
        "Program Destination Variable Update",
        'The grammar does not allow mixing "x", "y", "z", or "w" components with "r", "g", "b", and'
        ' "a" ones.',
        [
            (f"{VP4} TEMP a; MOV a.«xg», a; END", f"{VP4} TEMP a; MOV a.xy, a; END"),
            (f"{VP4} TEMP a; MOV a.«yx», a; END", f"{VP4} TEMP a; MOV a.rg, a; END"),
        ],
    ),
]
SIZES = [
    (
        NV4,
        f"{name}: {title}",
        f"A program will fail to load if it contains a {name} instruction whose operand or result"
        ' is a variable declared as "SHORT".',
        [(wrong, wrong.replace("SHORT ", "").replace("«", "").replace("»", ""))],
    )
    for name, title, wrong in [
        ("PK2H", "Pack Two 16-bit Floats", f"{VP4} SHORT TEMP a; TEMP b; PK2H «a», b; END"),
        (
            "PK2US",
            "Pack Two Floats as Unsigned 16-bit",
            f"{VP4} SHORT TEMP a; TEMP b; PK2US «a».x, b; END",
        ),
        (
            "PK4B",
            "Pack Four Floats as Signed 8-bit",
            f"{VP4} SHORT TEMP a[2]; TEMP b; PK4B «a»[1], b; END",
        ),
        (
            "PK4UB",
            "Pack Four Floats as Unsigned 8-bit",
            f"{VP4} SHORT OUTPUT o = result.color; TEMP b; PK4UB «o», b; END",
        ),
        ("UP2H", "Unpack Two 16-bit Floats", f"{VP4} SHORT TEMP a; TEMP b; UP2H b, «a».x; END"),
        (
            "UP2US",
            "Unpack Two Unsigned 16-bit Integers",
            f"{VP4} SHORT TEMP a; TEMP b; UP2US b, -«a».x; END",
        ),
        (
            "UP4B",
            "Unpack Four Signed 8-bit Integers",
            f"{VP4} SHORT TEMP a; TEMP b; UP4B b, |«a».x|; END",
        ),
        (
            "UP4UB",
            "Unpack Four Unsigned 8-bit Integers",
            f"{VP4} SHORT TEMP a; ALIAS c = a; TEMP b; UP4UB.U b, «c».x; END",
        ),
    ]
]
TEXTURES = [
    (
        ARBF,
        "Fragment Program Texture Instruction Set",
        "A fragment program will fail to load if it attempts to sample from multiple texture targets"
        " on the same texture image unit.",
        [
            (
                f"{FP} TEX result.color, fragment.texcoord[0], texture[0], 2D; TEX result.depth, fragment.texcoord[1], texture[0], «3D»; END",
                f"{FP} TEX result.color, fragment.texcoord[0], texture[0], 2D; TEX result.depth, fragment.texcoord[1], texture[1], 3D; END",
            ),
            (
                f"{FP} OPTION ARB_fragment_program_shadow; TEMP t; TEX t, t, texture[0], 2D; TEX t, t, texture[0], «SHADOW2D»; END",
                f"{FP} OPTION ARB_fragment_program_shadow; TEMP t; TEX t, t, texture[0], SHADOW2D; TXP t, t, texture[0], SHADOW2D; END",
            ),
            (
                f"{VP4} TEMP t; TEX t, t, texture[3], ARRAY2D; TXF t, t, texture[3], «2D»; END",
                f"{VP4} TEMP t; TEX t, t, texture[3], ARRAY2D; TXF t, t, texture[3], ARRAY2D; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Texture Access",
        "if the texture target specified in the instruction is 1D, ARRAY1D, SHADOW1D, or"
        " SHADOWARRAY1D, and the second or third component of the offset vector is non-zero",
        [
            (
                f"{FP4} TEMP t; TEX t, t, texture, {target}, (1, «1»); END",
                f"{FP4} TEMP t; TEX t, t, texture, {target}, (1, 0); END",
            )
            for target in ("1D", "ARRAY1D", "SHADOW1D", "SHADOWARRAY1D")
        ],
    ),
    (
        NV4,
        "Program Texture Access",
        "if the texture target specified in the instruction is 2D, RECT, ARRAY2D, SHADOW2D,"
        " SHADOWRECT, or SHADOWARRAY2D, and the third component of the offset vector is non-zero",
        [
            (
                f"{FP4} TEMP t; TEX t, t, texture, {target}, (1, -2, «3»); END",
                f"{FP4} TEMP t; TEX t, t, texture, {target}, (1, -2, 0); END",
            )
            for target in ("2D", "RECT", "ARRAY2D", "SHADOW2D", "SHADOWRECT", "SHADOWARRAY2D")
        ],
    ),
    (
        NV4,
        "Program Texture Access",
        "if the texture target is CUBE or SHADOWCUBE, and any component of the offset vector is"
        " non-zero -- texel offsets are not supported for cube map or buffer textures",
        [
            (
                f"{FP4} TEMP t; TEX t, t, texture, CUBE, («-»1); END",
                f"{FP4} TEMP t; TEX t, t, texture, CUBE, (0); END",
            ),
            (
                f"{FP4} TEMP t; TEX t, t, texture, SHADOWCUBE, (0, «1»); END",
                f"{FP4} TEMP t; TEX t, t, texture, SHADOWCUBE; END",
            ),
            (
                f"{FP4} TEMP t; TXF t, t, texture, BUFFER, («1»); END",
                f"{FP4} TEMP t; TXF t, t, texture, BUFFER; END",
            ),
        ],
    ),
    (
        NV4,
        "Program Texture Access",
        "if any component of the offset vector is less than MIN_PROGRAM_TEXEL_OFFSET_EXT or greater"
        " than MAX_PROGRAM_TEXEL_OFFSET_EXT.",
        [
            (
                f"{FP4} TEMP t; TXL t, t, texture, 3D, (1, 2, «8»); END",
                f"{FP4} TEMP t; TXL t, t, texture, 3D, (1, 2, 7); END",
            ),
            (
                f"{FP4} TEMP t; TXL t, t, texture, 3D, (-«9», 2, 1); END",
                f"{FP4} TEMP t; TXL t, t, texture, 3D, (-8, 2, 1); END",
            ),
        ],
    ),
    (
        NV4,
        "Program Texture Access",
        'If a program contains a TXF instruction specifying one of the "SHADOW" or "CUBE" targets,'
        " it will fail to load.",
        [
            (
                f"{FP4} TEMP t; TXF t, t, texture, «{target}»; END",
                f"{FP4} TEMP t; TXQ t, t, texture, {target}; END",
            )
            for target in (
                "CUBE",
                "SHADOW1D",
                "SHADOW2D",
                "SHADOWRECT",
                "SHADOWCUBE",
                "SHADOWARRAY1D",
                "SHADOWARRAY2D",
            )
        ],
    ),
    *(
        (
            NV4,
            f"{name}: Texture Sample with {way}",
            f"A program will fail to load if it contains a {name} instruction with a target of"
            " SHADOWCUBE or SHADOWARRAY2D.",
            [
                (
                    f"{FP4} TEMP t; {name} t, t, texture, «{target}»; END",
                    f"{FP4} TEMP t; TEX t, t, texture, {target}; END",
                )
                for target in ("SHADOWCUBE", "SHADOWARRAY2D")
            ],
        )
        for name, way in (("TXB", "Bias"), ("TXL", "LOD"), ("TXP", "Projection"))
    ),
    (
        NV4,
        "Program Texture Access",
        "Buffer textures are not supported by normal texture lookup functions, but are supported by"
        " TXF and TXQ",
        [
            (
                f"{FP4} TEMP t; TEX t, t, texture, «BUFFER»; END",
                f"{FP4} TEMP t; TXF t, t, texture, BUFFER; END",
            ),
            (
                f"{FP4} TEMP t; TXD t, t, t, t, texture, «BUFFER»; END",
                f"{FP4} TEMP t; TXQ t, t, texture, BUFFER; END",
            ),
        ],
    ),
]
FLOW = [
    (
        NV4,
        "Program Flow Control",
        "A program will fail to load if any instruction block is terminated by an incorrect"
        " instruction, is not terminated before the block containing it, or contains an instruction"
        " label.",
        [
            (f"{VP4} IF TR; «ENDREP»; END", f"{VP4} IF TR; ENDIF; END"),
            (f"{VP4} REP 2; «ENDIF»; END", f"{VP4} REP 2; ENDREP; END"),
            (f"{VP4} REP 2; «ELSE»; ENDREP; END", f"{VP4} IF TR; ELSE; ENDIF; END"),
            (f"{VP4} IF TR; ELSE; «ELSE»; ENDIF; END", f"{VP4} IF TR; ELSE; ENDIF; END"),
            (
                f"{VP4} IF TR; REP 2; «ELSE»; ENDREP; ENDIF; END",
                f"{VP4} IF TR; REP 2; ENDREP; ELSE; ENDIF; END",
            ),
            (
                f"{VP4} IF TR; REP 2; «ENDIF»; ENDREP; END",
                f"{VP4} IF TR; REP 2; ENDREP; ENDIF; END",
            ),
            (f"{VP4} IF TR; «END»", f"{VP4} IF TR; ENDIF; END"),
            (f"{VP4} REP 2; IF TR; ENDIF; «END»", f"{VP4} REP 2; IF TR; ENDIF; ENDREP; END"),
            (f"{VP4} «ENDIF»; END", f"{VP4} IF TR; ENDIF; END"),
            (f"{VP4} «ELSE»; END", f"{VP4} IF TR; ELSE; ENDIF; END"),
            (f"{VP4} «ENDREP»; END", f"{VP4} REP 1; ENDREP; END"),
            (f"{VP4} IF TR; «a»: ENDIF; END", f"{VP4} IF TR; ENDIF; a: END"),
            (f"{VP4} REP 2; «a»: ENDREP; END", f"{VP4} a: REP 2; ENDREP; END"),
        ],
    ),
    (
        NV4,
        "Program Flow Control",
        "a program will fail to load if an IF instruction is nested inside MAX_PROGRAM_IF_DEPTH_NV"
        " or more IF/ELSE/ENDIF blocks.",
        [
            (
                f"{VP4} {'IF TR; ' * 64}«IF» TR; {'ENDIF; ' * 65}END",
                f"{VP4} {'IF TR; ' * 64}{'ENDIF; ' * 64}END",
            ),
            (
                f"{VP4} {'IF TR; ELSE; ' * 64}«IF» TR; END",
                f"{VP4} {'IF TR; ELSE; ' * 63}IF TR; {'ENDIF; ' * 64}END",
            ),
        ],
    ),
    (
        NV4,
        "Program Flow Control",
        "a program will fail to load if a REP instruction is nested inside"
        " MAX_PROGRAM_LOOP_DEPTH_NV or more REP/ENDREP blocks.",
        [
            (f"{VP4} {'REP 2; ' * 64}«REP» 2; END", f"{VP4} {'REP 2; ' * 64}{'ENDREP; ' * 64}END"),
        ],
    ),
    (
        NV4,
        "Program Flow Control",
        "A program will fail to load if it includes a CONT or BRK instruction that is not contained"
        " inside a REP/ENDREP block.",
        [
            (f"{VP4} «BRK»; END", f"{VP4} REP; BRK; ENDREP; END"),
            (
                f"{VP4} IF TR; «CONT» (EQ.x); ENDIF; END",
                f"{VP4} REP 3; IF TR; CONT (EQ.x); ENDIF; ENDREP; END",
            ),
            (f"{VP4} REP 3; ENDREP; «BRK» (GT); END", f"{VP4} REP 3; BRK (GT); ENDREP; END"),
        ],
    ),
    (
        NV4,
        "Program Flow Control",
        "a program will fail to load if it contains a REP/ENDREP block that contains neither a BRK"
        " instruction at the current nesting level or a RET instruction at any nesting level.",
        [
            (f"{VP4} «REP»; ENDREP; END", f"{VP4} REP 1; ENDREP; END"),
            (
                f"{VP4} «REP»; REP 2; BRK; ENDREP; ENDREP; END",
                f"{VP4} REP; REP 2; RET; ENDREP; ENDREP; END",
            ),
            (f"{VP4} «REP»; CONT; ENDREP; END", f"{VP4} REP; IF TR; BRK; ENDIF; ENDREP; END"),
        ],
    ),
    (
        NV4,
        "Program Flow Control",
        "a program will fail to load if it includes a CAL instruction that references an instruction"
        " label that is not defined anywhere in the program.",
        [
            (f"{VP4} CAL «b»; a: END", f"{VP4} CAL b; b: END"),
            (f"{VP4} TEMP t; CAL «t» (EQ.x); END", f"{VP4} TEMP t; t: CAL t (EQ.x); END"),
        ],
    ),
]
GRAMMAR = [
    (
        NV4, "Program Grammar",
        "A program is invalid if it contains any tokens or characters not defined in this"
        " specification.",
        [
            (f"{VP4} TEMP a; MOV a, a«!»; END", f"{VP4} TEMP a; MOV a, a; END"),
            (f"{VP4} IF «(»EQ.x); ENDIF; END", f"{VP4} IF EQ.x; ENDIF; END"),
            (f"{VP4} REP 2; BRK «EQ».x; ENDREP; END", f"{VP4} REP 2; BRK (EQ.x); ENDREP; END"),
            (f"{VP4} IF «XX».x; ENDIF; END", f"{VP4} IF NAN1.x; ENDIF; END"),
            (f"{VP} TEMP a; «IF» EQ.x; END", f"{VP} TEMP IF; MOV IF, 1; END"),
            (f"{VP} TEMP a; «a»: END", f"{VP4} TEMP a; a: END"),
            (f"{VP4} «texture»: END", f"{VP4} main: END"),
            (f"{VP4} a: «a»: END", f"{VP4} a: b: END"),
        ],
    ),
    (
        ARBF, "Fragment Program Grammar and Semantic Restrictions",
        "The following strings are reserved keywords and may not be used as identifiers",
        [
            (f"{FP} TEMP «MOV_SAT»; END", f"{FP} TEMP ARL; END"),
            (f"{VP} TEMP «ARL»; END", f"{VP} TEMP TEX; END"),
            (f"{FP4} TEMP «primitive»; END", f"{VP4} TEMP primitive; END"),
            (f"{VP4} TEMP «vertex»; END", f"{FP4} TEMP vertex; END"),
        ],
    ),
    (
        ARBF, "Fragment Program Variables",
        "<stateSingleItem> names the groups of state that each language can bind",
        [
            (f"{FP} PARAM p = state.«texgen».eye.s; END", f"{VP} PARAM p = state.texgen.eye.s; END"),
            (f"{FP} PARAM p = state.«point».size; END", f"{VP4} PARAM p = state.point.size; END"),
            (f"{VP} PARAM p = state.«texenv».color; END", f"{FP} PARAM p = state.texenv.color; END"),
            (f"{VP4} PARAM p = state.light[«8»].half; END", f"{VP4} PARAM p = state.light[7].half; END"),
            (f"{VP4} PARAM p = state.clip[«6»].plane; END", f"{FP4} PARAM p = state.clip[5].plane; END"),
            (f"{VP4} PARAM p = state.lightprod[0].«emission»; END", f"{VP4} PARAM p = state.lightprod[0].back.diffuse; END"),
        ],
    ),
]  # fmt: skip
