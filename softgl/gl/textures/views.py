"""Views of textures: glTextureView (ARB_texture_view)."""

from __future__ import annotations

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.formats.views import may_be_viewed
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.signature import EnumSet
from softgl.gl.textures.drawable_formats import FORMATS as DRAWABLE
from softgl.gl.textures.multisample_textures import MultisampleImage, MultisampleTexture
from softgl.gl.textures.objects import View
from softgl.gl.textures.storage import FORMATS
from softgl.gl.textures.stores import Store, level_of
from softgl.gl.textures.targets import BOUND_TARGETS, texture_target
from softgl.gl.textures.textures import new_texture
from softgl.texture.image import Image
from softgl.texture.targets import FACES

KNOWN = {getattr(gl, f"GL_{name}") for name in INTERNAL_FORMATS}
"""The enums of all internal formats of textures."""
TARGETS = EnumSet.of(BOUND_TARGETS - {gl.GL_TEXTURE_BUFFER})
_FLAT = ("2D", "ARRAY2D", "CUBE", "CUBEARRAY")
_SAMPLES = ("2DMS", "ARRAY2DMS")
COMPATIBLE = {
    "1D": ("1D", "ARRAY1D"),
    "ARRAY1D": ("1D", "ARRAY1D"),
    "2D": ("2D", "ARRAY2D"),
    "3D": ("3D",),
    "RECT": ("RECT",),
    **dict.fromkeys(("CUBE", "ARRAY2D", "CUBEARRAY"), _FLAT),
    **dict.fromkeys(_SAMPLES, _SAMPLES),
    "BUFFER": (),
}
"""The targets of views, by that of the original: ARB_texture_view, table 3.X.1."""


def _named(ctx, texture, origtexture):
    """Returns the original texture; raises for names that cannot be a view and its original."""
    objects = ctx.texturing.objects
    if not texture:
        raise invalid_value("texture: 0 is not a texture object")
    if texture not in objects or objects[texture] is not None:
        why = "has a target" if texture in objects else "is not a name from glGenTextures"
        raise invalid_operation(f"texture: {texture} {why}")
    original = objects.get(origtexture) if origtexture else None
    if original is None:
        raise invalid_value(f"origtexture: {origtexture} is not a texture object")
    if not getattr(original, "immutable_levels", 0):
        raise invalid_operation(f"origtexture: {origtexture} is not immutable")
    return original


def _format(value, original):
    """Returns the format of a view of a texture."""
    own = level_of(original, 0).format
    formats = DRAWABLE if original.target.multisampled else FORMATS
    found = formats.get(value)
    if found is None and value not in KNOWN:
        raise invalid_enum(f"{gl.name_of(int(value))} is not an internal format of softgl")
    # ARB_texture_view: "The two textures' internal formats must be compatible according to Table
    # 3.X.2 [...] or else an INVALID_OPERATION error is generated." It has none without a size.
    if found is None or not may_be_viewed(own, found):
        raise invalid_operation(f"GL_{own.name} and {gl.name_of(int(value))} are not compatible")
    return found


def _part(original, first_level, levels, first_layer, layers) -> View:
    """Returns the part of the store that a view has; the arguments count from the original."""
    view = original.view
    for name, first, count, most in (
        ("minlevel", first_level, levels, view.num_levels),
        ("minlayer", first_layer, layers, view.num_layers),
    ):
        if first >= most:
            raise invalid_value(f"{name}: {first} is not below the {most} of the original")
        if not count:
            raise invalid_value(f"{name.replace('min', 'num')}s: 0 is less than 1")
    return View(
        view.min_level + first_level, min(levels, view.num_levels - first_level),
        view.min_layer + first_layer, min(layers, view.num_layers - first_layer), view.levels,
    )  # fmt: skip


def _check_layers(kind, view, numlayers):
    """Raises for a number of layers that the target of a view cannot have."""
    if kind.layers is None and not kind.faces and numlayers != 1:
        raise invalid_value(f"numlayers: {kind.name} textures have one, not {numlayers}")
    if kind.faces and view.num_layers != FACES:
        raise invalid_value(f"numlayers: a cube map has {FACES} faces, not {view.num_layers}")
    if kind.directed and view.num_layers % FACES:
        raise invalid_value(f"numlayers: {view.num_layers} is not a multiple of {FACES}")


def _size(original, kind, view, number):
    """Returns the size of level `number` of a view, in the axes of its target."""
    columns, rows, slices = level_of(original, number).whole
    if kind.layers == 1:
        return columns, view.num_layers, 1
    if kind.layers is not None:
        slices = view.num_layers
    elif kind.name != "3D":
        slices = 1
    return columns, rows, slices


def _check_size(kind, size):
    if kind.directed and size[0] != size[1]:
        raise invalid_operation(f"the faces of cubes are square, not {size[0]}x{size[1]}")
    if max(size[axis] for axis in kind.filtered) > kind.largest:
        raise invalid_operation(f"{kind.name} textures have at most {kind.largest} texels a side")


@command("glTextureView", listed=False, target=TARGETS)
def texture_view(
    ctx, texture, target, origtexture, internalformat, minlevel, numlevels, minlayer, numlayers
):
    """Makes a texture of levels and layers of another one, whose texels both share.

    Its format may be another one with as many bits.
    """
    original = _named(ctx, texture, origtexture)
    kind = texture_target(target)
    if kind.name not in COMPATIBLE[original.target.name]:
        raise invalid_operation(f"{kind.name} is not compatible with {original.target.name}")
    format_ = _format(internalformat, original)
    view = _part(original, minlevel, numlevels, minlayer, numlayers)
    _check_layers(kind, view, numlayers)
    sizes = [
        _size(original, kind, view, minlevel + number) for number in range(view.num_levels)
    ]  # fmt: skip
    _check_size(kind, sizes[0])
    made = new_texture(kind, texture)
    if isinstance(made, MultisampleTexture):
        old = original.specified
        made.specify(MultisampleImage(format_, sizes[0], old.samples, old.fixed))
        made.make_immutable()
    else:
        made.make_immutable({
            (level, face): Image.blank(kind, format_, size)
            for level, size in enumerate(sizes)
            for face in range(len(kind.images))
        }, view.num_levels)  # fmt: skip
    made.view = view
    if original.store is None:
        original.store = Store(original)
    original.store.add(made)
    ctx.texturing.objects[texture] = made
