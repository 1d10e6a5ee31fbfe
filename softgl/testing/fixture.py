"""The value of the fixture `golden`: a function that judges the images of one test."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import TracebackType

from softgl.errors import SoftGLError
from softgl.testing.comparison import Tolerance
from softgl.testing.golden import Verdict, judge
from softgl.testing.names import check_name, own_name
from softgl.testing.report import entry


class Golden:
    """Judges the images of one test; see `__call__`.

    failures : (message, traceback of the call) of failed images that were not raised yet.
    records : the outcomes for the session, as JSON values.
    whole : True once the test has run to its end, so that all its images were judged.
    """

    def __init__(self, item, session):
        self.item = item
        self.session = session
        self.failures = []
        self.records = []
        self.whole = False
        self._unnamed = 0
        self._names = set()

    def __call__(self, image, name=None, *, fuzzy=None, rms=None, flip=None, ignore=None) -> None:
        """Compares `image` with the reference image `name`; a failure is raised after the test.

        image : a softgl.Context, a PIL image, an array of uint8 shaped (h, w[, 1, 3 or 4]), top row
            first, or a figure of matplotlib. `golden(name, image)` works too.
        name : by default the test's own name; its second image gets the suffix -2, and so on.
        fuzzy : (maximum difference of a channel in 1/255, maximum number of differing pixels,
            reason); a number between 0 and 1 is a part of all pixels.
        rms : (maximum root mean square in 1/255, reason).
        flip : (maximum mean FLIP error, reason); needs softgl[flip].
        ignore : (region (x, y, width, height) from the upper left, or a boolean array (h, w), ...,
            reason): the differences there do not count.
        Without a tolerance the pictures must be equal.
        """
        if isinstance(image, str):
            image, name = name, image
        verdict = self._judge(image, name, (fuzzy, rms, flip, ignore))
        if verdict.outcome in ("added", "changed") and self.session.fails_updates:
            verdict.message = f"{verdict.name}: reference image {verdict.outcome}"
        if verdict.message:
            self.failures.append((verdict.message, self._traceback(sys._getframe(1))))
        self.records.append(self._record(verdict))

    def _judge(self, image, name, tolerances):
        references = self.session.folder(self.item.path, "golden_references")
        try:
            name = self._own_name(references) if name is None else check_name(name)
            tolerance = Tolerance(*tolerances)
        except SoftGLError as error:
            return Verdict(str(name), None, "failed", str(error))
        reference = references / f"{name}.png"
        owner = self.session.owner(reference, self.item.nodeid)
        if name.casefold() in self._names or owner != self.item.nodeid:
            other = "another picture of this test" if owner == self.item.nodeid else owner
            return Verdict(
                name, None, "failed", f"{name!r} is also the name of {other}: give one a name"
            )
        self._names.add(name.casefold())
        return judge(
            name,
            image,
            references,
            self.session.folder(self.item.path, "golden_output"),
            tolerance,
            self.session.update,
        )

    def _own_name(self, references):
        self._unnamed += 1
        name = own_name(self.item.nodeid)
        if self.session.has_namesake(self.item, references):
            name = f"{self.item.path.stem}/{name}"
        return name if self._unnamed == 1 else f"{name}-{self._unnamed}"

    def _record(self, verdict):
        record = {
            "test": self.item.nodeid,
            "reference": verdict.reference and str(verdict.reference),
            "outcome": verdict.outcome,
        }
        if self.session.is_shown(verdict.outcome):
            record["entry"] = entry(verdict, f"{self.item.nodeid}: {verdict.name}")
        return record

    def _traceback(self, frame):
        """A traceback from the test's function to `frame`, the caller of `golden`.

        The failure is raised after the test, and shows the line of this call. A caller that the
        test function did not call, such as a fixture, is shown alone.
        """
        code = getattr(inspect.unwrap(self.item.obj), "__code__", None)
        found = only = TracebackType(None, frame, frame.f_lasti, frame.f_lineno)
        while frame.f_code is not code:
            frame = frame.f_back
            if frame is None:
                return only
            found = TracebackType(found, frame, frame.f_lasti, frame.f_lineno)
        return found

    def words(self) -> str:
        """The failures as text; several ones each with the line of their call."""
        messages = [message for message, _ in self.failures]
        if len(messages) == 1:
            return messages[0]
        lines = [
            f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}: {message}"
            for message, trace in self.failures
        ]
        return "\n".join([f"{len(lines)} golden images fail:", *lines])

    def raise_failures(self) -> None:
        """Raises an AssertionError for the failures, with the traceback of the first one."""
        __tracebackhide__ = True
        if self.failures:
            error = AssertionError(self.words()).with_traceback(self.failures[0][1])
            self.failures.clear()
            raise error
