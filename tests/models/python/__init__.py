"""Models that a Python program holds."""
