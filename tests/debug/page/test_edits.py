"""Edited programs of a small scene: texts, errors, pictures with them."""

import io
import json

import numpy as np
import pytest
from PIL import Image

from softgl.debug.page.server import MAX_POSTED_BYTES, application
from softgl.debug.page.session import Session
from tests.debug.page import small
from tests.debug.page.asking import PORT, TOKEN, ask

NEAR, FAR, RECTANGLE = 2, 3, 4
GREEN = "MOV result.color, { 0, 1, 0, 1 };"


@pytest.fixture(scope="module")
def asked():
    """`asked(address, body)` is the server's answer; a body is posted, as JSON."""
    session = Session(small.__file__, (32, 24))
    served = application(session, TOKEN, PORT)

    def asked(address, body=None):
        posted = b"" if body is None else json.dumps(body).encode()
        return ask(served, address, method="GET" if body is None else "POST", body=posted)

    yield asked
    session.close()


def picture(asked, name, **parameters):
    query = "&".join(f"{key}={value}" for key, value in parameters.items())
    found = asked(f"/api/{name}?{query}")
    assert found.status == 200, found.body
    return np.asarray(Image.open(io.BytesIO(found.body)))


def texts(asked, event):
    return asked(f"/api/texts?event={event}").json["texts"]


def test_a_program_is_edited_in_all_draws_or_in_one(asked):
    vertex, fragment = texts(asked, FAR)
    assert vertex["title"] == "vertex program 1" and fragment["words"] == "ARBfp1.0"
    edits = {fragment["key"]: fragment["text"].replace("MOV result.color, scaled;", GREEN)}
    original = picture(asked, "picture", event=FAR)
    both = asked(f"/api/edit?event={FAR}", edits).json
    one = asked(f"/api/edit?event={FAR}&alone=1", edits).json
    assert both == {"number": 0, "problems": []} and one["number"] == 1
    near, far = original[20, 2].tolist(), original[2, 30].tolist()
    for edit, event, colours in (
        (0, NEAR, [[0, 255, 0], [51, 51, 51]]),
        (0, FAR, [[0, 255, 0]] * 2),
        (1, NEAR, [near, [51, 51, 51]]),
        (1, FAR, [near, [0, 255, 0]]),
    ):
        found = picture(asked, "edited", event=event, number=edit)
        assert [found[20, 2].tolist(), found[2, 30].tolist()] == colours
    assert far not in ([0, 255, 0], [51, 51, 51])
    shown = picture(asked, "edited", event=FAR, number=1, show="window", differs=1)
    assert shown[2, 30, 1] > 100 and (shown[20, 2] == original[20, 2] // 4).all()
    assert (picture(asked, "picture", event=FAR) == original).all()


def test_errors_of_an_edit(asked):
    _, fragment = texts(asked, NEAR)
    wrong = {fragment["key"]: fragment["text"].replace("scaled, colour", "scaled, color")}
    found = asked(f"/api/edit?event={NEAR}", wrong).json
    [problem] = found["problems"]
    assert found["number"] is None and (problem["key"], problem["line"]) == (fragment["key"], 4)
    assert problem["words"].splitlines()[:3] == [
        "fragment program 2:4:13: error: 'color' is not declared",
        "  MUL scaled, color, { 0.5, 1.0, 1.0, 1.0 };",
        " " * 14 + "^^^^^",
    ]


def test_generated_programs_are_read_only(asked):
    found = texts(asked, RECTANGLE)
    assert found and all(each["key"] is None and "END" in each["text"] for each in found)
    assert texts(asked, 0) == []


@pytest.mark.parametrize(
    "address, body, status, words",
    [
        ("/api/edited?event=2&number=99", None, 422, "no edit 99: edit the program again"),
        ("/api/edited?event=2", None, 400, "number is missing"),
        ("/api/edit?event=2", [1], 400, "not a JSON object of texts"),
        ("/api/edit?event=2", {"a": 1}, 400, "not a JSON object of texts"),
        ("/api/edit?event=2", {"a": "x" * MAX_POSTED_BYTES}, 413, "more than"),
        ("/api/edit?event=9", {"a": ""}, 422, "no event 9"),
    ],
)
def test_wrong_requests(asked, address, body, status, words):
    found = asked(address, body)
    assert found.status == status and words in found.json["error"]


def test_edits_are_posted_and_all_else_is_not(asked):
    assert asked("/api/edit?event=2").status == 405
    assert asked("/api/texts?event=2", {}).status == 405
