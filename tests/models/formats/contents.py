"""The contents of a model file: its parts, and their colours."""

import numpy as np

from softgl.models.meshes import read_model


def read_parts(folder, suffix, data):
    """The parts of a model file with a suffix, a text or bytes."""
    path = folder / f"a.{suffix}"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return [part for part, _ in read_model(path).placed]


def display(colours):
    """Linear colours in display light, to two digits."""
    return np.round(np.concatenate([np.sqrt(colours[:, :3]), colours[:, 3:]], 1), 2).tolist()
