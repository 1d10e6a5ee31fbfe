"""Makes draws of a watched frame with edited programs: `EditedDraws`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack

from softgl.debug.edits.swaps import EditError, swapped
from softgl.debug.edits.texts import ProgramText, texts
from softgl.debug.watching import Event, Stop
from softgl.records import dataclass


@dataclass(frozen=True)
class Edit:
    """Texts in place of those of programs.

    edits : the text by `ProgramText.key`. event : the number of the only draw that has them; None
    for every draw with one of these programs.
    """

    edits: Mapping[str, str]
    event: int | None = None

    def of(self, event: Event, present: list[ProgramText]) -> Mapping[str, str]:
        """Returns the edits of an event; present : the texts of its programs."""
        return self.edits if self.event in (None, event.number) else {}


class EditedDraws:
    """A watcher that replaces programs while the draws of a frame are made.

    edit : an `Edit`, or an object with its method `of`. until : the number of the event that ends
    the frame; None for all. show : called with the context after that event.
    count : the number of draws with replaced programs. error : an EditError, which ends the frame.
    """

    def __init__(self, edit, until: int | None = None, show: Callable = lambda context: None):
        self.edit, self.until, self.show = edit, until, show
        self.count = 0
        self.error: EditError | None = None
        self._stack = ExitStack()

    def before(self, event: Event) -> None:
        """Replaces the programs of a draw."""
        if event.kind != "draw":
            return
        edits = self.edit.of(event, texts(event.context))
        if not edits:
            return
        try:
            found = self._stack.enter_context(swapped(event.context, edits))
        except EditError as error:
            self.error = error
            raise Stop from None
        self.count += bool(found)

    def after(self, event: Event) -> None:
        """Restores the programs."""
        self._stack.close()
        if event.number == self.until:
            self.show(event.context)
            raise Stop
