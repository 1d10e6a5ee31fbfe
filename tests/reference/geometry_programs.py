"""Random geometry programs: the instructions of all NV4 programs, EMIT and ENDPRIM anywhere."""

from __future__ import annotations

import random

from tests.reference.generator import Generator
from tests.reference.geometry import VERTICES
from tests.reference.repertoire import APPROXIMATE, FLOAT_OPS, Kind

LANGUAGE = "NVgp4.0"
RESULTS = ("result.position", *(f"result.attrib[{n}]" for n in range(11)))
ATTRIBUTES = 8


class GeometryGenerator(Generator):
    """Writes one program."""

    def __init__(self, seed):
        self.random = random.Random(f"{seed} {LANGUAGE}")
        self.taken = self.pick(*VERTICES)
        self.vertices = VERTICES[self.taken]
        attribute = f"vertex[{self.vertices - 1}].attrib"
        self.kind = Kind(attribute, RESULTS, APPROXIMATE, FLOAT_OPS)
        self.language, self.nv4, self.fragment, self.derivatives = LANGUAGE, True, False, False
        self.lines, self.loops, self.depth, self.callable = [], 0, 0, []
        self.near, self.exact_results = RESULTS[-2:], RESULTS[:-2]

    def declare(self):
        super().declare()
        made = self.pick("POINTS", "LINE_STRIP", "TRIANGLE_STRIP")
        self.lines[0] = self.lines[0].replace(
            "\n",
            f"\nPRIMITIVE_IN {self.taken}; PRIMITIVE_OUT {made};"
            f" VERTICES_OUT {self.pick(1, 3, 7, 18)};\n",
        )
        self.lines += [
            "ATTRIB p = vertex.position;",
            "ATTRIB each[] = { vertex.attrib[3..7] };",
            "INT ATTRIB number = primitive.id;",
        ]

    def arithmetic(self):
        choice = self.random.random()
        if choice < 0.12:
            return "EMIT"
        return "ENDPRIM" if choice < 0.16 else super().arithmetic()

    def store_all(self, names):
        super().store_all(names)
        self.emit("EMIT")

    def number(self):
        """The number of a vertex, perhaps computed at run time."""
        if self.chance(0.5):
            return str(self.random.randrange(self.vertices))
        offset = self.pick("", f" + {self.random.randrange(self.vertices)}")
        return f"{self.pick('i0', 'i1', 'n', 't0')}.{self.pick(*'xyzw')}{offset}"

    def place(self, letter, swz=False):
        choice = self.random.random()
        if choice < 0.06:
            return f"vertex[{self.random.randrange(self.vertices)}].attrib[{self.pick(0, 7)}]"
        if choice < 0.12:
            return f"p[{self.number()}]"
        if choice < 0.2:
            element = self.pick("0", "4", "i0.x", "i1.z + 4")
            return f"each[{self.number()}][{element}]"
        if choice < 0.22:
            return "number" if letter == "S" else "primitive.id"
        return super().place(letter, swz)


def random_geometry(seed) -> str:
    """The text of one random program; the same for the same seed."""
    return GeometryGenerator(seed).text()
