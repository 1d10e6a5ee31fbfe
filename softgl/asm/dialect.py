"""What distinguishes one language from another, as data for the one parser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from softgl.asm.limits import LIMITS, Limits
from softgl.ir.program import Binding, File, Profile, Stage


@dataclass(frozen=True)
class Item:
    """What a dotted name stands for.

    name : the name of its binding.
    count : the number of indices it may have; 0 where it takes none.
    required : whether the index may not be left out.
    fixed : the indices of the binding where the name takes none.
    """

    name: str
    count: int = 0
    required: bool = False
    fixed: tuple[int, ...] = ()

    def bindings(self) -> list[Binding]:
        """Every binding that the name can stand for, in order."""
        if not self.count:
            return [Binding(self.name, self.fixed)]
        return [Binding(self.name, (index,)) for index in range(self.count)]


@dataclass(frozen=True)
class BindingTable:
    """The bindings that begin with one word.

    items : the words after that one -> what they stand for.
    missing : words that are refused -> why, for the message.
    """

    prefix: str
    items: dict[tuple[str, ...], Item]
    missing: dict[tuple[str, ...], str] = field(default_factory=dict)

    def words_after(self, path: tuple[str, ...]) -> list[str]:
        """The words that may follow the words of `path`."""
        size = len(path)
        return list(
            dict.fromkeys(key[size] for key in self.items if len(key) > size and key[:size] == path)
        )

    @cached_property
    def order(self) -> dict[Binding, int]:
        """Every binding of the table -> its number; those of one array are consecutive."""
        bindings = dict.fromkeys(b for item in self.items.values() for b in item.bindings())
        return {binding: number for number, binding in enumerate(bindings)}

    def without(self, word: str, reason: str) -> BindingTable:
        """The same table without one entry."""
        items = {path: item for path, item in self.items.items() if path != (word,)}
        return BindingTable(self.prefix, items, {**self.missing, (word,): reason})


@dataclass(frozen=True)
class Dialect:
    """One language; an entry of `softgl.asm.DIALECTS`.

    language, stage, profile : see `Program`.
    attributes, results : the bindings of each class.
    reserved : words that are no identifiers.
    declarations : the declaration keywords.
    modifiers : words that may stand before a declaration keyword.
    options : the names that OPTION accepts.
    suffix : what may follow an opcode's name in its mnemonic; groups type, update, saturate.
    opcode_modifiers : whether modifiers may follow the mnemonic after dots.
    conditions : whether there are condition codes.
    absolute : whether an operand may be written |x|.
    arrays : the declaration keywords that can make an array.
    index : the file of the registers that address an array at run time, or None.
    targets : the texture targets; `texel_offsets` says whether a texel offset may follow one.
    aliased_attributes : binding -> number of the generic attribute with which it may not be bound.
    """

    language: str
    stage: Stage
    attributes: BindingTable
    results: BindingTable
    reserved: frozenset[str]
    declarations: frozenset[str]
    options: frozenset[str]
    suffix: re.Pattern
    arrays: frozenset[str]
    targets: tuple[str, ...]
    modifiers: frozenset[str] = frozenset()
    opcode_modifiers: bool = False
    conditions: bool = False
    absolute: bool = False
    texel_offsets: bool = False
    index: File | None = None
    profile: Profile = Profile.IEEE
    aliased_attributes: dict[Binding, int] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """The resource limits of the language."""
        return LIMITS[self.language]

    @cached_property
    def program_parameters(self) -> BindingTable:
        """The bindings that begin with `program`."""
        return BindingTable(
            "program",
            {
                ("env",): Item("program.env", self.limits.env_parameters, required=True),
                ("local",): Item("program.local", self.limits.local_parameters, required=True),
            },
        )
