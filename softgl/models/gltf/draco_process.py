"""Decodes Draco data in a process of its own, run as a file: a damaged one cannot end the caller.

In, on the standard input: for each mesh its length in bytes (uint32) and its bytes. Out: for each
mesh a line of JSON, and the bytes of the arrays that it describes: [[name, dtype, shape], ...],
where the name is "faces" or the unique id of an attribute; or the line null for damaged data.
"""

import json
import struct
import sys

import DracoPy
import numpy as np

MAX_BYTES = 2 << 30
"""Address space of the process."""


def decode(data):
    """Decodes a mesh or a point cloud: [(name, array), ...]; None if it is damaged."""
    try:
        mesh = DracoPy.decode(data)
    except Exception:  # DracoPy raises several types for damaged data
        return None
    arrays = [(each["unique_id"], np.asarray(each["data"])) for each in mesh.attributes]
    faces = getattr(mesh, "faces", None)
    if faces is not None:
        arrays.append(("faces", np.asarray(faces)))
    return [(name, np.ascontiguousarray(array)) for name, array in arrays]


def main():
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    except (ImportError, ValueError, OSError):  # Windows, or a lower limit
        pass
    out = sys.stdout.buffer
    while len(length := sys.stdin.buffer.read(4)) == 4:
        arrays = decode(sys.stdin.buffer.read(*struct.unpack("<I", length)))
        header = arrays and [[name, array.dtype.str, array.shape] for name, array in arrays]
        out.write(json.dumps(header).encode() + b"\n")
        for _, array in arrays or ():
            out.write(array.tobytes())


if __name__ == "__main__":
    main()
