"""The differences between languages, as data for the one parser."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property

from softgl.asm.text.limits import Limits
from softgl.ir.program import Binding, File, Profile, Stage
from softgl.records import dataclass

ARB_TARGETS = ("1D", "2D", "3D", "CUBE", "RECT")
"""The texture targets in the grammars of ARB_fragment_program and NV_fragment_program."""


@dataclass(frozen=True)
class Item:
    """The meaning of a dotted name.

    name : the name of its binding.
    count : the number of indices it may have; 0 if it takes none.
    required : True if the index is required.
    fixed : the indices of the binding if the name takes none.
    """

    name: str
    count: int = 0
    required: bool = False
    fixed: tuple[int, ...] = ()

    def binding(self, index: int) -> Binding:
        """Returns the binding of the name with an index."""
        return Binding(self.name, (index,))

    def bindings(self) -> list[Binding]:
        """Returns every binding of the name, in order."""
        if not self.count:
            return [Binding(self.name, self.fixed)]
        return [self.binding(index) for index in range(self.count)]


@dataclass(frozen=True)
class BindingTable:
    """The bindings of one class.

    items : dotted name -> its meaning.
    missing : dotted names that are refused -> the reason, for the message.
    """

    items: dict[str, Item]
    missing: dict[str, str] = field(default_factory=dict)

    def words_after(self, path: str) -> list[str]:
        """Returns the words that may follow a dotted name."""
        return list(self._following.get(path, ()))

    @cached_property
    def _following(self) -> dict[str, dict[str, None]]:
        """The words that may follow each dotted name, in the order of the items."""
        found: dict[str, dict[str, None]] = {}
        for name in self.items:
            words = name.split(".") if name not in self.missing else ()
            for count in range(1, len(words)):
                found.setdefault(".".join(words[:count]), {})[words[count]] = None
        return found

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """The first words of the names."""
        return frozenset(name.partition(".")[0] for name in (*self.items, *self.missing))

    @cached_property
    def order(self) -> dict[Binding, int]:
        """Every binding of the table -> its number; those of one array are consecutive."""
        bindings = dict.fromkeys(b for item in self.items.values() for b in item.bindings())
        return {binding: number for number, binding in enumerate(bindings)}

    def without(self, name: str, reason: str) -> BindingTable:
        """Returns the table with one of the names refused."""
        return replace(self, missing={**self.missing, name: reason})

    def with_items(self, items: dict[str, Item]) -> BindingTable:
        """Returns the table with items added or replaced."""
        return replace(self, items={**self.items, **items})


@dataclass(frozen=True)
class Dialect:
    """A language: an entry of `softgl.asm.DIALECTS`. An option changes it into a variant.

    language, stage, profile : see `Program`.
    attributes, results : the bindings of each class.
    state : the words that may follow `state.`.
    reserved : words that are not identifiers.
    declarations : the declaration keywords.
    modifiers : words that may precede a declaration keyword.
    options : the names that OPTION accepts -> their changes to the language.
    suffix : the suffixes after an opcode's name in a mnemonic; groups type, update, saturate.
    opcode_modifiers : True if modifiers may follow the mnemonic after dots.
    conditions : True if there are condition codes.
    labels : True if labels may stand between instructions.
    absolute : True if an operand may be written |x|.
    hexadecimal : True if integers may be hexadecimal.
    bare_scalars : True if a number without braces is a scalar without a component suffix.
    component_sets : the letters that may name the components.
    mixed_selectors : True if the selectors of one SWZ may be of two sets.
    arrays : the declaration keywords that can make an array.
    index : the file of the registers that address an array at run time, or None.
    targets : the texture targets.
    texel_offsets : True if a texel offset may follow a target.
    aliased_attributes : binding -> the number of the generic attribute that excludes it.
    tolerated_aliases : the numbers of aliases that are accepted anyway, as leniencies.
    own_instructions : the name of its instruction set in `softgl.isa` if that is not `language`: an
        option that adds instructions sets it.
    condition_rules : the rules of condition tests, with their digits; None for all.
    address_components : the components of an address register that programs may name.
    indexed_bindings : the names that an address register may index without a declaration.
    addresses : the names of the address registers, if they are not declared.
    unary_plus : True if an operand may be written +x.
    subroutines : True if a label begins a subroutine (see `Program.subroutines`).
    read, write : None, or the parsers of source and destination registers in a language with fixed
        register names: state -> `elements.Place`, without signs, swizzles and masks.
    statement : None, or the parser of a statement of the language's own (DECLARE) with its
        semicolon: state -> True if there was one.
    precisions : True if the sizes of results, SHORT and LONG, must not be mixed.
    relative_arrays : True if a declared array may be addressed at run time.
    offsets : the largest numbers that may be subtracted from and added to an address register; if
        they are not 0, more is a leniency, up to the size of the array.
    complete : None, or the last step of each instruction: (state, it, its precision suffix) -> it.
    texture_unit : None, or the language's own parser of texture image units: state -> the number.
    per_vertex : the first word of attributes that each vertex of a primitive has; "" in other
        programs.
    checks : the checks of each complete instruction: (state, its first token, it).
    final_checks : the checks of the whole program at END: state -> None.
    """

    language: str
    stage: Stage
    limits: Limits
    attributes: BindingTable
    results: BindingTable
    state: frozenset[str]
    reserved: frozenset[str]
    declarations: frozenset[str]
    options: dict[str, Callable[[Dialect], Dialect]]
    suffix: re.Pattern
    arrays: frozenset[str]
    targets: tuple[str, ...]
    modifiers: frozenset[str] = frozenset()
    opcode_modifiers: bool = False
    conditions: bool = False
    labels: bool = False
    absolute: bool = False
    hexadecimal: bool = False
    bare_scalars: bool = False
    component_sets: tuple[str, ...] = ("xyzw", "rgba")
    mixed_selectors: bool = False
    texel_offsets: bool = False
    index: File | None = None
    profile: Profile = Profile.IEEE
    aliased_attributes: dict[Binding, int] = field(default_factory=dict)
    tolerated_aliases: frozenset[int] = frozenset()
    own_instructions: str = ""
    condition_rules: frozenset[str] | None = None
    address_components: str = "x"
    indexed_bindings: frozenset[str] = frozenset()
    addresses: tuple[str, ...] = ()
    unary_plus: bool = True
    subroutines: bool = True
    read: Callable | None = None
    write: Callable | None = None
    statement: Callable | None = None
    precisions: bool = False
    relative_arrays: bool = True
    offsets: tuple[int, int] = (64, 63)
    complete: Callable | None = None
    texture_unit: Callable | None = None
    per_vertex: str = ""
    checks: tuple[Callable, ...] = ()
    final_checks: tuple[Callable, ...] = ()

    @property
    def instruction_set(self) -> str:
        """The name of its instruction set in `softgl.isa`."""
        return self.own_instructions or self.language

    @property
    def statements(self) -> str:
        """The kinds of statement, in the words of an error message."""
        return f"an instruction{', a declaration' if self.declarations else ''} or END"

    @cached_property
    def program_parameters(self) -> BindingTable:
        """The bindings of parameters that begin with `program`."""
        buffers = {"program.buffer": "only a BUFFER declaration can bind it"}
        return BindingTable(
            {
                "program.env": Item("program.env", self.limits.env_parameters, required=True),
                "program.local": Item("program.local", self.limits.local_parameters, required=True),
            },
            buffers if "BUFFER" in self.declarations else {},
        )

    def with_less(self, **resources: int) -> Dialect:
        """Returns the language with limits lowered by the resources of an option."""
        less = {name: getattr(self.limits, name) - count for name, count in resources.items()}
        return replace(self, limits=replace(self.limits, **less))
