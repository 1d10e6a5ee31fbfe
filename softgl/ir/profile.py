"""The arithmetic of the language families."""

from __future__ import annotations

from enum import Enum


class Profile(Enum):
    """The arithmetic rules that all instructions of a language family share.

    A rule of a single instruction is a `variant` of its formula in `softgl.isa`.
    """

    IEEE = "ieee"
    VP1 = "NV_vertex_program"
    VP2 = "NV_vertex_program2"
    VP3 = "NV_vertex_program3"
    FP1 = "NV_fragment_program"
    DIRECT3D9 = "TGSI, LEGACY_MATH_RULES"

    @property
    def flushes(self) -> bool:
        """True if denormal operands and results are flushed to zeros of their sign."""
        # NV_vertex_program2, 2.14.3: "IEEE denorm encodings [...] are not supported.  All such
        # numbers are flushed to zero."
        # NV_fragment_program says the same of its 32-bit numbers.
        return self in (Profile.VP1, Profile.VP2, Profile.FP1)

    @property
    def zero_wins(self) -> bool:
        """True if 0 times any float is +0, even times infinity or NaN."""
        # NV_vertex_program, 2.14.1.11: "(positive or negative) 0.0 times anything is (positive)
        # 0.0."
        return self in (Profile.VP1, Profile.DIRECT3D9)

    @property
    def clamps_nan(self) -> bool:
        """True if a clamp turns NaN into a number, and -0 into +0."""
        # NV_fragment_program, 3.11.4.4, and NV_vertex_program3, 2.14.4.3: "if (result.x < 0)
        # result.x = 0; else if (result.x > 1) result.x = 1;"
        return self not in (Profile.FP1, Profile.VP3)

    @property
    def missing_texel(self) -> tuple[float, float, float, float]:
        """The sample of a missing or incomplete texture."""
        # NV_fragment_program, "TEX: Texture Lookup": "If the specified texture target has a
        # consistent set of images, a lookup is performed.  Otherwise, the result of the instruction
        # is the vector (0,0,0,0)."
        # ARB_fragment_program, "Fragment Program Texture Instruction Set": (0, 0, 0, 1).
        return (0.0, 0.0, 0.0, float(self is not Profile.FP1))

    @property
    def drops_depths(self) -> bool:
        """True if a fragment is discarded when its program moves its depth out of the depth range.

        Primitives are then not clipped by the near and far planes.
        """
        # NV_fragment_program, 3.11.6: "the fragment is discarded if its depth value is outside the
        # range [min(n,f), max(n,f)]"; 2.11: "Clipping to the near and far clip planes is ignored
        # [...] if the current fragment program [...] computes per-fragment depth values."
        return self is Profile.FP1

    @property
    def initializes(self) -> bool:
        """True if unwritten results are (0, 0, 0, 1)."""
        # NV_vertex_program, 2.14.1.5: "Each register value is initialized to (0,0,0,1)"; elsewhere
        # an unwritten result is undefined.
        return self in (Profile.VP1, Profile.VP2)

    @property
    def signed_nan(self) -> bool:
        """True if the sign of a NaN is observable, so that every computed NaN must be positive."""
        # NV_vertex_program, 2.14.1.11: "Computations involving +NaN or -NaN generate +NaN".
        return self is Profile.VP1

    @property
    def zero_beyond(self) -> bool:
        """True if a parameter outside the register file reads as zeros, not as the nearest one."""
        # NV_vertex_program, 2.14.1.9: "reads outside of the 0 to 95 inclusive range always read
        # the value (0,0,0,0)"; NV_vertex_program2 leaves it undefined.
        return self in (Profile.VP1, Profile.VP2)
