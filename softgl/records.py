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


def interned(cls: type | None = None, /, *, unique: bool = False):
    """Makes equal instances of a frozen dataclass as cheap to look up as one and the same object.

    Each draw finds its kernels by keys. Two contexts with programs of the same text have equal
    keys: comparing whole programs in each draw took a twelfth of the time of a mesh of two million
    triangles. So the hash of an instance is computed once, and instances that were found equal are
    known to be equal; several threads may do so at once. Instances are freed as usual. A class with
    a `__hash__` of its own keeps it. Copies need `replace`: `but` would copy what is known.

    unique : True if the constructor returns the same object for equal arguments, so that equality
        is identity and calls no Python function. These objects stay, so that their number must be
        bounded by their meaning, as of bindings and texture keys.
    """
    if cls is None:
        return lambda cls: interned(cls, unique=unique)
    if unique:
        _construct_once(cls)
    else:
        if cls.__hash__.__module__ == __name__:
            _hash_once(cls)
        _compare_once(cls)
        cls.keeps_digest = True  # of `softgl.lanes.naming`, as the instance keeps its hash
    return cls


def compact(cls: type) -> type:
    """Makes the instances of a frozen dataclass small, and five times as fast to create.

    For records that a program has by thousands: the fields are slots, and only type checkers
    refuse assignments, since Python's ways around a guard are slow.
    """
    names = tuple(entry.name for entry in fields(cls))
    inherited = (*names, "__dict__", "__weakref__", "__setattr__", "__delattr__")
    members = {name: value for name, value in vars(cls).items() if name not in inherited}
    members |= {"__slots__": names, "__qualname__": cls.__qualname__}
    made = type(cls)(cls.__name__, cls.__bases__, members)
    made.__init__ = _first_init(made, False)
    made.__copy__ = _first_copy(made)
    return made


def _first_copy(cls: type) -> Callable:
    """Returns a `__copy__` that compiles the real one at its first call."""

    def __copy__(self):
        names = cls.__slots__
        lines = ["copy = _new(_cls)", *(f"copy.{name} = self.{name}" for name in names)]
        known = {"_new": object.__new__, "_cls": cls}
        exec("def __copy__(self):\n    " + "\n    ".join([*lines, "return copy"]), known)
        cls.__copy__ = known["__copy__"]
        return cls.__copy__(self)

    return __copy__


def _hash_once(cls: type) -> None:
    compute = cls.__hash__

    def __hash__(self):
        found = vars(self).get("_hash")
        if found is None:
            found = compute(self)
            object.__setattr__(self, "_hash", found)
        return found

    cls.__hash__ = __hash__


def _compare_once(cls: type) -> None:
    """Gives instances that were found equal the same token."""
    are_equal = cls.__eq__

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        mine, theirs = vars(self).get("_token"), vars(other).get("_token")
        if self is other or (mine is not None and mine is theirs):
            return True
        if hash(self) != hash(other) or not are_equal(self, other):
            return False
        token = mine or theirs or object()
        object.__setattr__(self, "_token", token)
        object.__setattr__(other, "_token", token)
        return True

    cls.__eq__ = __eq__


def _construct_once(cls: type) -> None:
    """Lets the constructor return the instance that was made of equal arguments."""
    names = [entry.name for entry in fields(cls)]
    defaults = {e.name: e.default for e in fields(cls) if e.default is not MISSING}
    instances: dict[tuple, object] = {}

    def __new__(cls, *values, **named):
        if len(values) != len(names):
            # Without a value the constructor refuses the arguments.
            given = defaults | dict(zip(names, values, strict=False)) | named
            values = tuple(given.get(name) for name in names)
        # Another thread may make it as well; both get the first, and set its fields alike.
        return instances.get(values) or instances.setdefault(values, object.__new__(cls))

    def __reduce__(self):
        return cls, tuple(getattr(self, name) for name in names)

    cls.__new__, cls.__reduce__ = __new__, __reduce__
    cls.__eq__, cls.__hash__ = object.__eq__, object.__hash__


def but(record, **changes):
    """Copies a dataclass instance, without slots or a `compact` one, with some fields changed.

    Equal to `dataclasses.replace`, in 0.9 instead of 3.5 microseconds; each draw makes two copies.
    """
    if hasattr(record, "__copy__"):
        copy = record.__copy__()
        for name, value in changes.items():
            setattr(copy, name, value)
        return copy
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
    """Compiles `__init__`, which sets the fields to its arguments or their defaults.

    A method `own_fields` is passed the fields that are not declared as numbers or texts.
    """
    known = {"_set": object.__setattr__, "_default": MISSING}
    parameters, lines = ["self"], []
    values, is_plain = {}, {}
    for entry in fields(cls):
        name = value = entry.name
        if entry.default_factory is not MISSING:
            known[f"_{name}"] = entry.default_factory
            value = f"_{name}() if {name} is _default else {name}" if entry.init else f"_{name}()"
            default = "=_default"
        elif not entry.init:
            if entry.default is MISSING:
                continue  # set by `__post_init__`
            known[f"_{name}"], value = entry.default, f"_{name}"
        elif entry.default is not MISSING:
            known[f"_{name}"] = entry.default
            default = f"=_{name}"
        else:
            default = ""
        if entry.init:
            parameters.append(name + default)
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
        values[name], is_plain[name] = value, _is_plain(entry.type)
    if hasattr(cls, "own_fields"):
        owned = ", ".join(f"__fields[{name!r}]" for name in values if not is_plain[name])
        lines = ["__fields = self.__dict__"]
        lines += [f"__fields[{name!r}] = {value}" for name, value in values.items()]
        lines += [f"self.own_fields({owned})"] if owned else []
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n    {body}", known)
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {entry.name: entry.type for entry in fields(cls) if entry.init}
    return made


def _is_plain(annotation) -> bool:
    """True if a field's type is that of a number or a text, or None as well."""
    words = annotation.split(" | ") if isinstance(annotation, str) else [annotation.__name__]
    return _PLAIN.issuperset(words)


_PLAIN = frozenset({"bool", "int", "float", "str", "None"})


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
