"""The libraries on disk: the core, with the native code of `softgl.capi.native`, and thin ones that
have the names of OpenGL's libraries and jump into the core.

In: the names of the functions, by their numbers, and the core's text. Out: a folder with the files.
They are linked here (`softgl.capi.elf`): neither a compiler nor a linker is needed. Programs find
softgl in place of the system's libraries by these names.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path

from softgl import files, kernel_cache
from softgl.capi import elf, interpreter, library_cache
from softgl.capi.starting import constant, start_text
from softgl.errors import SoftGLError, UsageError
from softgl.gl.api import es_names
from softgl.lanes.objects import compile_object, compiler_versions
from softgl.records import dataclass

CORE = "libsoftgl.so"
CORE_EXPORTS = ("softgl_entries", "softgl_run", "softgl_state", "softgl_start", "softgl_made_by")
PLAIN = "plain"
"""The folder of the same libraries under their names without versions. A program that asks for such
a name gets the library that is loaded only if that calls itself so."""
NEEDED = ("libc.so.6", "libdl.so.2", "libpthread.so.0")  # the latter two for glibc before 2.34
# Of the core's table of addresses, to entry {0}. A register that carries no argument is changed.
JUMPS = {
    "x86_64": "movq softgl_entries@GOTPCREL(%rip), %rax; jmpq *{0}(%rax)",
    "aarch64": (
        "adrp x16, :got:softgl_entries; ldr x16, [x16, :got_lo12:softgl_entries]; "
        "ldr x16, [x16, #{0}]; br x16"
    ),
}
SOURCES = ("capi", "gl/api", "gl/vertices", "lanes")  # whose text decides the files


@dataclass(frozen=True)
class Library:
    """A thin library. exports : which functions it has, as a pattern of their whole names."""

    soname: str
    exports: str

    @property
    def link_name(self) -> str:
        """The name without a version: linkers want it, and some programs ask for it first."""
        return f"{self.soname.partition('.so')[0]}.so"

    def exported(self, names: Sequence[str]) -> dict[str, int]:
        """The numbers of its functions, by name."""
        matches = re.compile(self.exports).fullmatch
        return {name: number for number, name in enumerate(names) if matches(name)}


_COMMANDS = r"gl[A-WYZ]\w*"
LIBRARIES = {
    "osmesa": Library("libOSMesa.so.8", rf"{_COMMANDS}|OSMesa\w+"),
    "egl": Library("libEGL.so.1", r"egl\w+|__egl\w+"),
    "gl": Library("libGL.so.1", rf"{_COMMANDS}|glX\w+"),
    "gles": Library("libGLESv2.so.2", "|".join(es_names.COMMANDS_3.split())),
    "opengl": Library("libOpenGL.so.0", _COMMANDS),
    "glx": Library("libGLX.so.0", r"glX\w+"),
}
"""The thin libraries by their kinds."""
DISPLAY = Library("libsoftglX11.so", r"X[A-Z]\w+")
"""The functions of `softgl.capi.x11`, with the names of those of libX11: it is loaded by its path
alone, by clients that have a variable for it, and never for a whole process."""


@dataclass(frozen=True)
class Source:
    """The parts that libraries are made of.

    names : of the functions, by number. core_text : (text that defines `softgl_start`) -> the
    core's module.
    """

    names: Sequence[str]
    core_text: Callable[[str], str]


def machine() -> str:
    """The processor of this machine. Raises UsageError where no libraries are made."""
    found = platform.machine().lower().replace("arm64", "aarch64").replace("amd64", "x86_64")
    if not sys.platform.startswith("linux") or found not in JUMPS:
        raise UsageError("functions and libraries for C need Linux on x86-64 or ARM64")
    return found


def core_library(source: Source) -> bytes:
    """The core's file."""
    made_by = constant("softgl_made_by", interface(source).encode(), "constant")
    text = source.core_text(start_text() + made_by)
    return elf.link(compile_object(text), CORE, CORE_EXPORTS, NEEDED)


def jumps(exports: dict[str, int]) -> bytes:
    """An object file of functions that jump into the core; exports : their numbers by name."""
    jump = JUMPS[machine()]
    lines = [".text"]
    for name, number in exports.items():
        lines += [
            f".globl {name}",
            f".type {name}, %function",
            ".p2align 4",
            f"{name}: {jump.format(8 * number)}",
        ]
    return compile_object("".join(f'module asm "{line}"\n' for line in lines))


@cache
def _sources_digest() -> bytes:
    """A digest of the source files that the libraries depend on."""
    root, digest = Path(__file__).parents[1], blake2b(digest_size=16)
    for folder in SOURCES:
        for path in sorted((root / folder).glob("*.py")):
            digest.update(f"{path.name} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.digest()


def interface(source: Source) -> str:
    """32 digits, the same for cores that the same softgl can serve: of its source."""
    return _digest(list(source.names), _sources_digest())


def fingerprint(source: Source) -> str:
    """32 digits, the same for equal libraries: of all that they depend on."""
    return _digest(interface(source), compiler_versions(), machine(), interpreter.description())


def _digest(*parts) -> str:
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def write_libraries(folder, source: Source) -> list[Path]:
    """Writes all libraries to a folder, which is made, and links of their plain names beside them.

    Returns the paths of the libraries. A loaded file keeps its contents for its processes. Raises
    FileError.
    """
    folder, names = Path(folder), source.names
    files.make_folder(folder / PLAIN)
    written = [folder / CORE]
    files.write_file(written[0], core_library(source))
    for library in (*LIBRARIES.values(), DISPLAY):
        exports = library.exported(names)
        path, code = folder / library.soname, jumps(exports)
        files.write_file(path, elf.link(code, path.name, exports.keys(), [CORE], runpath="$ORIGIN"))
        written.append(path)
        if library is not DISPLAY:
            name = library.link_name
            plain = elf.link(code, name, exports.keys(), [CORE], runpath="$ORIGIN/..")
            files.write_file(folder / PLAIN / name, plain)
            _link_beside(path, name)
    return written


def _link_beside(path, name):
    """A symbolic link of another name beside a file, put in place in one step."""
    temporary = path.with_name(f".{name}.{os.getpid()}")
    try:
        temporary.unlink(missing_ok=True)
        temporary.symlink_to(path.name)
        temporary.replace(path.with_name(name))
    except OSError as error:
        raise files.FileError(
            f"cannot write {path.with_name(name)}: {error.strerror}", ""
        ) from None


def cached_folder(source: Source) -> Path | None:
    """A folder with the libraries in the cache, written if it is not there; None for no cache."""
    disk_cache = kernel_cache.default_cache()
    if disk_cache is None or disk_cache.refused():
        return None
    folder = library_cache.place(disk_cache.folder, fingerprint(source))
    complete = folder / library_cache.COMPLETE
    try:
        disk_cache.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if complete.exists() and not disk_cache.refused():
            os.utime(complete)
            return folder
        folder.mkdir(mode=0o700, exist_ok=True)
        write_libraries(folder, source)
        files.write_file(complete, b"")
        library_cache.trim(disk_cache.folder)
    except (OSError, files.FileError):  # a full disk, one that is only read
        return folder if complete.exists() else None
    return folder


@cache
def _own_folder(fingerprint: str) -> Path:
    """A folder of this process for libraries with a fingerprint, for want of a cache."""
    return Path(tempfile.mkdtemp(prefix="softgl-"))


def folder(source: Source) -> Path:
    """A folder with the libraries: in the cache, or else a temporary one, which is removed at the
    end of this process. Raises UsageError where no libraries are made, and FileError."""
    found = cached_folder(source)
    if found is not None:
        return found
    found = _own_folder(fingerprint(source))
    if not (found / CORE).exists():
        atexit.register(_remove_own, found, os.getpid())
        write_libraries(found, source)
    return found


def _remove_own(folder: Path, process: int) -> None:
    """Removes the folder of a process at its end, not at that of a child of fork()."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def load_core(source: Source) -> ctypes.CDLL:
    """The core of this process: the one that a program has loaded, or one of `folder`.

    Raises SoftGLError for one that another version of softgl, or another interpreter, has written.
    """
    machine()
    library = _loaded_already(CORE)
    if library is None:
        return load(folder(source) / CORE)
    made_by = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, "softgl_made_by")))
    if made_by != interface(source).encode():
        raise SoftGLError(
            f"{CORE} is of another softgl than that of {sys.executable}: use its softgl with or lib"
        )
    return library


def load(path) -> ctypes.CDLL:
    """A library of a path, whose names all others of the process see. Raises SoftGLError."""
    try:
        return ctypes.CDLL(str(path), mode=os.RTLD_NOW | os.RTLD_GLOBAL)
    except OSError as error:
        raise SoftGLError(f"cannot load {path}: {error}") from None


def _loaded_already(soname):
    """A library of this process by its name; None for none."""
    try:
        return ctypes.CDLL(soname, mode=os.RTLD_NOW | os.RTLD_GLOBAL | os.RTLD_NOLOAD)
    except OSError:
        return None


def load_libraries(kinds: Iterable[str], source: Source) -> list[ctypes.CDLL]:
    """Loads thin libraries, of `LIBRARIES`, for the whole process, which then gets these by name.

    Raises SoftGLError, before any is loaded, if the process has another library of one's name.
    """
    chosen, loaded = [LIBRARIES[kind] for kind in kinds], []
    for library in chosen:
        for name in (library.soname, library.link_name):
            found = _loaded_already(name)
            if found is not None and not hasattr(found, "softgl_made_by"):  # looks into its needs
                raise SoftGLError(
                    f"{name} of the system is loaded already: load softgl's before a client"
                )
    load_core(source)
    place = folder(source)
    for library in chosen:
        loaded.append(load(place / library.soname))
        load(place / PLAIN / library.link_name)
    return loaded
