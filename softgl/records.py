"""`dataclass`: a compatible replacement of the standard library's, five times as fast to create.

softgl has some 350 dataclasses; generating and compiling the five methods of each took a fourth of
the time of `import softgl.gl`. Here only `__init__` is compiled, when the first instance is made;
the other methods are closures shared by all classes. Fields, `field`, `fields` and `replace` are
the standard library's; `but` is a faster `replace` for draws.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, fields
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers know the standard decorator
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True):
        """`dataclasses.dataclass` with the options that softgl uses."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq)
        cls = dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
        _add(cls, "__init__", _first_init(cls, frozen))
        _add(cls, "__repr__", _repr)
        if eq:
            _compare(cls, frozen)
        if frozen:
            _freeze(cls)
        return cls


def compared_once(cls: type) -> type:
    """Lets equal instances of a frozen dataclass remember their equality.

    Two contexts with programs of the same text have equal kernel keys, by which each draw finds its
    kernels. Comparing whole programs in each draw took a twelfth of the time of a mesh of two
    million triangles in the second context. Copies need `replace`; `but` would copy the memory.
    """
    are_equal = cls.__eq__

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = vars(self).get("_alike"), vars(other).get("_alike")
        if self is other or (mine is not None and mine is theirs):
            return True
        if hash(self) != hash(other) or not are_equal(self, other):
            return False
        alike = mine or theirs or object()
        object.__setattr__(self, "_alike", alike)
        object.__setattr__(other, "_alike", alike)
        return True

    cls.__eq__ = __eq__
    return cls


def but(record, **changes):
    """Copies a dataclass instance without slots, with some fields changed.

    Equal to `dataclasses.replace`, in 0.9 instead of 3.5 microseconds; each draw makes two copies.
    """
    copy = object.__new__(type(record))
    vars(copy).update(vars(record), **changes)
    return copy


@cache
def compared_fields(kind: type) -> tuple[str, ...]:
    """The names of the fields that equality of a dataclass compares."""
    return tuple(entry.name for entry in fields(kind) if entry.compare)


@cache
def compared(kind: type) -> Callable:
    """A function that returns the values of the compared fields as a tuple."""
    names = compared_fields(kind)
    # attrgetter returns no tuple for a single name, and refuses none.
    return attrgetter(*names) if len(names) > 1 else lambda one: [getattr(one, n) for n in names]


def _add(cls: type, name: str, function) -> None:
    """Adds a method to a class, unless the class defines it itself."""
    if name not in vars(cls):
        setattr(cls, name, function)


def _first_init(cls: type, frozen: bool) -> Callable:
    """Returns a placeholder that compiles the real `__init__` at its first call."""

    def __init__(self, *args, **kwargs):
        cls.__init__ = made = _init(cls, frozen)
        made(self, *args, **kwargs)

    return __init__


def _init(cls: type, frozen: bool) -> Callable:
    """Compiles `__init__`, which sets the fields to its arguments or their defaults."""
    known = {"_set": object.__setattr__, "_default": MISSING}
    parameters, lines = ["self"], []
    for entry in fields(cls):
        name = value = entry.name
        if entry.default_factory is not MISSING:
            known[f"_{name}"] = entry.default_factory
            value = f"_{name}() if {name} is _default else {name}" if entry.init else f"_{name}()"
            default = "=_default"
        elif not entry.init:
            continue  # a class attribute, or set by `__post_init__`
        elif entry.default is not MISSING:
            known[f"_{name}"] = entry.default
            default = f"=_{name}"
        else:
            default = ""
        if entry.init:
            parameters.append(name + default)
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n    {body}", known)
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {entry.name: entry.type for entry in fields(cls) if entry.init}
    return made


@recursive_repr()
def _repr(self) -> str:
    shown = [f"{entry.name}={getattr(self, entry.name)!r}" for entry in fields(self) if entry.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _compare(cls: type, frozen: bool) -> None:
    """Adds equality by fields, and for frozen classes a hash."""
    get = compared(cls)

    def __eq__(self, other):
        return get(self) == get(other) if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash(tuple(get(self)))

    _add(cls, "__eq__", __eq__)
    if vars(cls).get("__hash__") is None:  # Python sets None for a class with an `__eq__`
        cls.__hash__ = __hash__ if frozen else None


def _freeze(cls: type) -> None:
    """Lets assignments to fields and deletions raise FrozenInstanceError."""
    names = {entry.name for entry in fields(cls)}

    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    cls.__setattr__, cls.__delattr__ = __setattr__, __delattr__
