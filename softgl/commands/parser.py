"""The parsers of the command line: short usages, and cures for mistyped words."""

from __future__ import annotations

import argparse
import difflib


class CommandParser(argparse.ArgumentParser):
    """The parser of a command, whose errors show its own usage.

    rest : as in `Command`.
    """

    rest = None

    def parse_known_args(self, args=None, namespace=None):
        after = []
        if self.rest and "--" in args:
            place = args.index("--")
            args, after = args[:place], args[place + 1 :]
        options, unknown = super().parse_known_args(args, namespace)
        if self.rest:
            setattr(options, self.rest, after)
        if unknown:
            self.error(self._unknown(unknown))
        return options, unknown

    def _unknown(self, words):
        """Describes words that no argument takes, with the cure if there is one."""
        text = f"unrecognized arguments: {' '.join(words)}"
        if self.rest and not words[0].startswith("-"):
            return f"{text}; words for the program stand after --"
        return text + suggestion(words[0].partition("=")[0], self._option_string_actions)

    def short_usage(self) -> str:
        """Returns the usage in one line: positional and required arguments."""
        words = [self.prog]
        for action in self._actions:
            name = action.metavar or action.dest.upper()
            if not action.option_strings:
                words.append(
                    {"?": f"[{name}]", "+": f"{name} ...", "*": f"[{name} ...]"}.get(
                        action.nargs, name
                    )
                )
            elif action.required:
                words += [action.option_strings[0], name]
        return " ".join([*words, "[options]", *(["-- WORDS ..."] if self.rest else [])])


class MainParser(argparse.ArgumentParser):
    """The parser of `softgl`. commands : their names, for suggestions."""

    commands: tuple[str, ...] = ()

    def parse_args(self, args=None, namespace=None):
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            known = suggestion(args[0], self.commands) or f"; there are {', '.join(self.commands)}"
            self.error(f"unknown command {args[0]!r}{known}")
        return super().parse_args(args, namespace)


def suggestion(word: str, known) -> str:
    """Returns "; did you mean ...?" for the known word that is closest; "" if none is close."""
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.7)
    return f"; did you mean {close[0]!r}?" if close else ""
