"""The info log of a link: messages that name the shaders and places."""

from __future__ import annotations

from softgl.glsl.text.source import Message

MAX_MESSAGES = 100


class Log:
    """Messages in order; at most MAX_MESSAGES, each once."""

    def __init__(self):
        self._messages: dict[Message, None] = {}

    @property
    def failed(self) -> bool:
        """True if a message is an error."""
        return any(message.severity == "error" for message in self._messages)

    def error(self, text: str) -> None:
        """Appends an error."""
        self._append("error", text)

    def warning(self, text: str) -> None:
        """Appends a warning."""
        self._append("warning", text)

    def _append(self, severity: str, text: str) -> None:
        if len(self._messages) < MAX_MESSAGES:
            self._messages[Message(severity, text)] = None

    def __str__(self):
        return "".join(f"{message.severity}: {message.text}\n" for message in self._messages)
