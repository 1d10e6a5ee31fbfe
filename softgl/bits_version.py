"""The bits version: increased whenever a picture may change; CHANGELOG.md then names the change."""

BITS = 1
"""Releases with equal bits versions draw every picture with the same bits, on any machine."""
