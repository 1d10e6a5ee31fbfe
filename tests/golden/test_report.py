"""The page: its text, no use of a network, and its look in a browser."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from softgl.image import load_png
from softgl.testing.golden import Verdict
from softgl.testing.report import entry, write_report

BROWSERS = "chromium-headless-shell chromium chromium-browser google-chrome".split()
RED, GREEN, YELLOW = (255, 0, 0), (0, 255, 0), (255, 255, 0)
MOVED = """<script>
  const slider = document.querySelector("input[type=range]");
  slider.value = 75;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  const images = [...document.images];
  document.title = getComputedStyle(document.querySelector(".slider .expected")).clipPath
    + "; loaded: " + images.filter(image => image.naturalWidth).length + " of " + images.length;
</script>"""


def filled(colour):
    return np.full((40, 60, 4), (*colour, 255), np.uint8)


@pytest.fixture
def page(tmp_path):
    pictures = {"actual": filled(RED), "expected": filled(GREEN), "difference": filled(YELLOW)}
    verdicts = [
        Verdict("kept", Path("kept.png"), "passed", "", {"actual": filled((0, 0, 255))}),
        Verdict("<b>", Path("b.png"), "failed", "it's <not> the same", pictures),
    ]
    return write_report(
        tmp_path / "new" / "seen", [entry(v, f"test of {v.name}") for v in verdicts]
    )


@pytest.fixture
def browser(tmp_path):
    """`browser(page, *options)` runs headless Chromium."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        pytest.skip(f"none of {', '.join(BROWSERS)} is installed")

    def run(page, *options):
        settings = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path / 'u'}",
        ]
        return subprocess.run(
            [found, *settings, "--window-size=700,600", *options, page.as_uri()],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        ).stdout

    return run


def test_the_page_is_whole_and_offline(page):
    text = page.read_text("utf-8")
    assert "http" not in text.replace("http-equiv", "") and "{{" not in text
    assert "default-src 'none'" in text  # a browser loads nothing else either
    assert "test of &lt;b&gt;" in text and "it&#x27;s &lt;not&gt; the same" in text
    assert text.index("test of &lt;b&gt;") < text.index("test of kept")  # failures come first
    assert text.count("<img ") == 3 + 2 + 1 and text.count('type="range"') == 1


def test_the_page_in_a_browser(page, browser, tmp_path):
    browser(page, f"--screenshot={tmp_path / 'shot.png'}")
    shot = load_png(tmp_path / "shot.png")[..., :3]
    size = 40 * 60
    for colour, times in ((RED, 1.5), (GREEN, 1.5), (YELLOW, 1), ((0, 0, 255), 1)):
        count = np.count_nonzero((shot == colour).all(-1))
        assert count == pytest.approx(times * size, rel=0.1), colour


def test_the_slider_in_a_browser(page, browser):
    page.write_text(page.read_text("utf-8").replace("</body>", MOVED + "</body>"), "utf-8")
    assert "<title>inset(0px 25% 0px 0px); loaded: 6 of 6</title>" in browser(page, "--dump-dom")
