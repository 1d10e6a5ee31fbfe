"""Debug labels of objects (KHR_debug, 5.5.8)."""

from __future__ import annotations

import weakref
from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import CONVERTERS, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import fill_each
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.spelling import brief
from softgl.gl.api.tables import State
from softgl.gl.queries.debug_output import text_argument
from softgl.gl.queries.sync import Sync
from softgl.records import dataclass

MAX_LABEL_LENGTH = 256
"""The limit of a label's length, including the terminating zero."""


def _shaders(ctx) -> dict:
    return {n: each for n, each in ctx.shaders.objects.items() if hasattr(each, "compiled")}


def _programs(ctx) -> dict:
    """Returns program objects by name; those of assembly languages have another name space."""
    linked = {n: each for n, each in ctx.shaders.objects.items() if hasattr(each, "linked")}
    return ctx.programs.objects | linked


# Table 5.1: the objects of each kind.
OBJECTS = {
    gl.GL_BUFFER: lambda ctx: ctx.buffers.objects,
    gl.GL_SHADER: _shaders,
    gl.GL_PROGRAM: _programs,
    gl.GL_VERTEX_ARRAY: lambda ctx: ctx.vertex.objects,
    gl.GL_QUERY: lambda ctx: ctx.queries.objects,
    gl.GL_PROGRAM_PIPELINE: lambda ctx: ctx.shaders.pipelines,
    gl.GL_TRANSFORM_FEEDBACK: lambda ctx: ctx.feedback.objects,
    gl.GL_SAMPLER: lambda ctx: ctx.texturing.samplers,
    gl.GL_TEXTURE: lambda ctx: ctx.texturing.objects,
    gl.GL_RENDERBUFFER: lambda ctx: ctx.framebuffers.renderbuffers,
    gl.GL_FRAMEBUFFER: lambda ctx: ctx.framebuffers.objects,
    gl.GL_DISPLAY_LIST: lambda ctx: ctx.lists.objects,
}
IDENTIFIERS = EnumSet.of(OBJECTS)
STATE = State(limits={gl.GL_MAX_LABEL_LENGTH: MAX_LABEL_LENGTH})


@dataclass
class Labels(Group):
    """The labels by object; they are dropped with it."""

    of_objects: weakref.WeakKeyDictionary = field(default_factory=weakref.WeakKeyDictionary)

    def set(self, labelled, text: bytes) -> None:
        """Labels an object; an empty text removes its label."""
        self.of_objects[labelled] = text

    def get(self, labelled) -> bytes:
        """Returns the label of an object, b"" if it has none."""
        return self.of_objects.get(labelled, b"")


def object_named(ctx, identifier: int, name: int):
    """Returns the object of a kind by name; GL_INVALID_VALUE if there is none."""
    found = OBJECTS[identifier](ctx).get(name)
    if found is None:
        raise invalid_value(f"name: {name} is not a {gl.name_of(identifier)} object")
    return found


def _sync(ctx, ptr):
    if isinstance(ptr, Address):  # the handle in a C program
        ptr = next((each for each in ctx.syncs.objects if id(each) == ptr.value), ptr)
    if not isinstance(ptr, Sync) or ptr not in ctx.syncs.objects:
        raise invalid_value(f"ptr: {brief(ptr)} is not a sync object")
    return ptr


def _set(ctx, labelled, length, label):
    text = b"" if label is None else text_argument("label", label, length, MAX_LABEL_LENGTH)
    ctx.labels.set(labelled, text)


def _return(text, size, length, out):
    """Returns a label as bytes; with `out`, writes up to `size` characters, a zero included."""
    shown = (
        text if size is None or (out is None and length is not None) else text[: max(size - 1, 0)]
    )
    written = shown + b"\0" if out is not None and size > 0 else b""
    fill_each((length, np.int32([len(shown)])), (out, np.frombuffer(written, np.uint8)))
    return text if out is None and length is None else None


def _label_alone(identifier, name):
    return identifier, name, 0, None, None


def _pointer_label_alone(ptr):
    return ptr, 0, None, None


@command(
    "glObjectLabel",
    listed=False,
    keeps_batch=True,
    identifier=IDENTIFIERS,
    length=CONVERTERS["int"],
)
def object_label(ctx, identifier, name, length, label):
    """Labels an object; None removes its label."""
    _set(ctx, object_named(ctx, identifier, name), length, label)


@command("glObjectPtrLabel", listed=False, keeps_batch=True, length=CONVERTERS["int"])
def object_pointer_label(ctx, ptr, length, label):
    """Labels a sync object; None removes its label."""
    _set(ctx, _sync(ctx, ptr), length, label)


@command("glGetObjectLabel", listed=False, forms={2: _label_alone}, identifier=IDENTIFIERS)
def get_object_label(ctx, identifier, name, buf_size, length, label):
    """Returns the label of an object as bytes; with `label`, writes it there, and its length."""
    text = ctx.labels.get(object_named(ctx, identifier, name))
    return _return(text, buf_size, length, label)


@command("glGetObjectPtrLabel", listed=False, forms={1: _pointer_label_alone})
def get_object_pointer_label(ctx, ptr, buf_size, length, label):
    """Returns a sync object's label as bytes; with `label`, writes it there, and its length."""
    return _return(ctx.labels.get(_sync(ctx, ptr)), buf_size, length, label)
