"""The info log of a link: messages that name the shaders and places."""

from __future__ import annotations

from softgl.glsl.text.source import Message

MAX_MESSAGES = 100


class Log:
    """Messages in order, each once; at most MAX_MESSAGES errors, and as many warnings."""

    def __init__(self):
        self._messages: dict[Message, None] = {}
        self._counts = {"error": 0, "warning": 0}

    @property
    def failed(self) -> bool:
        """True after an error."""
        return self._counts["error"] > 0

    def error(self, text: str) -> None:
        """Appends an error."""
        self._append("error", text)

    def warning(self, text: str) -> None:
        """Appends a warning."""
        self._append("warning", text)

    def _append(self, severity: str, text: str) -> None:
        message = Message(severity, text)
        if message not in self._messages and self._counts[severity] < MAX_MESSAGES:
            self._messages[message] = None
            self._counts[severity] += 1

    def __str__(self):
        return "".join(f"{message.severity}: {message.text}\n" for message in self._messages)
