"""The files of a model: reads them from the model's folder only, within limits.

In: a path, and names that a file states. Out: bytes, or a `ModelError`.
"""
