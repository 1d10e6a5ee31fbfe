"""The start of softgl in a program that calls a library's function first: `softgl_start`.

In: the description of an interpreter (`softgl.capi.interpreter`). Out: a text in LLVM's assembly
language, a part of the core's module. It finds the interpreter in the process, or starts libpython,
and has Python import softgl.

A program chooses another interpreter by SOFTGL_PYTHON. That is asked once, as a process of its own.
"""

from __future__ import annotations

import inspect
import shlex

from softgl.capi import interpreter

ANSWER_BYTES = 1 << 16  # bytes of another interpreter's answer
ANSWER_MILLISECONDS = 60_000  # milliseconds until that begins

# Run in the interpreter. Sets the number at `outcome` to 1 if softgl takes calls then, and to 2,
# and says so, if it cannot; leaves it 0 for a call from within the start itself.
SCRIPT = """
import _thread, ctypes, os, sys

def begin():
    from softgl.capi import calls
    calls.core()

def begin_here():
    try:
        begin()
    except ImportError:
        # Another interpreter of the same kind, in the process: softgl lies in the folders of ours.
        kind, *folders = os.fsdecode(ctypes.string_at(text)).split("\\n")
        if kind != sys.implementation.cache_tag or set(folders) <= set(sys.path):
            raise
        sys.path += [folder for folder in folders if folder not in sys.path]
        begin()

def told():
    within = sys.__dict__.setdefault("_softgl_starting", set())
    thread = _thread.get_ident()
    if thread in within:
        return 0
    within.add(thread)
    try:
        begin_here()
        return 1
    except KeyboardInterrupt:
        _thread.interrupt_main()
        return 0
    except BaseException as error:
        words = (str(error).splitlines() or [""])[0]
        line = f"softgl: cannot start in {sys.executable}: {type(error).__name__}: {words}\\n"
        os.write(2, line.encode(errors="replace"))
        return 2
    finally:
        within.discard(thread)

ctypes.c_int.from_address(outcome).value = told()
"""
NO_LIBRARY = (
    "softgl: %s; nothing is drawn. Let SOFTGL_PYTHON name a Python with softgl and libpython.\n"
)
NO_ANSWER = "softgl: SOFTGL_PYTHON=%s does not answer; nothing is drawn.\n"
DECLARED = """dlerror dlopen dlsym dprintf fileno fread getenv getpid pclose poll popen snprintf
    strlen usleep""".split()
"""The functions of the C library that the module declares; a text that is joined to it must not."""

MODULE = """
declare ptr @dlopen(ptr, i32)
declare ptr @dlsym(ptr, ptr)
declare ptr @dlerror()
declare ptr @getenv(ptr)
declare ptr @popen(ptr, ptr)
declare i32 @fileno(ptr)
declare i32 @poll(ptr, i64, i32)
declare i64 @fread(ptr, i64, i64, ptr)
declare i32 @pclose(ptr)
declare i32 @getpid()
declare i32 @usleep(i32)
declare i64 @strlen(ptr)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare i32 @dprintf(i32, ptr, ...)

; 0: not begun; 1: being found or started; 2: there is an interpreter; 3: there is none.
@python.state = internal global i32 0
@python.starter = internal global i32 0
@python.handle = internal global ptr null
@python.failed = internal global i32 0
@python.text = internal global ptr null
@python.answer = internal global [{room} x i8] zeroinitializer

; A description: this one, or that of the interpreter which the environment names; null for none.
define internal ptr @python.description() {{
  %wish = call ptr @getenv(ptr @name.SOFTGL_PYTHON)
  %is.wish = icmp ne ptr %wish, null
  br i1 %is.wish, label %look, label %own
look:
  %letter = load i8, ptr %wish
  %is.empty = icmp eq i8 %letter, 0
  br i1 %is.empty, label %own, label %ask
own:
  ret ptr @text.description
ask:
  %stream = call ptr @popen(ptr @text.question, ptr @text.mode)
  %is.stream = icmp ne ptr %stream, null
  br i1 %is.stream, label %wait, label %silent
wait: ; for the answer's beginning: fd, events POLLIN, revents
  %descriptor = call i32 @fileno(ptr %stream)
  %awaited = alloca {{ i32, i16, i16 }}
  store {{ i32, i16, i16 }} {{ i32 0, i16 1, i16 0 }}, ptr %awaited
  store i32 %descriptor, ptr %awaited
  %answers = call i32 @poll(ptr %awaited, i64 1, i32 {patience})
  %is.late = icmp eq i32 %answers, 0
  br i1 %is.late, label %silent, label %read
read:
  %count = call i64 @fread(ptr @python.answer, i64 1, i64 {most}, ptr %stream)
  %closed = call i32 @pclose(ptr %stream)
  %is.answer = icmp ugt i64 %count, 2
  br i1 %is.answer, label %answered, label %silent
answered:
  ret ptr @python.answer
silent:
  %said = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @text.no_answer, ptr %wish)
  ret ptr null
}}

; Load libpython and start it, with the modules of an interpreter; false, said, if that fails.
define internal i1 @python.load(ptr %description) {{
  %handle = call ptr @dlopen(ptr %description, i32 258)
  %is.loaded = icmp ne ptr %handle, null
  br i1 %is.loaded, label %loaded, label %missing
missing:
  %why = call ptr @dlerror()
  %said = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @text.no_library, ptr %why)
  ret i1 false
loaded:
  store ptr %handle, ptr @python.handle
  %is.initialized = call ptr @dlsym(ptr %handle, ptr @name.Py_IsInitialized)
  %initialize = call ptr @dlsym(ptr %handle, ptr @name.Py_InitializeEx)
  %save = call ptr @dlsym(ptr %handle, ptr @name.PyEval_SaveThread)
  %set.name = call ptr @dlsym(ptr %handle, ptr @name.Py_SetProgramName)
  %decode = call ptr @dlsym(ptr %handle, ptr @name.Py_DecodeLocale)
  %is.asked = icmp ne ptr %is.initialized, null
  %is.begun = icmp ne ptr %initialize, null
  %is.python = and i1 %is.asked, %is.begun
  br i1 %is.python, label %ask, label %strange
strange:
  %said.2 = call i32 (i32, ptr, ...) @dprintf(i32 2, ptr @text.no_library, ptr %description)
  ret i1 false
ask:
  %running = call i32 %is.initialized()
  %is.running = icmp ne i32 %running, 0
  br i1 %is.running, label %done, label %named
named:
  %is.name = icmp ne ptr %set.name, null
  %is.decode = icmp ne ptr %decode, null
  %can.name = and i1 %is.name, %is.decode
  br i1 %can.name, label %name, label %start
name:
  %length = call i64 @strlen(ptr %description)
  %behind = add i64 %length, 1
  %program = getelementptr i8, ptr %description, i64 %behind
  %wide = call ptr %decode(ptr %program, ptr null)
  call void %set.name(ptr %wide)
  br label %start
start:
  call void %initialize(i32 0)
  %state = call ptr %save()
  br label %done
done:
  ret i1 true
}}

; Find the interpreter of the process, or start one.
define internal i1 @python.find() {{
  %known = call ptr @dlsym(ptr null, ptr @name.Py_IsInitialized)
  %is.known = icmp ne ptr %known, null
  br i1 %is.known, label %ask, label %describe
ask:
  %running = call i32 %known()
  %is.running = icmp ne i32 %running, 0
  br i1 %is.running, label %own, label %describe
own:
  store ptr @text.description, ptr @python.text
  ret i1 true
describe:
  %description = call ptr @python.description()
  store ptr %description, ptr @python.text
  %is.described = icmp ne ptr %description, null
  br i1 %is.described, label %load, label %fail
load:
  %loaded = call i1 @python.load(ptr %description)
  ret i1 %loaded
fail:
  ret i1 false
}}

; Once in the process, `python.find`; other threads wait for it, but not a child of fork().
define internal i1 @python.ready() {{
  br label %again
again:
  %was = cmpxchg ptr @python.state, i32 0, i32 1 seq_cst seq_cst
  %state = extractvalue {{ i32, i1 }} %was, 0
  switch i32 %state, label %no [ i32 0, label %first i32 1, label %wait i32 2, label %yes ]
first:
  %self = call i32 @getpid()
  store i32 %self, ptr @python.starter
  %found = call i1 @python.find()
  %next = select i1 %found, i32 2, i32 3
  store atomic i32 %next, ptr @python.state seq_cst, align 4
  ret i1 %found
wait:
  %starter = load volatile i32, ptr @python.starter
  %process = call i32 @getpid()
  %is.set = icmp ne i32 %starter, 0
  %is.other = icmp ne i32 %starter, %process
  %is.child = and i1 %is.set, %is.other
  br i1 %is.child, label %no, label %sleep
sleep:
  %slept = call i32 @usleep(i32 1000)
  br label %again
yes:
  ret i1 true
no:
  ret i1 false
}}

; Have softgl take calls. 0 if it does then.
define i32 @softgl_start() {{
  %failed = load atomic i32, ptr @python.failed seq_cst, align 4
  %is.failed = icmp ne i32 %failed, 0
  br i1 %is.failed, label %no, label %try
try:
  %ready = call i1 @python.ready()
  br i1 %ready, label %run, label %fail
run:
  %outcome = alloca i32
  %command = alloca [{command_room} x i8]
  store i32 0, ptr %outcome
  %outcome.number = ptrtoint ptr %outcome to i64
  %description = load ptr, ptr @python.text
  %length.1 = call i64 @strlen(ptr %description)
  %behind.1 = add i64 %length.1, 1
  %program = getelementptr i8, ptr %description, i64 %behind.1
  %length.2 = call i64 @strlen(ptr %program)
  %behind.2 = add i64 %length.2, 1
  %lines = getelementptr i8, ptr %program, i64 %behind.2
  %lines.number = ptrtoint ptr %lines to i64
  %printed = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %command, i64 {command_room},
      ptr @text.script, i64 %outcome.number, i64 %lines.number)
  %handle = load ptr, ptr @python.handle
  %ensure = call ptr @dlsym(ptr %handle, ptr @name.PyGILState_Ensure)
  %release = call ptr @dlsym(ptr %handle, ptr @name.PyGILState_Release)
  %simple = call ptr @dlsym(ptr %handle, ptr @name.PyRun_SimpleString)
  %lock = call i32 %ensure()
  %ran = call i32 %simple(ptr %command)
  call void %release(i32 %lock)
  %result = load i32, ptr %outcome
  switch i32 %result, label %fail [ i32 0, label %no i32 1, label %yes ]
yes:
  ret i32 0
fail:
  store atomic i32 1, ptr @python.failed seq_cst, align 4
  br label %no
no:
  ret i32 -1
}}
"""
NAMES = """SOFTGL_PYTHON Py_IsInitialized Py_InitializeEx Py_SetProgramName Py_DecodeLocale
    PyEval_SaveThread PyGILState_Ensure PyGILState_Release PyRun_SimpleString""".split()


def start_text(description: bytes | None = None) -> str:
    """The definition of `i32 softgl_start()`, which returns 0 once softgl takes calls.

    description : of the interpreter that is started; this one if not given.

    Several threads may call it at once. A call within a call fails. One line on the standard error
    says why softgl cannot start; later calls fail at once.
    """
    if description is None:
        description = interpreter.description()
    source = inspect.getsource(interpreter)
    run = f"exec({SCRIPT!r}, {{'outcome': %lu, 'text': %lu}})"
    script = run.replace("%", "%%").replace("%%lu", "%lu")
    texts = {
        **{f"name.{name}": name.encode() for name in NAMES},
        "text.description": description,
        "text.question": f'exec "$SOFTGL_PYTHON" -c {shlex.quote(source)} 2>/dev/null'.encode(),
        "text.mode": b"re",
        "text.script": script.encode(),
        "text.no_library": NO_LIBRARY.encode(),
        "text.no_answer": NO_ANSWER.encode(),
    }
    return "".join(constant(*each) for each in texts.items()) + MODULE.format(
        room=ANSWER_BYTES,
        most=ANSWER_BYTES - 3,  # zeros behind it
        patience=ANSWER_MILLISECONDS,
        command_room=len(script) + 64,
    )


def constant(name: str, text: bytes, linkage: str = "private constant") -> str:
    """A constant of a module: a text with a zero behind it."""
    data = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in text
    )
    return f'@{name} = {linkage} [{len(text) + 1} x i8] c"{data}\\00"\n'
