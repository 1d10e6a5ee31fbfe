"""Lexical parts that all languages share: tokens, literals, nesting, limits.

In: a text. Out: tokens with their spans, 32-bit words. The package is independent of languages.
"""
