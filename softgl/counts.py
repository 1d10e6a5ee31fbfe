"""Counts in messages: a number with its noun."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Formats a count, with the noun in the plural unless it is 1: "1 call", "2 calls".

    plural : of the noun, if it is irregular.
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
