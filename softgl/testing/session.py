"""The plug-in's state of a whole run: outcomes of all processes, the report, unused references."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from softgl import paths

SELECTING = ("keyword", "markexpr", "lf", "stepwise", "deselect", "ignore", "ignore_glob")
"""Options of pytest that deselect tests."""


class GoldenSession:
    """A plug-in object of one pytest run; with xdist, of one process.

    update : True if reference images are written. fails_updates : True if their tests fail then.
    records : the outcomes of all images, as in fixture.Golden.
    folders : folder of reference images -> the folders of test files that use it.
    tests : the tests with images. whole : the tests that have run to their end.
    selected : truthy if some tests were left out.
    """

    def __init__(self, config):
        self.config = config
        self.update = config.getoption("--update-references")
        self.fails_updates = config.getoption("--fail-on-update")
        self.records = []
        self.folders: dict[str, set[str]] = {}
        self.tests = set()
        self.whole = set()
        self.selected = any(config.getoption(option, None) for option in SELECTING)
        self.lines = []
        self._owners = {}
        self._texts: dict[Path, str] = {}

    def folder(self, test_file: Path, setting: str) -> Path:
        """The folder of a setting, for the tests of a file."""
        name = self.config.getini(setting).replace("{rootdir}", str(self.config.rootpath))
        return Path(os.path.normpath(test_file.parent / name))

    def owner(self, reference, test: str) -> str:
        """The first test that used a reference image; the case of names is ignored."""
        return self._owners.setdefault(str(reference).casefold(), test)

    def has_namesake(self, item, references: Path) -> bool:
        """True if another module beside a test's has a test of its name, with golden images too.

        The texts of the modules tell, so that the answer is the same however few tests run.
        """
        *classes, function = item.nodeid.partition("[")[0].split("::")[1:] or [""]
        patterns = [rf"^class {re.escape(name)}\b" for name in classes]
        patterns.append(rf"^[ \t]*(async +)?def {re.escape(function)}\([^)]*\bgolden\b")
        return any(
            all(re.search(pattern, self._text(path), re.MULTILINE) for pattern in patterns)
            for files in self.config.getini("python_files")
            for path in item.path.parent.glob(files)
            if path != item.path and self.folder(path, "golden_references") == references
        )

    def _text(self, path: Path) -> str:
        if path not in self._texts:
            try:
                self._texts[path] = path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                self._texts[path] = ""
        return self._texts[path]

    def is_shown(self, outcome: str) -> bool:
        """True if the report shows images with this outcome."""
        wanted = outcome in ("failed", "added", "changed")
        return bool(self.config.getoption("--golden-report")) and (
            wanted or self.config.getoption("--golden-report-all")
        )

    def pytest_deselected(self, items):
        self.selected |= bool(items)

    def pytest_collectreport(self, report):
        self.selected |= report.failed

    def pytest_collection_finish(self, session):
        for item in session.items:
            if "golden" in getattr(item, "fixturenames", ()):
                self.tests.add(item.nodeid)
        for path in {item.path for item in session.items}:
            references = str(self.folder(path, "golden_references"))
            self.folders.setdefault(references, set()).add(str(path.parent))

    def pytest_runtest_logreport(self, report):
        self.records += getattr(report, "golden", ())
        if getattr(report, "golden_whole", False):
            self.whole.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        """Merges the tests of a finished xdist worker; only workers collect tests."""
        found = getattr(node, "workeroutput", {}).get("softgl_golden")
        if not found:
            self.selected = True  # the worker has crashed
            return
        self.selected |= found["selected"]
        self.tests |= set(found["tests"])
        for folder, users in found["folders"].items():
            self.folders.setdefault(folder, set()).update(users)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["softgl_golden"] = {
                "selected": bool(self.selected),
                "tests": sorted(self.tests),
                "folders": {folder: sorted(users) for folder, users in self.folders.items()},
            }
            return
        fails = [self._shared_names(), self._report(), self._unused()]
        if any(fails) and session.exitstatus in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        lines = [*self._updated(), *self.lines]
        if lines:
            terminalreporter.section("golden images")
        for line in lines:
            terminalreporter.line(line)

    def _shared_names(self):
        """Reports names shared by tests of different processes; True if there are any."""
        found = False
        for record in self.records:
            owner = record["reference"] and self.owner(record["reference"], record["test"])
            if owner and owner != record["test"]:
                self.lines.append(
                    f"ERROR: {owner} and {record['test']} share {record['reference']}: "
                    "give one a name"
                )
                found = True
        return found

    def _updated(self):
        """The lines about an update: counts by outcome, and the added and changed files."""
        if not self.update or hasattr(self.config, "workeroutput"):
            return []
        found = {
            outcome: sorted({r["reference"] for r in self.records if r["outcome"] == outcome})
            for outcome in ("added", "changed", "left")
        }
        counts = [f"{len(found[outcome])} {outcome}" for outcome in found]
        failed = sum(record["outcome"] == "failed" for record in self.records)
        if failed:
            counts.append(f"{failed} failed")
        listed = [
            f"  {outcome} {self._shown(file)}"
            for outcome in ("added", "changed")
            for file in found[outcome]
        ]
        return [f"references: {', '.join(counts)}", *listed]

    def _report(self):
        """Writes the report if an option asks for it; True if that fails."""
        folder = self.config.getoption("--golden-report")
        if not folder:
            failed = any(record["outcome"] == "failed" for record in self.records)
            if failed and not self.update:
                self.lines.append("--golden-report DIR writes a page that shows them")
            return False
        from softgl.image import ImageError
        from softgl.testing.report import write_report

        entries = [record["entry"] for record in self.records if "entry" in record]
        try:
            folder = self.config.invocation_params.dir / folder
            path = write_report(folder, entries, self._summary())
        except ImageError as error:
            self.lines.append(f"ERROR: no report: {error}")
            return True
        self.lines.append(f"report: {path}")
        return False

    def _summary(self) -> str:
        """Counts the tests as pytest does, and the images."""
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        stats = getattr(reporter, "stats", {})
        words = ("failed", "error", "passed", "skipped", "xfailed", "xpassed")
        tests = [f"{len(stats[word])} {word}" for word in words if stats.get(word)]
        found = [record["outcome"] for record in self.records]
        images = [f"{found.count(word)} {word}" for word in dict.fromkeys(sorted(found))]
        return f"tests: {', '.join(tests) or 'none'}; images: {', '.join(images) or 'none'}"

    def _unused(self):
        """Lists the unused reference images if an option asks for it; True if the run fails."""
        wanted = self.config.getoption("--unused-references")
        if not wanted:
            return False
        if self.selected or self.tests - self.whole:
            self.lines.append("unused references unknown: not every test has run to its end")
            return False
        from softgl.testing.golden import orphans

        used = {record["reference"] for record in self.records}
        found = []
        for folder, users in sorted(self.folders.items()):
            if all(map(self._runs_whole, users)):
                found += [str(p) for p in orphans(folder, ()) if str(p) not in used]
            else:
                self.lines.append(f"not every test of {self._shown(folder)} was selected")
        word = "ERROR: " if found and wanted == "fail" else ""
        self.lines.append(f"{word}unused references: {len(found) or 'none'}")
        self.lines += [f"  {self._shown(path)}" for path in found]
        return bool(word)

    def _runs_whole(self, folder):
        """True if the command line selects all tests in a folder."""
        places = [
            (self.config.invocation_params.dir / argument).resolve()
            for argument in self.config.args
            if "::" not in argument
        ]
        folder = Path(folder).resolve()
        return any(place == folder or place in folder.parents for place in places)

    def _shown(self, path):
        """A path for messages, relative to the root of the project."""
        return paths.relative(path, self.config.rootpath)
