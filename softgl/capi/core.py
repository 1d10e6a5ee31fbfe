"""Calls from C: the native core of this process, and its threads.

`core` loads the library of stubs, and `start` opens it. From then on each call from C ends in
`Client.run`, or waits for the next one that does.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
from functools import cache

from softgl.capi import libraries, native
from softgl.capi.client import Client
from softgl.capi.entry_points import ENTRY_POINTS
from softgl.capi.functions import Functions
from softgl.capi.shapes import ARCHITECTURES, SHAPE_BYTES, SPARE_FUNCTIONS, shape
from softgl.gl.api import registry
from softgl.lanes import unlocked
from softgl.records import dataclass

_FROM_PYTHON = (
    "PyGILState_Check", "PyGILState_Ensure", "PyGILState_Release", "PyOS_BeforeFork",
    "PyOS_AfterFork_Parent", "PyOS_AfterFork_Child", "PyErr_SetInterrupt",
)  # fmt: skip
_RUN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)
_LOCKED = 0  # PyGILState_LOCKED
EXIT_SECONDS = 10
"""Seconds that exit() waits for compiling threads."""


@dataclass(frozen=True)
class Core:
    """The native code in this process: the addresses of its table, callback and state.

    owner : keeps it loaded.
    """

    entries: int
    run: int
    state: int
    owner: object = None


@cache
def functions() -> Functions:
    """Returns all functions that C can call; `softgl.capi.calls` has registered them before."""
    return Functions()


@cache
def _entries():
    loaded = core()
    count = len(functions().names) + SPARE_FUNCTIONS
    return (ctypes.c_uint64 * count).from_address(loaded.entries)


def address(name: str) -> int:
    """Returns the address of a C function by its name; 0 for an unknown one."""
    number = functions().number(name)
    return 0 if number is None else _address(number)


@cache
def _address(number: int) -> int:
    # One object each: moderngl never frees the 669 numbers that a context has given it.
    return _entries()[number]


def core_text(start: str = "") -> str:
    """The native core for this machine; start : as in `native.core_text`."""
    machine = libraries.machine()
    texts = registry.COMMANDS | {name: point.signature_text for name, point in ENTRY_POINTS.items()}
    names = functions().names
    shapes = [shape(name, texts[name], ARCHITECTURES[machine]) for name in names]
    spare = [bytes([1]).ljust(SHAPE_BYTES, b"\0")] * SPARE_FUNCTIONS
    return native.core_text(machine, shapes + spare, start)


_loading = threading.RLock()


def source() -> libraries.Source:
    """The parts of the libraries for this machine."""
    return libraries.Source(functions().names, core_text)


@cache
def _loaded() -> Core:
    """The core of this process: one that a program in C has loaded, or one loaded here."""
    owner = libraries.load_core(source())
    places = (ctypes.addressof(ctypes.c_char.in_dll(owner, name)) for name in native.EXPORTS)
    return Core(*places, owner)


def core() -> Core:
    """The native core of this process, loaded and open."""
    with _loading:
        loaded = _loaded()
        start(loaded)
        return loaded


# -- starting and ending ---------------------------------------------------------------------------

_started: list = []


def start(loaded: Core) -> None:
    """Opens a core, unless it is open: from now on it takes calls."""
    with _loading:
        state = (ctypes.c_uint64 * len(native.STATE)).from_address(loaded.state)
        if state[native.STATE["gate"]]:
            return
        library = ctypes.CDLL(None)
        key = ctypes.c_uint()
        library.pthread_key_create(ctypes.byref(key), _at(state, "end_thread"))
        state[native.STATE["key"]] = key.value
        for name in _FROM_PYTHON:
            address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
            state[native.STATE[name]] = address
        register = getattr(library, "__register_atfork", None) or library.pthread_atfork
        handlers = [_at(state, each) for each in ("before_fork", "parent_forked", "child_forked")]
        register(*handlers, None)
        library["__cxa_atexit"](_at(state, "exit"), None, None)
        unlocked.when_begun(lambda: library["__cxa_atexit"](_at(state, "exit"), None, None))
        callback = _RUN(_run)
        _started.append((loaded, callback))
        address = ctypes.cast(callback, ctypes.c_void_p).value
        ctypes.c_uint64.from_address(loaded.run).value = address
        state[native.STATE["gate"]] = native.OPEN
        atexit.register(_end, state)
    if os.environ.get("SOFTGL_CAPTURE"):
        from softgl.debug.captures.program import capture_program

        capture_program()


def _at(state, name: str) -> ctypes.c_void_p:
    return ctypes.c_void_p(state[native.STATE[name]])


def _end(state) -> None:
    """Closes the core: all later calls return 0, since Python is about to end."""
    state[native.STATE["gate"]] = native.ENDED


# -- threads ---------------------------------------------------------------------------------------

_clients: dict[int, Client] = {}
_here = threading.local()


def _run(address: int | None, start: int, end: int) -> None:
    """Runs words of the queue of the thread with a state at an address; called by native code.

    Without an address the process ends.
    """
    if address is None:
        unlocked.close(EXIT_SECONDS)
        return
    client = _clients.get(address)
    if client is None:
        client = _new_client(address)
        if start <= end:
            _end_before_destructors(address)
    if start <= end:
        client.run(start, end)
    else:
        _end_thread(address, client)


def _new_client(address: int) -> Client:
    """Makes a client for the calling thread, whose Python state is kept until the thread ends.

    Python would drop it after each callback in a thread that C has made, and with it all of
    `threading.local`.
    """
    ctypes.pythonapi.PyGILState_Ensure()
    client = _clients[address] = _here.client = Client(address, functions())
    client.python = _python_state(ctypes.pythonapi.PyThreadState_Get)
    return client


def _end_before_destructors(address: int) -> None:
    """Has the calling thread end while Python still finds the thread's state, in glibc.

    The destructors of C++ run first, then those of `pthread_key_create`; between them the C library
    forgets the value of Python's own key. The main thread is left out: exit() runs them there,
    before handlers that may still call GL.
    """
    register = getattr(ctypes.CDLL(None), "__cxa_thread_atexit_impl", None)
    if register and threading.get_native_id() != os.getpid():
        state = (ctypes.c_uint64 * len(native.STATE)).from_address(core().state)
        end = _at(state, "end_thread")
        register(end, ctypes.c_void_p(address), end)  # glibc counts by module, of any address in it


def _end_thread(address: int, client: Client) -> None:
    """Releases the client and the Python state of a thread that ends."""
    _clients.pop(address, None)
    client.end()
    client.state[native.PLACES["done"]] = 1
    if getattr(_here, "client", None) is client:  # the state that was kept, not a new one
        del _here.client
        ctypes.pythonapi.PyGILState_Release(_LOCKED)
    else:
        _delete_python_state(client.python)


def _python_state(find, *arguments) -> tuple[int, int]:
    """The Python state that a function of its C interface finds: (address, number), or zeros."""
    find.restype = ctypes.c_void_p
    address = find(*map(ctypes.c_void_p, arguments)) or 0
    number = ctypes.pythonapi.PyThreadState_GetID
    number.restype = ctypes.c_uint64
    return address, number(ctypes.c_void_p(address)) if address else 0


def _delete_python_state(state: tuple[int, int]) -> None:
    """Deletes the Python state of a thread of C, and with it its `threading.local`.

    The C library forgets the state before it ends a thread, so it is searched for; a thread of
    Python has none any more. The oldest state stays: Python 3.11 cannot replace it. From Python
    3.12 on all stay, since deleting one makes Python forget the state that is current here too.
    """
    if sys.version_info >= (3, 12):
        return
    python = ctypes.pythonapi
    python.PyInterpreterState_Get.restype = ctypes.c_void_p
    found = _python_state(python.PyInterpreterState_ThreadHead, python.PyInterpreterState_Get())
    while found[0] and found != state:
        found = _python_state(python.PyThreadState_Next, found[0])
    if found[0] and _python_state(python.PyThreadState_Next, found[0])[0]:
        python.PyThreadState_Clear(ctypes.c_void_p(found[0]))
        python.PyThreadState_Delete(ctypes.c_void_p(found[0]))
