"""The table of built-in functions, variables and constants."""
