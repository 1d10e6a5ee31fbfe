"""The comparisons of GL, by their names: of depths, alphas, stencil values and texels."""

COMPARISONS = {
    "never": lambda m, a, b: m.false,
    "less": lambda m, a, b: a < b,
    "equal": lambda m, a, b: a == b,
    "lequal": lambda m, a, b: a <= b,
    "greater": lambda m, a, b: a > b,
    "notequal": lambda m, a, b: a != b,
    "gequal": lambda m, a, b: a >= b,
    "always": lambda m, a, b: m.true,
}
"""Each takes the machine, the incoming value and the stored one, and gives a BOOL lane."""
