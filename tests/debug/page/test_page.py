"""The page in a browser: a user looks at a scene and searches for a fault."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from softgl.image import load_png
from tests.debug.page import browser, small

ROOT = Path(__file__).parents[3]
SETTLED = "!document.querySelector('#busy').textContent && !document.querySelector('[aria-busy]')"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of the small scene, served by the command, in a browser."""
    if not browser.installed():
        pytest.skip(f"none of {', '.join(browser.BROWSERS)} is installed")
    folder = tmp_path_factory.mktemp("browser")
    other = folder / "other.py"  # another texel, and one rectangle more
    text = Path(small.__file__).read_text().replace("[255, 0, 0, 255]", "[255, 0, 51, 255]")
    other.write_text(f"{text}    glRectf(0.5, 0.5, 1, 1)\n")
    command = [sys.executable, "-m", "softgl", "inspect", small.__file__, "--no-browser"]
    served = subprocess.Popen(
        [*command, "--size", "64x48", "--against", str(other)],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    shown = browser.Browser(folder / "profile")
    try:
        shown.open(re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", served.stdout.readline())[0])
        shown.wait("document.querySelectorAll('#list [role=option]').length === 5")
        yield shown
        assert not shown.problems
    finally:
        shown.close()
        served.terminate()
        served.wait(30)


def text(page, selector):
    page.wait(SETTLED)
    return page.value(f"document.querySelector({selector!r})?.innerText")


def shows(page, selector, words):
    """Waits until an element has a text, blanks apart."""
    found = f"document.querySelector({selector!r})?.innerText.trim().split(/\\s+/).join(' ')"
    page.wait(f"{found} === {words!r}")


def change(page, selector, value):
    """Changes an input or a selection."""
    page.value(
        f"(() => {{ const changed = document.querySelector({selector!r});"
        f" changed.value = {value!r}; changed.dispatchEvent(new Event('change')); }})()"
    )


def test_it_begins_with_the_whole_frame_and_without_the_token(page):
    page.wait(SETTLED)
    assert page.value("location.search") == "" and page.value("location.pathname") == "/"
    assert text(page, "#place") == "4 of 4 glRectf"
    shown = text(page, "#list [aria-selected=true]").split()
    assert shown == "4 glRectf POLYGON 4 vertices · fixed function".split()
    assert page.value("document.querySelector('#picture').width") == 64
    assert "glRectf(-0.25, -0.25, 0.25, 0.25)" in text(page, "#pane-event")
    assert "written" in text(page, "#pane-event")


def test_a_pixel_and_its_history(page):
    page.click("#event-3")
    page.click("#picture", (0.3, 0.9))
    page.click("#tab-pixel")
    assert text(page, "#under").startswith("19, 43: ")
    shown = text(page, "#pane-pixel")
    assert "pixel 19, 43" in shown and "drawn" in shown
    assert "depth test: less is false" in text(page, "#pane-pixel .current .wrong")
    page.value("document.querySelector('#picture').focus()")
    page.key("ArrowRight")
    assert "pixel 20, 43" in text(page, "#pane-pixel")
    page.click("#pane-pixel section[data-event='2'] > header button")
    assert text(page, "#place") == "2 of 4 glDrawArrays"


def test_the_program_step_by_step(page):
    page.click("#event-2")
    page.click("#picture", (0.1, 0.9))
    page.click("#tab-program")
    assert text(page, ".stepper output") == "1 of 3"
    assert "TEX colour" in text(page, ".listing .here")
    assert "unit 0, 2D, NEAREST" in text(page, ".step")
    page.key("j")
    assert text(page, ".stepper output") == "2 of 3"
    assert "MUL scaled" in text(page, ".listing .here")
    assert text(page, ".step .result").split()[:3] == ["scaled", "0.5", "0"]
    assert text(page, ".registers").split()[:6] == ["registers", "colour", "1", "0", "0", "1"]
    page.key("k")
    assert text(page, ".stepper output") == "1 of 3"
    page.click(".listing tbody tr:nth-child(5)")
    assert "MOV result.color" in text(page, ".listing .here")
    change(page, "#pane-program select", "vertex")
    assert "MAD moved" in text(page, ".listing .here")


def test_a_level_of_a_texture(page):
    page.click("#event-2")
    page.click("#tab-textures")
    assert "sampled, unit 0" in text(page, "#texture-1[aria-selected=true]")
    change(page, "#pane-textures select", "1")
    page.wait("document.querySelector('#pane-textures canvas').width === 1")
    page.click("#pane-textures canvas")
    page.wait("document.querySelector('#pane-textures .status').innerText.includes('R 255')")
    page.click("#texture-2")
    page.wait("document.querySelector('#pane-textures canvas').width === 16")


def test_vertices_before_and_after_the_program(page, tmp_path):
    page.click("#event-3")
    page.click("#tab-vertices")
    assert "result.texcoord[0]" in text(page, ".vertices thead")
    rows = text(page, ".vertices tbody").splitlines()
    assert [row.split()[:6] for row in rows][:1] == [["0", "(3)", "-1", "-1", "0.5", "1"]]
    page.click(".vertices tbody tr:nth-child(2) th")
    assert page.value("document.querySelector('.vertices [aria-selected=true]').rowIndex") == 2
    page.screenshot(tmp_path / "one.png")
    page.value("document.querySelector('canvas.shape').focus()")
    page.key("ArrowRight")
    page.screenshot(tmp_path / "turned.png")
    one, turned = (load_png(tmp_path / f"{name}.png") for name in ("one", "turned"))
    assert np.count_nonzero((one != turned).any(-1)) > 100


def test_the_time_of_each_event(page):
    page.click("#time-tools button")
    page.wait("document.querySelectorAll('#list .time').length === 5")
    change(page, "#time-tools select", "time")
    times = page.value(
        "[...document.querySelectorAll('#list .time')].map(e => parseFloat(e.textContent))"
    )
    assert len(times) == 5 and times == sorted(times, reverse=True)
    assert not page.value("document.querySelectorAll('#list .target').length")
    change(page, "#time-tools select", "frame")
    assert page.value("document.querySelector('#list [role=option] .number').textContent") == "0"


def test_a_buffer_in_the_format_that_the_user_types(page):
    page.click("#event-3")
    page.click("#tab-vertices")
    assert text(page, ".arrays tbody").split("\t")[:2] == ["vertex.position", "client memory"]
    page.click("#tab-buffers")
    assert "ELEMENT_ARRAY_BUFFER" in text(page, "#buffer-1[aria-selected=true]")
    shows(page, "#pane-buffers tbody", "0 0 3 1 2 4 2 4 5")
    change(page, "#buffer-format", "xubyte2 pair")
    shows(page, "#pane-buffers tbody tr", "0 0 0x03 0x00")
    change(page, "#buffer-format", "xubyt")
    shows(
        page, "#pane-buffers .error", "format: no type 'xubyt'; did you mean 'ubyte'? xubyt ^^^^^"
    )
    assert page.problems.pop().startswith("Failed to load resource")  # the refused format
    page.click("#pane-buffers .format button")
    shows(page, "#pane-buffers tbody tr", "0 0 3")
    assert "0 … 2 of 3" in text(page, "#pane-buffers .status")


def test_the_alpha_of_a_picture(page):
    page.click("#event-0")
    page.wait("document.querySelector('#picture').width === 16")
    page.click("#picture", (0.53, 0.53))
    for channels, values in (("a", "153 #99, of"), ("rgba", "0 0 255 153 #0000ff99, of")):
        change(page, "#picture-tools span + label select", channels)
        shows(page, "#under", f"8, 8: {values} 16\u00d716")
    assert page.value("document.querySelector('#picture').classList.contains('chequered')")
    change(page, "#picture-tools span + label select", "rgb")
    shows(page, "#under", "8, 8: 0 0 255 #0000ff, of 16\u00d716")


def test_the_state_and_what_differs(page):
    page.click("#event-2")
    page.click("#tab-state")
    assert "GL_DEPTH_TEST" in text(page, ".difference")
    change(page, "#pane-state select", "all")
    assert "GL_DEPTH_TEST" in text(page, "#pane-state tr.changed")


def test_a_second_frame(page):
    page.click("#event-4")
    page.click("#tab-compare")
    shown = text(page, "#pane-compare")
    assert "4 of 6 draws differ." in shown and "only there" in shown
    page.click("#pane-compare .hint button")
    assert text(page, "#place").split()[0] == "2"
    assert "color 0: " in text(page, "#pane-compare .pair-details")
    assert text(page, ".compared [aria-selected=true]").split("\t")[:2] == ["2", "2"]
    page.click("#picture", (0.1, 0.9))
    page.wait("document.querySelector('#under').innerText.includes(': 128 0 0 ')")
    change(page, "#picture-tools select", "other")
    page.wait("document.querySelector('#under').innerText.includes(': 128 0 51 ')")
    change(page, "#picture-tools select", "target")
    page.click("#event-1")
    assert "equal in both" in text(page, "#pane-compare .pair-details")


def test_a_narrow_window(page):
    page.click("#event-2")
    page.click("#tab-event")
    assert text(page, ".commands summary").split()[-1] == "5"
    view = {"height": 700, "deviceScaleFactor": 1, "mobile": False}
    for width in (480, 1280):
        page.ask("Emulation.setDeviceMetricsOverride", width=width, **view)
        places = page.value(
            "['#events', '#view', '#panel'].map(name => {"
            " const box = document.querySelector(name).getBoundingClientRect();"
            " return [box.left, box.right, box.top]; })"
        )
        assert all(0 <= left < right <= width for left, right, _ in places)
        tops = [top for _, _, top in places]
        assert tops == sorted(set(tops)) if width == 480 else len(set(tops)) == 1


def typed(page, old, new):
    """Replaces words in the editor of the fragment program, as typed."""
    page.value(
        "(() => { const area = [...document.querySelectorAll('.editor')].at(-1);"
        f" area.value = area.value.replace({old!r}, {new!r});"
        " area.dispatchEvent(new Event('input')); area.focus(); })()"
    )


def test_an_edited_program(page):
    page.click("#event-3")
    page.click("#tab-edit")
    page.wait("document.querySelectorAll('.editor').length === 2")
    assert "fragment program 2" in text(page, "#pane-edit")
    page.click("#picture", (0.1, 0.9))
    before = text(page, "#under")
    typed(page, "MOV result.color, scaled;", "MOV result.colour, scaled;")
    page.wait("document.querySelector('#pane-edit').innerText.includes('it does not compile')")
    assert "^" in text(page, "#pane-edit .error:not(:empty)")
    typed(page, "MOV result.colour, scaled;", "MOV result.color, { 0, 1, 0, 1 };")
    page.key("Enter", ctrl=True)
    page.wait("document.querySelector('#under').innerText.includes(': 0 255 0')")
    assert "the frame is edited" in text(page, "#pane-edit") and "^" not in text(page, "#pane-edit")
    for select, value in ((1, "original"), (1, "edited"), (0, "alone")):
        page.value(
            f"(() => {{ const chosen = document.querySelectorAll('#pane-edit select')[{select}];"
            f" chosen.value = '{value}'; chosen.dispatchEvent(new Event('change')); }})()"
        )
        # The pixel is of the draw before, which is not edited alone.
        wanted = ": 0 255 0" if value == "edited" else before
        page.wait(f"document.querySelector('#under').innerText.includes({wanted!r})")
    assert "edited in event 3" in text(page, "#pane-edit")
    page.click("#pane-edit .tools button:nth-of-type(2)")  # reset
    page.wait("document.querySelector('#pane-edit').innerText.includes('the frame as it is')")
    assert "scaled;" in page.value("[...document.querySelectorAll('.editor')].at(-1).value")


def test_keys(page):
    page.click("#event-2")
    for key, place in (("ArrowDown", "3"), ("ArrowUp", "2"), ("Home", "0"), ("End", "4")):
        page.key(key)
        assert text(page, "#place").split()[0] == place
    page.key("4")
    assert not page.value("document.querySelector('#pane-vertices').hidden")
    page.key("?")
    page.wait("document.querySelector('#keys').open")
    page.click("#keys button")
    page.wait("!document.querySelector('#keys').open")
    page.key("t")
    assert page.value("document.documentElement.dataset.theme") in ("light", "dark")
    page.key("t")
    page.key("/")
    for letter in "Rect":
        page.key(letter)
    page.wait("document.querySelectorAll('#list [role=option]').length === 1")
