"""Debug output (KHR_debug): messages, their log or callback, and debug groups.

Every refused command is a message, and so are the likely mistakes that `softgl.gl.explain` finds. A
message goes to the callback, or into the log, before the command returns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.counts import counted
from softgl.errors import ProgramError
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import (
    CONVERTERS,
    Refused,
    integers,
    invalid_enum,
    invalid_operation,
    invalid_value,
)
from softgl.gl.api.command import command
from softgl.gl.api.errors import GLError
from softgl.gl.api.groups import Group
from softgl.gl.api.memory import as_bytes, fill_each
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.spelling import brief
from softgl.gl.api.tables import State
from softgl.gl.queries.c_functions import DebugCallback
from softgl.records import dataclass

SOURCES = EnumSet(
    "GL_DEBUG_SOURCE_API GL_DEBUG_SOURCE_WINDOW_SYSTEM GL_DEBUG_SOURCE_SHADER_COMPILER "
    "GL_DEBUG_SOURCE_THIRD_PARTY GL_DEBUG_SOURCE_APPLICATION GL_DEBUG_SOURCE_OTHER"
)
TYPES = EnumSet(
    "GL_DEBUG_TYPE_ERROR GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR "
    "GL_DEBUG_TYPE_PERFORMANCE GL_DEBUG_TYPE_PORTABILITY GL_DEBUG_TYPE_OTHER GL_DEBUG_TYPE_MARKER "
    "GL_DEBUG_TYPE_PUSH_GROUP GL_DEBUG_TYPE_POP_GROUP"
)
SEVERITIES = EnumSet(
    "GL_DEBUG_SEVERITY_HIGH GL_DEBUG_SEVERITY_MEDIUM GL_DEBUG_SEVERITY_LOW "
    "GL_DEBUG_SEVERITY_NOTIFICATION"
)
OWN_SOURCES = EnumSet("GL_DEBUG_SOURCE_THIRD_PARTY GL_DEBUG_SOURCE_APPLICATION")
ANYTHING = EnumSet("GL_DONT_CARE")
# Including the terminating zero.
MAX_MESSAGE_LENGTH, MAX_LOGGED_MESSAGES, MAX_DEBUG_GROUPS = 4096, 1024, 64


class Message(NamedTuple):
    """A message: its source, kind of event, id, severity, and its text, without a zero."""

    source: int
    type: int
    id: int
    severity: int
    text: bytes


class Rule(NamedTuple):
    """A glDebugMessageControl: None stands for all sources, types, severities or ids."""

    source: int | None
    type: int | None
    severity: int | None
    ids: frozenset[int] | None
    enabled: bool

    def names(self, message: Message) -> bool:
        """True if the rule applies to a message."""
        return (
            self.source in (None, message.source)
            and self.type in (None, message.type)
            and self.severity in (None, message.severity)
            and (self.ids is None or message.id in self.ids)
        )


@dataclass
class DebugGroup:
    """A debug group: its push message, and the rules for messages in it."""

    pushed: Message | None = None
    rules: tuple[Rule, ...] = ()

    def wants(self, message: Message) -> bool:
        """True if a message is enabled; the last rule that applies decides."""
        for rule in reversed(self.rules):
            if rule.names(message):
                return rule.enabled
        # KHR_debug, 5.5.1: "All messages are initially enabled unless their assigned severity is
        # DEBUG_SEVERITY_LOW."
        return message.severity != gl.GL_DEBUG_SEVERITY_LOW


@dataclass
class DebugOutput(Group):
    """The receiver of messages, and the log.

    output, synchronous : the capabilities. callback : gets each message, if there is one.
    """

    output: bool = False
    synchronous: bool = False
    callback: Callable | None = None
    user_parameter: object = None
    groups: list[DebugGroup] = field(default_factory=lambda: [DebugGroup()])
    log: deque[Message] = field(default_factory=deque)

    def say(self, message: Message) -> None:
        """Passes an enabled message to the callback, or appends it to the log."""
        if not self.output or not self.groups[-1].wants(message):
            return
        message = message._replace(text=message.text[: MAX_MESSAGE_LENGTH - 1])
        if self.callback is not None:
            self.callback(*message[:4], len(message.text), message.text, self.user_parameter)
        elif len(self.log) < MAX_LOGGED_MESSAGES:
            self.log.append(message)

    def say_error(self, error: GLError) -> None:
        """Reports a refused command, and before it the error in a program's text.

        KHR_debug, 2.5: "When an error is generated, the GL will also generate a debug output
        message describing its cause [...] The message has the source DEBUG_SOURCE_API and the type
        DEBUG_TYPE_ERROR".
        """
        high, kind = gl.GL_DEBUG_SEVERITY_HIGH, gl.GL_DEBUG_TYPE_ERROR
        if isinstance(error.__cause__, ProgramError):
            text = str(error.__cause__).encode()
            self.say(Message(gl.GL_DEBUG_SOURCE_SHADER_COMPILER, kind, 1, high, text))
        text = str(error).partition("\n")[0].encode()
        self.say(Message(gl.GL_DEBUG_SOURCE_API, kind, error.code, high, text))


STATE = State(
    values={
        gl.GL_DEBUG_LOGGED_MESSAGES: lambda ctx: len(ctx.debug.log),
        gl.GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH: lambda ctx: (
            len(ctx.debug.log[0].text) + 1 if ctx.debug.log else 0
        ),
        gl.GL_DEBUG_GROUP_STACK_DEPTH: lambda ctx: len(ctx.debug.groups),
    },
    limits={
        gl.GL_MAX_DEBUG_MESSAGE_LENGTH: MAX_MESSAGE_LENGTH,
        gl.GL_MAX_DEBUG_LOGGED_MESSAGES: MAX_LOGGED_MESSAGES,
        gl.GL_MAX_DEBUG_GROUP_STACK_DEPTH: MAX_DEBUG_GROUPS,
    },
    capabilities={
        gl.GL_DEBUG_OUTPUT: "debug.output",
        gl.GL_DEBUG_OUTPUT_SYNCHRONOUS: "debug.synchronous",
    },
)


def text_argument(name: str, text, length: int, longest: int) -> bytes:
    """Returns a text of `length` characters, or up to its zero or end if that is negative.

    longest : including the zero; GL_INVALID_VALUE for a longer text.
    """
    if type(text) is Address:
        data = text.text(length)
    else:
        data = text.encode() if isinstance(text, str) else as_bytes(text).tobytes()
    if length < 0:
        data = data.partition(b"\0")[0]
    elif length > len(data):
        raise invalid_value(f"length: {name} has {len(data)} characters, not {length}")
    else:
        data = data[:length]
    if len(data) >= longest:
        raise invalid_value(f"{name} has {len(data)} characters; the limit is {longest - 1}")
    return data


def _check(name, value, legal):
    if value not in legal:
        raise invalid_enum(f"{name}: {legal.describe(value)}")


@command(
    "glDebugMessageControl",
    listed=False,
    keeps_batch=True,
    source=SOURCES | ANYTHING,
    type=TYPES | ANYTHING,
    severity=SEVERITIES | ANYTHING,
)
def debug_message_control(ctx, source, type, severity, count, ids, enabled):
    """Enables or disables messages in the active debug group."""
    chosen = [None if value == gl.GL_DONT_CARE else value for value in (source, type, severity)]
    named = None
    if count:
        if chosen[0] is None or chosen[1] is None or chosen[2] is not None:
            raise invalid_operation("ids need a source and a type, and no severity")
        listed = integers(ids, np.uint32, count)
        if len(listed) < count:
            raise invalid_value(f"count: {counted(count, 'id')} needed, not {len(listed)}")
        named = frozenset(listed[:count])
    group = ctx.debug.groups[-1]
    rule = Rule(*chosen, named, enabled)
    # Rules that the new one covers have no effect any more.
    remaining = [each for each in group.rules if named is not None or not _covers(rule, each)]
    group.rules = (*remaining, rule)


def _covers(rule, other):
    """True if a rule applies to every message that another applies to."""
    return all(mine in (None, theirs) for mine, theirs in zip(rule[:3], other[:3], strict=True))


@command("glDebugMessageInsert", listed=False, keeps_batch=True, length=CONVERTERS["int"])
def debug_message_insert(ctx, source, type, id, severity, length, buf):
    """Inserts a message of the application."""
    # KHR_debug, 5.5.5: "If the DEBUG_OUTPUT state is disabled calls to DebugMessageInsert are
    # discarded and do not generate an error."
    if not ctx.debug.output:
        return
    _check("source", source, OWN_SOURCES)
    _check("type", type, TYPES)
    _check("severity", severity, SEVERITIES)
    text = text_argument("buf", buf, length, MAX_MESSAGE_LENGTH)
    ctx.debug.say(Message(source, type, id, severity, text))


@command("glDebugMessageCallback", listed=False, forms={1: lambda callback: (callback, None)})
def debug_message_callback(ctx, callback, user_param):
    """Sets the callback of messages; None or 0 for the log.

    callback : called as `callback(source, type, id, severity, length, message, userParam)`, the
        message as bytes. An exception in it is raised by the command that caused the message.
    """
    if callback is None or (isinstance(callback, int) and callback == 0):
        callback = None
    elif isinstance(callback, Address):  # of a function in C
        callback = DebugCallback(callback)
    elif not callable(callback):
        raise invalid_value(f"callback: {brief(callback)} cannot be called")
    ctx.debug.callback, ctx.debug.user_parameter = callback, user_param


def _messages_alone(count):
    return count, *[None] * 7


def _size_or_none(value):
    return None if value is None else CONVERTERS["int"](value)


@command("glGetDebugMessageLog", listed=False, forms={1: _messages_alone}, bufSize=_size_or_none)
def get_debug_message_log(
    ctx, count, buf_size, sources, types, ids, severities, lengths, message_log
):
    """Removes up to `count` messages from the log, the oldest first; returns their number.

    `glGetDebugMessageLog(count)` returns a list of (source, type, id, severity, message) instead.
    """
    log, fetched, text = ctx.debug.log, [], b""
    alone = buf_size is None
    if not alone and buf_size < 0 and message_log is not None:
        raise invalid_value(f"bufSize is {buf_size}, which is negative")
    for message in list(log)[:count]:
        if message_log is not None and len(text) + len(message.text) + 1 > buf_size:
            break
        text += message.text + b"\0"
        fetched.append(message)
    columns = (
        (sources, [message.source for message in fetched]),
        (types, [message.type for message in fetched]),
        (ids, [message.id for message in fetched]),
        (severities, [message.severity for message in fetched]),
        (lengths, [len(message.text) + 1 for message in fetched]),
    )
    fill_each(
        *((out, np.array(values, np.uint32)) for out, values in columns),
        (message_log, np.frombuffer(text, np.uint8)),
    )
    for _ in fetched:
        log.popleft()
    return [tuple(message) for message in fetched] if alone else len(fetched)


@command("glPushDebugGroup", keeps_batch=True, source=OWN_SOURCES, length=CONVERTERS["int"])
def push_debug_group(ctx, source, id, length, message):
    """Pushes a debug group, and generates its message."""
    text = text_argument("message", message, length, MAX_MESSAGE_LENGTH)
    debug = ctx.debug
    if len(debug.groups) == MAX_DEBUG_GROUPS:
        raise Refused(
            gl.GL_STACK_OVERFLOW, f"the stack holds at most {MAX_DEBUG_GROUPS - 1} groups"
        )
    severity = gl.GL_DEBUG_SEVERITY_NOTIFICATION
    pushed = Message(source, gl.GL_DEBUG_TYPE_PUSH_GROUP, id, severity, text)
    debug.say(pushed)
    debug.groups.append(DebugGroup(pushed, debug.groups[-1].rules))


@command("glPopDebugGroup", keeps_batch=True)
def pop_debug_group(ctx):
    """Pops the active debug group, and generates a message in the group below."""
    groups = ctx.debug.groups
    if len(groups) == 1:
        raise Refused(gl.GL_STACK_UNDERFLOW, "no debug group has been pushed")
    pushed = groups.pop().pushed
    ctx.debug.say(pushed._replace(type=gl.GL_DEBUG_TYPE_POP_GROUP))
