"""A thread whose context is driven from C: its queue, and the order of its calls with Python's.

Native code queues calls from C (`softgl.capi.native`), and `Client.run` executes them in order.
While a context is driven from C, no context is current for Python, and the client takes the place
of a display list under compilation: so calls from Python arrive at `Client.call`, which runs the
queue and returns the context to Python, until C calls again.
"""

from __future__ import annotations

import ctypes
import threading
from contextlib import nullcontext

from softgl.capi.functions import Functions
from softgl.capi.native import NESTED_WORDS, PLACES, QUEUE_WORDS, THREAD
from softgl.capi.repeated import RepeatedCalls
from softgl.capi.report import report, report_error
from softgl.capi.rows import NO_CONTEXT
from softgl.collector import uncollected
from softgl.gl.api.current import Dispatch, current, fastest
from softgl.gl.api.declarations import WITHIN
from softgl.gl.api.errors import GLError
from softgl.gl.context import _make_current
from softgl.gl.vertices.immediate import make_none_fastest

FIRST, NEXT, RUNNING = PLACES["first"], PLACES["next"], PLACES["running"]
QUEUEING, CLEAR, RESULT = PLACES["queueing"], PLACES["clear"], PLACES["result"]
DONE, INTERRUPTED, OPEN_ROWS = PLACES["done"], PLACES["interrupted"], PLACES["rows"]
BUFFERED = PLACES["buffered"]
MASK = 2**64 - 1
MIN_UNCOLLECTED_WORDS = 1 << 10
"""Words of a queue that is executed without Python's garbage collector."""


def _words(address: int, count: int) -> memoryview:
    """Memory as unsigned words of eight bytes."""
    return memoryview((ctypes.c_uint64 * count).from_address(address)).cast("B").cast("Q")


class Client(Dispatch):
    """A thread that calls from C.

    state : the words of its state. context : the current one of its calls, or None.
    """

    def __init__(self, address: int, functions: Functions):
        self.state = _words(address, len(THREAD))
        self.words = _words(self.state[PLACES["base"]], QUEUE_WORDS + NESTED_WORDS)
        self.memory = self.words.cast("B")
        self.functions, self.thread = functions, threading.get_ident()
        self.context, self._errors, self._published = None, "", (False,) * 3
        self.refusals, self._repeated = 0, RepeatedCalls(self)
        self._begin_thread()

    def _begin_thread(self) -> None:
        """Looks up the dictionaries of this thread: once, since each lookup takes time."""
        self._local, self._fastest = vars(current), vars(fastest)

    # -- the queue ---------------------------------------------------------------------------------

    def run(self, start: int, end: int) -> None:
        """Executes the calls between two words of the queue; leaves the result of the last one.

        Calls within an executing call follow it in the queue: their `start` is not 0.
        """
        result = 0
        try:
            if start:
                self._repeated.forget()
                result = self._execute(start, end)
                return
            local, context = self._local, self.context
            usual = context is not None and local.get("dispatch") is self
            if usual and context.lists.compiling is None:
                local["context"] = context
            else:
                self._enter()
            # Draws make objects that live until the batch is drawn, most often in the same queue.
            with uncollected() if end > MIN_UNCOLLECTED_WORDS else nullcontext():
                result = self._execute(0, end, self._repeated)
        finally:
            if not start:
                self._leave()
            state = self.state
            state[RESULT] = result & MASK if type(result) is int else 0
            state[DONE] = 1

    def execute_simply(self, at: int, end: int) -> None:
        """Executes records of the queue one by one."""
        self._execute(at, end)

    def _execute(self, at: int, end: int, repeated: RepeatedCalls | None = None):
        """Executes the records from one word of the queue to another; the result of the last.

        repeated : executes repeated ones together, if there is none of a nested call.
        """
        words, memory, by_head = self.words, self.memory, self.functions.by_head
        shared = self._share_group()
        if repeated is not None:
            repeated.begin()
        result = head = 0
        while at < end:
            try:
                while at < end:
                    start, head = 8 * at, words[at]
                    function, unpack, size, role = by_head[head]
                    at += size
                    if shared is None:
                        result = function(*unpack(memory, start))
                        if role and repeated is not None:
                            at = repeated.after(role, at, size, end)
                        continue
                    if repeated is not None:
                        repeated.forget()
                    arguments = unpack(memory, start)
                    result = self._call_shared(shared, head & 0xFFFF, function, arguments)
                    shared = self._share_group()
            except BaseException as error:
                result = 0
                self.refusals += 1
                self._refused(error, head & 0xFFFF)
        if repeated is not None:
            repeated.end(at)
        return result

    def _share_group(self):
        """The share group of the context, if it has other contexts."""
        group = None if self.context is None else self.context.share_group
        return None if group is None or len(group.contexts) == 1 else group

    def _call_shared(self, group, number: int, function, arguments):
        """Calls a function under the lock of the share group."""
        if number in self.functions.entry_points:  # which may wait for the lock of another group
            return function(*arguments)
        with group.lock:
            group.switch_to(self.context)
            return function(*arguments)

    def flush(self) -> None:
        """Runs the queue before Python looks at the context."""
        state, end = self.state, self.state[NEXT]
        if not end or not self.is_idle:
            return
        state[FIRST], state[OPEN_ROWS], state[RUNNING] = end, 0, 1
        try:
            self.run(0, end)
        finally:
            state[FIRST] = state[NEXT] = state[RUNNING] = 0
        if state[INTERRUPTED]:
            state[INTERRUPTED] = 0
            raise KeyboardInterrupt

    @property
    def is_idle(self) -> bool:
        """True in the thread of the client if it is not executing a call."""
        return not self.state[RUNNING] and self.thread == threading.get_ident()

    # -- errors ------------------------------------------------------------------------------------

    def _refused(self, error: BaseException, number: int) -> None:
        """Turns an exception of a call into an error code for C, and a line for its user."""
        names = self.functions.names
        name = names[number] if number < len(names) else "a call"
        if isinstance(error, KeyboardInterrupt):
            self.state[INTERRUPTED] = 1
            return
        context = current.called
        if isinstance(error, GLError):
            if context is None:
                # Programs often delete their objects when these have gone with their context.
                if not name.startswith("glDelete"):
                    report(NO_CONTEXT)
                return
            context.error = context.error or error.err
            report_error(error)
            return
        report(f"{name} failed, an internal error of softgl: {type(error).__name__}: {error}")

    def _note(self, error: GLError) -> None:
        """Counts an error whose code is recorded, and reports it."""
        self.refusals += 1
        report_error(error)

    # -- the context -------------------------------------------------------------------------------

    def _enter(self) -> None:
        """Makes the context that is driven from C current, for Python's functions."""
        if current.dispatch is not self:  # Python has made a context current, or the first call
            context = current.called
            if context is not None and context.calls is not None:  # of another library's calls
                context.calls.left()
                _begin(context)
            self._take(context)
            return
        self._without_context()
        if self.context is not None:
            _begin(self.context)

    def _without_context(self) -> None:
        """Steps aside if another thread has made the context its own."""
        if self.context is None and current.dispatch is self:
            current.context = current.dispatch = None

    def _leave(self) -> None:
        """Redirects Python's calls to `call`, and tells native code which calls it may queue."""
        local, context = self._local, self.context
        if local.get("dispatch") is not self or local.get("context") is not context:
            called = current.called
            if called is not context:
                self._let_go()
                self._take(called)
            context = called
            local["dispatch"] = None if context is None else self
        local["context"] = None
        if self._fastest:
            make_none_fastest()
        queueing = clear = buffered = False
        if context is not None:
            debug = context.debug
            queueing = not (debug.output and debug.synchronous)
            clear = not (context.error or context.inside_begin)
            buffered = context.core
        if (queueing, clear, buffered) != self._published:
            self._publish(queueing, clear, buffered)

    def _publish(self, queueing: bool, clear: bool, buffered: bool) -> None:
        """Tells native code its decisions: True if calls may be queued, if glGetError returns 0,
        and if all vertex arrays are in buffer objects, so that draws may be queued too.
        """
        self._published = queueing, clear, buffered
        self.state[QUEUEING], self.state[CLEAR] = queueing, clear
        self.state[BUFFERED] = buffered

    def _take(self, context) -> None:
        """Takes over a context: records and reports its errors."""
        if context is not None and context.calls is not None:  # of another thread
            context.calls._let_go()
        self.context = context
        self._repeated.forget()
        if context is not None:
            self._errors, context.errors = context.errors, "record"
            context.calls, context.refused = self, self._note

    def _let_go(self) -> None:
        """Releases the context."""
        context, self.context = self.context, None
        if context is not None and context.calls is self:
            context.errors, context.calls, context.refused = self._errors, None, None

    def left(self) -> None:
        """Called when Python makes another context current in this thread, or none."""
        self.flush()
        self._let_go()
        self._publish(False, False, False)

    def end(self) -> None:
        """Executes the queued calls when the thread ends, perhaps after its Python state."""
        self._begin_thread()
        if current.dispatch is None and current.context is None:
            current.dispatch = self
        self.flush()
        self._let_go()
        if current.dispatch is self:
            current.context = current.dispatch = None

    # -- calls from Python -------------------------------------------------------------------------

    def call(self, name: str, arguments: tuple, keywords: dict):
        """Executes a command that Python calls, after the queue: the context is Python's again.

        Later commands cost no more than without C, until C calls again.
        """
        self.flush()
        self._without_context()
        if current.dispatch is self:
            _make_current(self.context)
        return WITHIN[name](*arguments, **keywords)


def _begin(context) -> None:
    """Makes a context current for Python's functions, or the display list that it makes."""
    compiling = context.lists.compiling
    if compiling is not None:
        compiling.begin()
    else:
        current.context, current.dispatch = context, None
