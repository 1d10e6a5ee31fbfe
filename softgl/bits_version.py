"""The bits version: a number that grows where any picture may change, as CHANGELOG.md then says."""

BITS = 1
"""Softgl of one bits version draws every picture with the same bits, on any machine."""
