"""Locations: the owners of numbers, and the first free ones."""

from __future__ import annotations


class Locations:
    """Numbers from 0 on, each with the names of its owners.

    limit : the number of locations.
    """

    def __init__(self, limit: int):
        self.limit = limit
        self.owners: dict[int, list[str]] = {}
        self._free = 0

    def take(self, first: int, count: int, name: str) -> list[str]:
        """Takes consecutive locations, and returns the names of their earlier owners."""
        others: dict[str, None] = {}
        for number in range(first, first + count):
            owners = self.owners.setdefault(number, [])
            others |= dict.fromkeys(owners)
            owners.append(name)
        return list(others)

    def reserve(self, number: int, name: str) -> None:
        """Keeps one location from being given to others."""
        self.owners.setdefault(number, []).append(name)

    def fit(self, count: int) -> int | None:
        """Returns the first of `count` consecutive free locations, None if there are none."""
        start = run = self._next_free()
        while run < self.limit:
            if run in self.owners:
                start = run + 1
            elif run - start + 1 == count:
                return start
            run += 1
        return None

    def _next_free(self) -> int:
        # Locations are never given back: time stays linear in their number.
        while self._free in self.owners:
            self._free += 1
        return self._free
