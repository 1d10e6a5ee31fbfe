"""Links one object file to an ELF shared library for Linux, without a linker.

In: an object file of `lanes.objects`. Out: the bytes of a library with a code segment, a data
segment, and the exported names. It has section headers, so that linkers can link programs against
it. The dynamic loader resolves the names that the object file does not define. Source: System V
Application Binary Interface, "Program Loading and Dynamic Linking".

Imported names have no version. glibc then binds the oldest version of a function, which differs
from the newest for few names (`pthread_cond_wait`, `memcpy`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping

from softgl.capi.elf_machines import BRANCH, DIRECT, MACHINES, TABLE
from softgl.capi.elf_objects import (
    CODE,
    CONTENT,
    HEADER,
    MAGIC,
    RELOCATION,
    SECTION,
    SPECIAL,
    SYMBOL,
    THREAD_LOCAL,
    UNDEFINED,
    WEAK,
    WRITABLE,
    ZEROS,
    LinkError,
    Symbol,
    read_object,
)
from softgl.capi.elf_tables import Strings, hash_table, section_headers

SEGMENT = struct.Struct("<IIQQQQQQ")
LIBRARY = 3
LOAD, DYNAMIC, STACK = 1, 2, 0x6474E551  # kinds of segments
READ_RUN, READ_WRITE = 5, 6
# Entries of the dynamic section.
NEEDED, HASH, STRINGS, SYMBOLS, RELA, RELA_SIZE, RELA_ENTRY = 1, 4, 5, 6, 7, 8, 9
STRINGS_SIZE, SYMBOL_SIZE, SONAME, INIT_ARRAY, INIT_ARRAY_SIZE = 10, 11, 14, 25, 27
RUNPATH, FLAGS_1 = 29, 0x6FFFFFFB
NO_DELETE = 0x8  # stays when it is closed: threads and C code keep addresses in it
FUNCTION, OBJECT = 2, 1
TEXT_SECTION, DATA_SECTION = 5, 6  # the numbers that `section_headers` gives them


def link(
    object_file: bytes,
    soname: str,
    exports: Mapping[str, str] | Iterable[str],
    needed: Iterable[str] = (),
    init: Iterable[str] = (),
    runpath: str | None = None,
) -> bytes:
    """Returns the bytes of the shared library `soname`. Raises LinkError.

    exports : the exported names; or a mapping of these to the object file's names.
    needed : the sonames of libraries that it depends on; runpath : the folder of these.
    init : functions of the object file that the loader calls after it has loaded the library.
    """
    names = dict(exports) if isinstance(exports, Mapping) else {name: name for name in exports}
    return _Linker(read_object(object_file), soname, names, [*needed], [*init], runpath).library()


class _Linker:
    """The state of one link.

    addresses : of each part, by name for tables and by number for sections. slots : entries of the
    global offset table, by symbol; stubs : entries of the procedure linkage table, by name.
    """

    def __init__(self, source, soname, exports, needed, init, runpath):
        if source.machine not in MACHINES:
            raise LinkError(f"unsupported processor {source.machine}")
        self.source, self.machine = source, MACHINES[source.machine]
        self.soname, self.exports, self.needed, self.runpath = soname, exports, needed, runpath
        self.defined = {s.name: s for s in source.symbols if s.name and s.section != UNDEFINED}
        self.exported = [self.definition(name) for name in exports.values()]
        self.init = [self.definition(name) for name in init]
        self.allocated = {n: each for n, each in enumerate(source.sections) if each.is_allocated}
        self.slots: dict[object, int] = {}
        self.stubs: dict[str, int] = {}
        self.imports: dict[str, Symbol] = {}
        self.words: list[tuple[int, object]] = []
        self.addresses: dict[object, int] = {}
        self.dynamic_relocations: list[tuple[int, int, int, int]] = []
        self._check_sections()
        self._scan()

    def definition(self, name):
        """Returns the symbol that the object file defines by a name, or raises LinkError."""
        if name not in self.defined:
            raise LinkError(f"the object file does not define {name}")
        return self.defined[name]

    def _check_sections(self):
        for each in self.allocated.values():
            if each.flags & THREAD_LOCAL:
                raise LinkError(f"{each.name}: thread-local variables are not supported")
            if each.kind not in (CONTENT, ZEROS) or each.name in (".ctors", ".init_array"):
                raise LinkError(f"unsupported section {each.name}")

    def relocations(self):
        """Yields (section's number, relocation, its symbol) of the allocated sections."""
        for number, section in self.allocated.items():
            for each in section.relocations:
                if each.symbol:
                    yield number, each, self.source.symbols[each.symbol]

    def _scan(self):
        """Finds the imported symbols, and the symbols with a slot or a stub."""
        for number, each, symbol in self.relocations():
            if symbol.section == UNDEFINED:
                self.imports.setdefault(symbol.name, symbol)
            elif symbol.section >= SPECIAL or symbol.section not in self.allocated:
                raise LinkError(f"{symbol.name} lies in an unsupported section")
            if each.kind in self.machine.words:
                if not self.allocated[number].flags & WRITABLE:
                    raise LinkError(f"an address of {symbol.name} in a read-only section")
                self.words.append((number, each))
                continue
            rule = self.machine.rules.get(each.kind)
            if rule is None:
                raise LinkError(f"unknown relocation {each.kind}")
            if rule.target == DIRECT and symbol.section == UNDEFINED:
                raise LinkError(f"{symbol.name} is far away, and code asks for its address")
            if rule.target == TABLE:
                self.slots.setdefault(_key(symbol), len(self.slots))
            elif rule.target == BRANCH and symbol.section == UNDEFINED:
                self.slots.setdefault(_key(symbol), len(self.slots))
                self.stubs.setdefault(symbol.name, len(self.stubs))

    def library(self):
        """Returns the bytes of the library."""
        strings = Strings([*self.imports, *self.exports, self.soname, *self.needed])
        if self.runpath is not None:
            strings.add(self.runpath)
        names = ["", *self.imports, *self.exports]
        buckets = hash_table(names, 1 + len(self.imports))
        count = len(self.slots) + len(self.words) + len(self.init)
        tables = {
            "headers": HEADER.size + 4 * SEGMENT.size,
            "hash": len(buckets),
            "symbols": SYMBOL.size * len(names),
            "strings": len(strings.data),
            "relocations": RELOCATION.size * count,
        }
        self._lay_out(tables)
        image = bytearray(self.file_end)
        self._put_sections(image)
        self._put_slots(image)
        place = {name: self.addresses[name] for name in tables}
        _put(image, place["hash"], buckets)
        _put(image, place["symbols"], self._symbols(strings))
        _put(image, place["strings"], strings.data)
        packed = [RELOCATION.pack(at, n << 32 | k, a) for at, k, n, a in self.dynamic_relocations]
        _put(image, place["relocations"], b"".join(packed))
        self._put(image, self.addresses["dynamic"], self._dynamic(strings, tables))
        _put(image, 0, self._program_headers())
        return self._with_sections(image, tables)

    def _lay_out(self, tables):
        """Chooses the address of each part.

        The address of data is its offset in the file plus a page, so that the two segments have no
        page in common.
        """
        at = 0
        for name, size in tables.items():
            at = self._place(name, size, 8, at)
        at = self.text_start = _aligned(at, 64)
        fixed = {n: each for n, each in self.allocated.items() if not each.flags & WRITABLE}
        for number, each in sorted(fixed.items(), key=lambda one: not one[1].flags & CODE):
            at = self._place(number, each.size, each.alignment, at)
        at = self._place("stubs", self.machine.stub_size * len(self.stubs), 16, at)
        self.text_end = at
        at = self.data_start = _aligned(at + self.machine.page, 64)
        entries = 11 + len(self.needed) + 2 * bool(self.init) + (self.runpath is not None)
        for name, size in (
            ("dynamic", 16 * entries),
            ("slots", 8 * len(self.slots)),
            ("init", 8 * len(self.init)),
        ):
            at = self._place(name, size, 16, at)
        writable = {n: each for n, each in self.allocated.items() if each.flags & WRITABLE}
        for number, each in writable.items():
            if each.kind != ZEROS:
                at = self._place(number, each.size, each.alignment, at)
        self.data_end = at
        self.file_end = at - self.machine.page
        for number, each in writable.items():
            if each.kind == ZEROS:
                at = self._place(number, each.size, each.alignment, at)
        self.memory_end = at

    def _place(self, name, size, alignment, at):
        """Gives a part the next aligned address; returns its end."""
        self.addresses[name] = _aligned(at, alignment)
        return self.addresses[name] + size

    def address(self, symbol):
        """Returns the address of a symbol of the library."""
        return self.addresses[symbol.section] + symbol.value

    def _put(self, image, address, data):
        """Writes bytes at an address of code or data."""
        _put(image, address - self.machine.page * (address >= self.data_start), data)

    def _get(self, image, address):
        """Returns the word of 32 bits at an address."""
        place = address - self.machine.page * (address >= self.data_start)
        return struct.unpack_from("<I", image, place)[0]

    def _put_sections(self, image):
        """Writes the sections and the stubs, and applies the relocations."""
        for number, each in self.allocated.items():
            if each.kind != ZEROS:
                self._put(image, self.addresses[number], each.data)
        for name, number in self.stubs.items():
            place = self.addresses["stubs"] + self.machine.stub_size * number
            self._put(image, place, self.machine.stub(place, self._slot(name)))
        for number, each, symbol in self.relocations():
            if each.kind in self.machine.words:
                continue
            place = self.addresses[number] + each.offset
            target = self._target(self.machine.rules[each.kind].target, symbol) + each.addend
            try:
                bits = self.machine.rules[each.kind].patch(self._get(image, place), place, target)
            except LinkError as error:
                raise LinkError(f"{symbol.name}: {error}") from None
            self._put(image, place, struct.pack("<I", bits))
        for number, each in self.words:
            place, symbol = self.addresses[number] + each.offset, self.source.symbols[each.symbol]
            self._put_word(image, place, symbol, self.machine.word, each.addend)

    def _target(self, kind, symbol):
        """Returns the address for a rule of this kind: the symbol, its slot or its stub."""
        if kind == TABLE:
            return self._slot(_key(symbol))
        if kind == BRANCH and symbol.name in self.stubs:
            return self.addresses["stubs"] + self.machine.stub_size * self.stubs[symbol.name]
        return self.address(symbol)

    def _slot(self, key):
        """The address of a symbol's entry of the global offset table."""
        return self.addresses["slots"] + 8 * self.slots[key]

    def _put_slots(self, image):
        """Writes the tables of addresses."""
        for key, number in self.slots.items():
            symbol = self.imports[key] if isinstance(key, str) else Symbol("", 0, 0, *key, 0)
            place = self.addresses["slots"] + 8 * number
            self._put_word(image, place, symbol, self.machine.entry, 0)
        for number, symbol in enumerate(self.init):
            self._put_word(image, self.addresses["init"] + 8 * number, symbol, 0, 0)

    def _put_word(self, image, place, symbol, kind, addend):
        """Has eight bytes hold an address; kind : how, if another library defines the symbol."""
        if symbol.section == UNDEFINED:
            number = 1 + list(self.imports).index(symbol.name)
            self.dynamic_relocations.append((place, kind, number, addend))
            return
        value = self.address(symbol) + addend
        self._put(image, place, struct.pack("<Q", value))
        self.dynamic_relocations.append((place, self.machine.relative, 0, value))

    def _symbols(self, strings):
        """Returns the symbol table: imports, then exports."""
        rows = [bytes(SYMBOL.size)]
        for name, symbol in self.imports.items():
            binding = WEAK if symbol.binding == WEAK else 1
            rows.append(SYMBOL.pack(strings.places[name], binding << 4, 0, 0, 0, 0))
        for name, symbol in zip(self.exports, self.exported, strict=True):
            section = self.allocated[symbol.section]
            kind = FUNCTION if section.flags & CODE else OBJECT
            number = DATA_SECTION if section.flags & WRITABLE else TEXT_SECTION
            row = strings.places[name], 1 << 4 | kind, 0, number, self.address(symbol), symbol.size
            rows.append(SYMBOL.pack(*row))
        return b"".join(rows)

    def _dynamic(self, strings, tables):
        """Returns the dynamic section."""
        at = self.addresses
        entries = [(NEEDED, strings.places[name]) for name in self.needed]
        entries += [
            (SONAME, strings.places[self.soname]),
            (HASH, at["hash"]),
            (STRINGS, at["strings"]),
            (STRINGS_SIZE, tables["strings"]),
            (SYMBOLS, at["symbols"]),
            (SYMBOL_SIZE, SYMBOL.size),
            (RELA, at["relocations"]),
            (RELA_SIZE, tables["relocations"]),
            (RELA_ENTRY, RELOCATION.size),
            (FLAGS_1, NO_DELETE),
        ]
        if self.runpath is not None:
            entries.append((RUNPATH, strings.places[self.runpath]))
        if self.init:
            entries += [(INIT_ARRAY, at["init"]), (INIT_ARRAY_SIZE, 8 * len(self.init))]
        entries.append((0, 0))
        self.dynamic_size = 16 * len(entries)
        return b"".join(struct.pack("<QQ", *each) for each in entries)

    def _program_headers(self):
        """Returns the program headers, after space for the file's header."""
        page, start, dynamic = self.machine.page, self.data_start, self.addresses["dynamic"]
        size, memory = self.data_end - start, self.memory_end - start
        rows = (
            (LOAD, READ_RUN, 0, 0, 0, self.text_end, self.text_end, page),
            (LOAD, READ_WRITE, start - page, start, start, size, memory, page),
            (DYNAMIC, READ_WRITE, dynamic - page, dynamic, dynamic, *[self.dynamic_size] * 2, 8),
            (STACK, READ_WRITE, 0, 0, 0, 0, 0, 16),
        )
        return bytes(HEADER.size) + b"".join(SEGMENT.pack(*row) for row in rows)

    def _with_sections(self, image, tables):
        """Returns the file: the image, the section headers, and the file's header."""
        page, dynamic = self.machine.page, self.addresses["dynamic"]
        data = dynamic + self.dynamic_size
        parts = {name: (self.addresses[name],) * 2 + (size,) for name, size in tables.items()}
        parts["text"] = (self.text_start, self.text_start, self.text_end - self.text_start)
        parts["data"] = (data, data - page, self.data_end - data)
        parts["dynamic"] = (dynamic, dynamic - page, self.dynamic_size)
        parts["zeros"] = (self.data_end, self.file_end, self.memory_end - self.data_end)
        start = _aligned(len(image), 8)
        rows, texts = section_headers(parts, start)
        image += bytes(start - len(image)) + texts
        headers = _aligned(len(image), 8)
        image += bytes(headers - len(image)) + b"".join(SECTION.pack(*row) for row in rows)
        header = HEADER.pack(
            *(MAGIC, LIBRARY, self.machine.number, 1, 0, HEADER.size, headers, 0, HEADER.size),
            *(SEGMENT.size, 4, SECTION.size, len(rows), len(rows) - 1),
        )
        _put(image, 0, header)
        return bytes(image)


def _key(symbol):
    """Returns the key of a symbol in `slots`: the name of an import, else its section and value."""
    return symbol.name if symbol.section == UNDEFINED else (symbol.section, symbol.value)


def _aligned(at, alignment):
    return -(-at // alignment) * alignment


def _put(image, place, data):
    image[place : place + len(data)] = data
