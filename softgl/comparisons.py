"""GL's comparison functions by name, for depths, alphas, stencil values and shadow maps."""

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
"""Name -> function(machine, incoming value, stored value), which returns a BOOL lane."""
