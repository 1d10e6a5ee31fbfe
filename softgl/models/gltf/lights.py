"""The lights of a glTF file (KHR_lights_punctual)."""

from __future__ import annotations

from softgl import hostmath
from softgl.models.gltf.document import Document
from softgl.models.parts.model import Light

PUNCTUAL = "KHR_lights_punctual"
KINDS = ("directional", "point", "spot")


def read_lights(document: Document, order: list[int]) -> list[tuple[int, Light]]:
    """The lights that nodes of the scene place: (node, light at the origin). Raises ModelError."""
    extension = document.object(document.object(document.header, "extensions"), PUNCTUAL)
    lights, found = document.objects(extension, "lights"), []
    for node in sorted(order):
        extensions = document.object(document.items("nodes")[node], "extensions")
        placed = document.object(extensions, PUNCTUAL)
        if "light" in placed:
            index = document.number(placed["light"], "an index of 'lights'", len(lights) - 1)
            found.append((node, _light(document, index, lights[index])))
    return found


def _light(document, index, light):
    kind = light.get("type")
    if kind not in KINDS:
        raise document.error(
            f"light {index}: found type {document.brief(kind)}, expected {', '.join(KINDS)}"
        )

    def number(holder, name, default):
        return max(document.real(holder.get(name, default), name), 0.0)

    colour = document.numbers(light.get("color", [1.0, 1.0, 1.0]), "color", 3)
    intensity = number(light, "intensity", 1.0)
    reach = number(light, "range", 0.0) if kind != "directional" and "range" in light else None
    inner = outer = None
    if kind == "spot":
        spot = document.object(light, "spot")
        inner = number(spot, "innerConeAngle", 0.0)
        outer = min(number(spot, "outerConeAngle", hostmath.PI / 4), hostmath.PI / 2)
        inner = min(inner, outer)
    return Light(
        kind,
        tuple(max(part, 0.0) * intensity for part in colour),
        hostmath.IDENTITY,
        reach or None,  # a range of 0 is not legal: as without
        None if inner is None else (hostmath.cos(inner), hostmath.cos(outer)),
    )
