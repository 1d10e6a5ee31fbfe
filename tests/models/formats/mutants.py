"""Mutants of files: bytes changed, cut or repeated, words replaced, lines swapped or repeated."""

import re

WORDS = [
    *(b"-1", b"0", b"3.5", b"255", b"nan", b"-inf", b"1e999", b"1e308", b"4294967295"),
    *(b"2147483648", b"99999999999999999999", b"x", b"list", b"uchar", b"double", b"solid"),
    *(b"endloop", b"vertex", b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff"),
]


def mutant(chance, data):
    """A mutant of a file. chance : a random.Random."""
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        if data:
            data = chance.choice(CHANGES)(chance, data, chance.randrange(len(data)))
    return data


def byte_changed(chance, data, at):
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def bytes_removed(chance, data, at):
    return data[:at] + data[at + chance.randint(1, 40) :]


def end_removed(chance, data, at):
    return data[:at]


def bytes_repeated(chance, data, at):
    end = at + chance.randint(1, 60)
    return data[:end] + data[at:]


def word_replaced(chance, data, at):
    words = list(re.finditer(rb"\S+", data))
    if not words:
        return data
    word = chance.choice(words)
    return data[: word.start()] + chance.choice(WORDS) + data[word.end() :]


def word_inserted(chance, data, at):
    return data[:at] + chance.choice(WORDS) + data[at:]


def bytes_replaced(chance, data, at):
    return data[:at] + chance.choice(WORDS)[:4] + data[at + 4 :]


def lines_swapped(chance, data, at):
    lines = data.split(b"\n")
    first, second = (chance.randrange(len(lines)) for _ in range(2))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def line_repeated(chance, data, at):
    lines = data.split(b"\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    return b"\n".join(lines)


CHANGES = [
    *(byte_changed, bytes_removed, end_removed, bytes_repeated, word_replaced, word_inserted),
    *(bytes_replaced, lines_swapped, line_repeated),
]
