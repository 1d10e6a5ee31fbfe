"""The textures of a glTF file: images and samplers."""

from __future__ import annotations

from PIL import Image

from softgl.image import MAX_PIXELS, ImageError
from softgl.models.files.textures import check_texture
from softgl.models.gltf.document import Document
from softgl.models.gltf.extensions import IMAGES

# glTF 2.0, 5.26: the default sampler, and the legal values of its properties.
SAMPLER = {"wrapS": 10497, "wrapT": 10497, "minFilter": 9987, "magFilter": 9729}
SAMPLERS = {
    "wrapS": (10497, 33071, 33648),
    "wrapT": (10497, 33071, 33648),
    "minFilter": (9728, 9729, 9984, 9985, 9986, 9987),
    "magFilter": (9728, 9729),
}


class Images:
    """The textures of a document, each image decoded once."""

    def __init__(self, document: Document):
        self._document = document
        self._decoded: dict[int, Image.Image | None] = {}

    def texture(self, index, most: int = MAX_PIXELS) -> Image.Image | None:
        """The image of texture `index`, of at most `most` pixels; None if it is missing.

        Raises ModelError.
        """
        texture = self._document.item("textures", index)
        source = texture.get("source")
        for name in IMAGES:
            other = self._document.extension(texture, name) or {}
            source = other.get("source", source)
        if source is None:
            self._document.folder.warn(f"texture {index} has no image that is read")
            return None
        image = self._document.item("images", source)
        if source not in self._decoded:
            self._decoded[source] = self._image(source, image, most)
        return self._decoded[source]

    def sampler(self, index) -> dict[str, int]:
        """The sampler of texture `index`: names of parameters -> OpenGL's values."""
        document, texture = self._document, self._document.item("textures", index)
        sampler = document.item("samplers", texture["sampler"]) if "sampler" in texture else {}
        for name, values in SAMPLERS.items():
            if sampler.get(name, SAMPLER[name]) not in values:
                raise document.error(f"{name!r} of a sampler is {document.brief(sampler[name])}")
        return {name: sampler.get(name, value) for name, value in SAMPLER.items()}

    def _image(self, index, image, most):
        document = self._document
        if "bufferView" in image:
            data = document.view(image["bufferView"])[0]
        else:
            try:
                data = document.resource(image.get("uri"))
            except FileNotFoundError:
                return None
        data = bytes(data)
        try:
            check_texture(data, most)
        except ImageError as error:
            raise document.error(f"image {index} cannot be read: {error}") from None
        # Tools state wrong types: the bytes decide, not `mimeType`.
        return document.folder.textures.decode(data, f"image {index}")
