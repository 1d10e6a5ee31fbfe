"""Counts in messages: a number with its noun."""


def counted(number: int, noun: str) -> str:
    """Formats a count, with the noun in the plural unless it is 1: "1 call", "2 calls"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
