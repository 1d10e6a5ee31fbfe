"""The nesting of blocks in any language: their ends, and their maximum depth.

`p` is the state of a parser: `p.tokens`, and the open blocks `p.blocks`, each with its `part`.
"""

from __future__ import annotations

from softgl.asm.text.lexer import Token

ENDS = {
    "IF": "ELSE or ENDIF",
    "ELSE": "ENDIF",
    "LOOP": "ENDLOOP",
    "REP": "ENDREP",
    "FOR": "ENDFOR",
    "SWITCH": "CASE, DEFAULT or ENDSWITCH",
}
"""The instructions that may end each part of a block."""


def check_depth(p, where: Token, parts: tuple[str, ...], limit: int) -> None:
    """Fails for a block that is nested in too many others of some parts."""
    # NV_gpu_program4, "Program Flow Control": "a program will fail to load if an IF instruction is
    # nested inside MAX_PROGRAM_IF_DEPTH_NV or more IF/ELSE/ENDIF blocks."; the same of REP.
    if sum(block.part in parts for block in p.blocks) >= limit:
        p.tokens.fail(where, f"{where} is nested in {limit} others, the limit")


def innermost(p, where: Token, wanted: tuple[str, ...]):
    """Returns the innermost open block, which must be in one of the parts `wanted`."""
    # "A program will fail to load if any instruction block is terminated by an incorrect
    # instruction, is not terminated before the block containing it, or contains an instruction
    # label."
    if not p.blocks:
        p.tokens.fail(where, f"{where} without {wanted[0]}")
    block = p.blocks[-1]
    if block.part not in wanted:
        p.tokens.fail(where, f"{where} in a block that {block.part} begins", ENDS[block.part])
    return block
