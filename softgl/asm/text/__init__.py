"""The words and numbers that the texts of all languages share: tokens, literals, nesting, limits.

In: a text. Out: tokens with their places, words of 32 bits. Knows no language.
"""
