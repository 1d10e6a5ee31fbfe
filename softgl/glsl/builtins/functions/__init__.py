"""The entries of the built-in functions, a module for each section of chapter 8."""
