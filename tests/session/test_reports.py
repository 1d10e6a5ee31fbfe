"""Reports that xdist's first process gets: one of a test that passes, all that say more."""

from __future__ import annotations

from tests.session.reports import OneReport

TESTS = """
import pytest

@pytest.fixture
def broken_before():
    assert False

@pytest.fixture
def broken_after():
    yield
    assert False

@pytest.fixture
def judged(request):
    yield
    request.node.judged = True

def test_passes(): pass
def test_fails(): assert False
def test_skips(): pytest.skip()
def test_is_broken_before(broken_before): pass
def test_is_broken_after(broken_after): pass
def test_has_properties(record_property): record_property("key", 1)
def test_is_judged_after(judged): pass
"""


def test_what_is_sent(pytester, monkeypatch):
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    pytester.makepyfile(TESTS)
    reports = pytester.inline_run("-p", "no:cacheprovider").getreports("pytest_runtest_logreport")
    sent = []
    send = OneReport(lambda name, **message: sent.append((name, message)))
    times: dict = {}
    for number, report in enumerate(reports):
        test = report.nodeid.partition("::")[2]
        data = report._to_json() | {"duration": 2.0**number}
        if (test, report.when) == ("test_is_judged_after", "teardown"):
            data["golden"] = [{"outcome": "equal"}]
        times[test] = times.get(test, 0) + data["duration"]
        if report.when == "setup":
            send("logstart", nodeid=report.nodeid)
        send("testreport", data=data)
        if report.when == "teardown":
            send("logfinish", nodeid=report.nodeid)
            send("runtest_protocol_complete", item_index=test)
    found: dict = {}
    for name, message in sent:
        if name == "testreport":
            data = message["data"]
            row = found.setdefault(data["nodeid"].partition("::")[2], [])
            row.append((data["when"], data["outcome"]))
            times[data["nodeid"].partition("::")[2]] -= data["duration"]
        else:
            assert name == "runtest_protocol_complete"
            assert message["item_index"] == list(found)[-1]
    ends = ("teardown", "passed")
    assert found == {
        "test_passes": [("call", "passed")],
        "test_fails": [("call", "failed"), ends],
        "test_skips": [("call", "skipped"), ends],
        "test_is_broken_before": [("setup", "failed"), ends],
        "test_is_broken_after": [("call", "passed"), ("teardown", "failed")],
        "test_has_properties": [("call", "passed"), ends],
        "test_is_judged_after": [("call", "passed"), ends],
    }
    assert set(times.values()) == {0}, "--junitxml writes the sum of all phases"
