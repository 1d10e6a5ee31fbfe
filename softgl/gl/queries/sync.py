"""Sync objects and fences (ARB_sync).

Every command is complete when it returns, and the batch is drawn before a fence. So a fence is
signalled from the start, and nothing waits for one.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill_each
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.spelling import brief
from softgl.gl.api.tables import State
from softgl.records import dataclass

CONDITIONS = EnumSet("GL_SYNC_GPU_COMMANDS_COMPLETE")


@dataclass(frozen=True, eq=False)
class Sync:
    """A sync object, which is its own name: the arguments of glFenceSync."""

    condition: int
    flags: int


@dataclass
class Syncs(Group):
    """The sync objects that are not deleted."""

    objects: set[Sync] = field(default_factory=set)


# 5.3: "an implementation-dependent timeout". None is ever reached; programs expect more than 0.
STATE = State(limits={gl.GL_MAX_SERVER_WAIT_TIMEOUT: 2**31 - 1})
PARAMETERS = {
    gl.GL_OBJECT_TYPE: lambda sync: gl.GL_SYNC_FENCE,
    gl.GL_SYNC_CONDITION: lambda sync: sync.condition,
    gl.GL_SYNC_STATUS: lambda sync: gl.GL_SIGNALED,
    gl.GL_SYNC_FLAGS: lambda sync: sync.flags,
}


def _is_name(ctx, sync) -> bool:
    return isinstance(sync, Sync) and sync in ctx.syncs.objects


def _named(ctx, sync) -> Sync:
    if not _is_name(ctx, sync):
        raise invalid_value(f"sync: {brief(sync)} is not a sync object")
    return sync


def _check_flags(flags, legal=0):
    if flags & ~legal:
        raise invalid_value(f"flags: {flags:#x} has unknown bits")


@command("glFenceSync", listed=False, kind=Kind.NAMES, condition=CONDITIONS)
def fence_sync(ctx, condition, flags):
    """Returns a new sync object, signalled: all commands before it are complete."""
    _check_flags(flags)
    sync = Sync(condition, flags)
    ctx.syncs.objects.add(sync)
    return sync


@command("glIsSync", listed=False)
def is_sync(ctx, sync):
    """Returns 1 for a sync object, else 0."""
    return int(_is_name(ctx, sync))


@command("glDeleteSync", listed=False)
def delete_sync(ctx, sync):
    """Deletes a sync object; 0 or None is ignored."""
    if sync is None or (isinstance(sync, int) and sync == 0):
        return
    ctx.syncs.objects.remove(_named(ctx, sync))


@command("glClientWaitSync", listed=False)
def client_wait_sync(ctx, sync, flags, timeout):
    """Returns GL_ALREADY_SIGNALED, as every fence is."""
    _named(ctx, sync)
    _check_flags(flags, gl.GL_SYNC_FLUSH_COMMANDS_BIT)
    return gl.GL_ALREADY_SIGNALED


@command("glWaitSync")
def wait_sync(ctx, sync, flags, timeout):
    """Does nothing: no command is left to wait for."""
    _named(ctx, sync)
    _check_flags(flags)
    if timeout != gl.GL_TIMEOUT_IGNORED:
        raise invalid_value(f"timeout: {timeout} is not GL_TIMEOUT_IGNORED")


def _one_value(sync, pname):
    return sync, pname, 1, None, None


@command("glGetSynciv", listed=False, forms={2: _one_value}, pname=EnumSet.of(PARAMETERS))
def get_sync(ctx, sync, pname, count, length, values):
    """Returns a property of a sync object as int32; none for a `count` of 0.

    length : None, or an array that gets the number of values.
    """
    value = np.array([PARAMETERS[pname](_named(ctx, sync))][:count], np.int32)
    fill_each((length, np.array([value.size], np.int32)), (values, value))
    if values is not None:
        return values
    return value[0] if value.size else value
