"""The extensions that a glTF file names, checked against the supported ones."""

from __future__ import annotations

from softgl.models.gltf.document import MESHOPT, Document

DRACO = "KHR_draco_mesh_compression"
GLOSSINESS = "KHR_materials_pbrSpecularGlossiness"
STRENGTH = "KHR_materials_emissive_strength"
TRANSFORM = "KHR_texture_transform"
UNLIT = "KHR_materials_unlit"
IMAGES = ("EXT_texture_webp", "MSFT_texture_dds")
"""Extensions of textures that name another image, which is preferred."""

READ = frozenset({
    DRACO,
    GLOSSINESS,
    STRENGTH,
    TRANSFORM,
    UNLIT,
    *IMAGES,
    *MESHOPT,
    "EXT_mesh_gpu_instancing",
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
})  # fmt: skip
WITHOUT_EFFECT = frozenset({
    "KHR_materials_variants",  # the other materials are choices of a user
    "KHR_xmp",
    "KHR_xmp_json_ld",
})  # fmt: skip
"""Extensions that do not change the picture."""


def check_extensions(document: Document) -> None:
    """Warns of unsupported extensions.

    Raises ModelError for an unsupported extension that the file requires.
    """
    for name in _names(document, "extensionsRequired"):
        if name not in READ | WITHOUT_EFFECT:
            raise document.error(f"it requires the extension {name}, which is not supported")
    for name in _names(document, "extensionsUsed"):
        if name not in READ | WITHOUT_EFFECT:
            document.folder.warn(f"the extension {name} is not supported; drawn without it")


def _names(document, kind):
    found = document.header.get(kind, [])
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise document.error(f"{kind!r} is not a list of names")
    return [name if len(name) <= 80 else f"{name[:77]}..." for name in found]
