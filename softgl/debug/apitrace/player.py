"""Replays the calls of a trace in contexts of softgl, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from softgl.debug.apitrace.arguments import Malformed, plain, pointed
from softgl.debug.apitrace.contexts import Context, Desktop
from softgl.debug.apitrace.memory import Memory
from softgl.debug.apitrace.names import generated_kind, known_command, object_kind
from softgl.debug.apitrace.parser import Call, Opaque
from softgl.debug.apitrace.special import PLAYED, Played
from softgl.debug.apitrace.window_systems import HANDLERS, IGNORED, WINDOW_SYSTEM, Request
from softgl.debug.captures.values import names_of
from softgl.debug.watching import kind_of
from softgl.errors import SoftGLError, UsageError
from softgl.gl.api import enums as gl
from softgl.gl.api.declarations import COMMANDS, commands_of
from softgl.gl.api.errors import GLError
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import Parameter, signature

_QUERIES = "glGet", "glIs", "glCheck", "glAre", "glValidate", "glReadPixels", "glReadnPixels"
_WITHOUT_EFFECT = (
    "glDebugMessage", "glGenLists", "glStringMarker", "glInsertEventMarker", "glPushGroupMarker",
    "glPopGroupMarker", "glReleaseShaderCompiler", "glHint",
)  # fmt: skip
MAPS = commands_of(Kind.MAP)
UNMAPS = commands_of(Kind.UNMAP)


def only_answers(name: str) -> bool:
    """True for calls that are left out, unless they write to a buffer object."""
    return name.startswith(_QUERIES)


def has_no_effect(name: str) -> bool:
    """True for calls that change no picture; display lists keep their names in the trace."""
    return name.startswith(_WITHOUT_EFFECT)


class Player:
    """Makes the calls of a trace.

    at_end_of_frame : called at the end of each frame, before the swap.
    before_command : None, or a function that is called with the name before each command of GL.
    options : of `softgl.Context`.
    unknown, refused, dropped : numbers of calls by name: softgl lacks the command; softgl refuses
        the call, with the first reason in `reasons`; no context is current.
    drawn : True if the frame has drawn something since its begin.
    """

    def __init__(self, at_end_of_frame: Callable[[], None], **options):
        self.desktop, self.memory = Desktop(options), Memory()
        self.at_end_of_frame, self.before_command = at_end_of_frame, None
        self.unknown, self.refused, self.dropped = Counter(), Counter(), Counter()
        self.reasons: dict[str, str] = {}
        self.drawn = False
        self._plans: dict[str, Callable[[Call], None] | None] = {}

    @property
    def context(self) -> Context | None:
        """The current context."""
        active = self.desktop.active
        return None if active is None else active.context

    def play(self, call: Call) -> None:
        """Makes a call. Raises UsageError for one whose arguments make no sense."""
        name = call.name
        if name not in self._plans:
            self._plans[name] = self._plan(name)
        play = self._plans[name]
        if play is None:
            return
        try:
            play(call)
        except Malformed as error:
            raise UsageError(f"call {call.number}, {name}: {error}") from None
        except GLError as error:
            self.refused[name] += 1
            reason = error.description.partition("\n")[0]
            self.reasons.setdefault(name, f"call {call.number}: {reason}")
        except SoftGLError:
            raise
        except (MemoryError, OverflowError, IndexError, KeyError, TypeError, ValueError) as error:
            raise UsageError(
                f"call {call.number}, {name}: softgl cannot make it ({type(error).__name__})"
            ) from error

    def end_frame(self) -> None:
        """Ends the frame."""
        self.at_end_of_frame()
        self.drawn = False

    # -- plans -------------------------------------------------------------------------------------

    def _plan(self, name: str):
        """The function that makes the calls of a name; None for calls without an effect."""
        if WINDOW_SYSTEM.match(name):
            handler = HANDLERS.get(name)
            if handler is None:
                return None if IGNORED.fullmatch(name) else self._count_unknown
            return self._window_system(handler)
        if name in Memory.CALLS:
            return self.memory.play
        special = PLAYED.get(name) or PLAYED.get(known_command(name))
        if special is not None:
            return self._with_context(special)
        if has_no_effect(name):
            return None
        if name == "glFrameTerminatorGREMEDY":
            return lambda call: self.end_frame()
        name = known_command(name)
        if name not in COMMANDS:
            return None if only_answers(name) else self._count_unknown
        return self._command(name)

    def _count_unknown(self, call: Call) -> None:
        self.unknown[call.name] += 1

    def _window_system(self, handler):
        def play(call: Call) -> None:
            self.desktop.turn_to(call.thread)
            handler(Request(call, self.desktop, self.end_frame, self._release))

        return play

    def _release(self) -> None:
        """Ends the frame of a program that has drawn before it releases its context."""
        if self.drawn and self.context is not None:
            self.end_frame()

    def _with_context(self, play):
        def played(call: Call) -> None:
            thread = self.desktop.turn_to(call.thread)
            if thread.context is None:
                self.dropped[call.name] += 1
                return
            play(Played(self, thread, call))

        return played

    def _command(self, name: str):
        """Plans a command of GL."""
        function, answers = COMMANDS[name], only_answers(name)
        parameters = signature(name).parameters
        converters = [self._converter(name, each) for each in parameters]
        generated, maps = generated_kind(name), name in MAPS
        made = MADE.get(name)
        deleted, located = _deleted_kind(name, parameters), _located(name, parameters)
        draws = name == "glEnd" or (name != "glBegin" and kind_of(name) is not None)

        def play(call: Call) -> None:
            thread = self.desktop.turn_to(call.thread)
            context = thread.context
            if context is None:
                self.dropped[name] += 1
                return
            values = call.arguments
            if answers and not _writes_to_buffer(context.gl, values):
                return
            if len(values) != len(converters):
                raise Malformed(f"{len(values)} arguments, not {len(converters)}")
            arguments = [
                convert(context, value) for convert, value in zip(converters, values, strict=True)
            ]
            if located is not None:
                located(context, arguments)
            if self.before_command is not None:
                self.before_command(name)
            if draws:
                self.drawn = True
            result = function(*arguments)
            if generated is not None:
                _note_names(context, generated, values[-1], result)
            elif made is not None:
                _note_made(context, made, call.result, result)
            elif maps:
                self.memory.map(context.gl, call, arguments[0])
            elif deleted is not None:
                _forget(context, deleted, values[-1])

        return play

    def _converter(self, name: str, parameter: Parameter):
        """The function (context, value of the trace) -> argument."""
        kind = object_kind(name, parameter)
        if parameter.pointer == "out":
            return _offset_or_none
        if parameter.kind == "sync":
            return lambda context, value: context.syncs.get(value, 0)
        if parameter.kind in ("debugproc", "debugprocarb"):
            return lambda context, value: None
        if parameter.pointer:
            if kind is None:
                return lambda context, value: pointed(parameter, value)
            return lambda context, value: _named(context, kind, pointed(parameter, value))
        if kind is not None:
            return lambda context, value: context.names(kind).given(plain(parameter, value))
        return lambda context, value: plain(parameter, value)


MADE = {
    "glCreateShader": "program",
    "glCreateProgram": "program",
    "glCreateShaderObjectARB": "program",
    "glCreateProgramObjectARB": "program",
    "glCreateShaderProgramv": "program",
    "glFenceSync": "sync",
}
"""Command that returns a new object -> the kind of it."""


def _deleted_kind(name: str, parameters) -> str | None:
    """The kind of the objects that a command deletes at once; None for others."""
    if not name.startswith("glDelete") or not parameters:
        return None
    kind = object_kind(name, parameters[-1])
    # Programs and shaders live on while they are in use.
    return None if kind == "program" else kind


def _located(name: str, parameters):
    """The function that replaces a location or a block of the trace; None without one."""
    names = [each.name for each in parameters[:2]]
    if names[:1] == ["location"]:

        def current_program(context, arguments):
            program = context.program_of_uniforms
            arguments[0] = context.locations.uniform(program, arguments[0])

        return current_program
    if names == ["program", "location"]:

        def given_program(context, arguments):
            arguments[1] = context.locations.uniform(arguments[0], arguments[1])

        return given_program
    if name == "glUniformBlockBinding":

        def block(context, arguments):
            arguments[1] = context.locations.block(arguments[0], arguments[1])

        return block
    return None


def _offset_or_none(context, value):
    """A place in a buffer object for results; None: the result is returned, and dropped."""
    return int(value) if isinstance(value, Opaque) else None


def _writes_to_buffer(context, values) -> bool:
    """True if a query writes its result to a buffer object."""
    bound = context.buffers.bound
    return (
        bound.get(gl.GL_PIXEL_PACK_BUFFER) is not None or bound.get(gl.GL_QUERY_BUFFER) is not None
    ) and (not values or values[-1] is None or isinstance(values[-1], Opaque))


def _named(context: Context, kind: str, given):
    """The names of softgl for an array of names."""
    if given is None or not hasattr(given, "tolist"):
        return given
    names = context.names(kind)
    for place, name in enumerate(given.tolist()):
        if names.given(name) != name:
            given = given.copy() if not given.flags.writeable else given
            given[place] = names.given(name)
    return given


def _note_names(context: Context, kind: str, traced, result) -> None:
    """Notes the names that a command has made."""
    ours = names_of(result) or []
    if isinstance(traced, list):
        for name, given in zip(traced, ours, strict=False):
            if isinstance(name, int):
                context.names(kind).put(int(name), given)


def _note_made(context: Context, kind: str, traced, result) -> None:
    """Notes the object that a command has returned."""
    if not isinstance(traced, int) or not traced:
        return
    if kind == "sync":
        context.syncs[int(traced)] = result
    elif result:
        context.names(kind).put(int(traced), int(result))


def _forget(context: Context, kind: str, traced) -> None:
    if isinstance(traced, list):
        for name in traced:
            context.names(kind).drop(name)
