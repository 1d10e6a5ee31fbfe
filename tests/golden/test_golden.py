"""The comparison itself: images that pass and fail, and the files that a failure leaves."""

import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from softgl import Context, gl
from softgl.image import load_png, save_png
from softgl.testing import Tolerance, ToleranceError, check_image, difference, golden, orphans
from softgl.testing.comparison import as_picture

GREY = np.full((4, 6, 4), 100, np.uint8)


def changed(by, pixels=1, channel=0):
    image = GREY.copy()
    image.reshape(-1, 4)[:pixels, channel] += np.uint8(by)
    return image


def test_equal_images_pass(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    check_image("grey", GREY, tmp_path, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_one_bit_fails_and_keeps_three_images(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    with pytest.raises(
        AssertionError, match=r"1 pixel of 24, by up to 1/255.*written: .*grey\.actual"
    ):
        check_image("grey", changed(1), tmp_path, tmp_path / "kept")
    assert np.array_equal(load_png(tmp_path / "kept" / "grey.actual.png"), changed(1))
    assert np.array_equal(load_png(tmp_path / "kept" / "grey.expected.png"), GREY)
    shown = load_png(tmp_path / "kept" / "grey.difference.png")
    assert shown[0, 0].tolist() == [255, 0, 0, 255]
    assert not shown[1:, :, :3].any()


@pytest.mark.parametrize(("by", "pixels", "passes"), [(2, 3, True), (3, 1, False), (1, 4, False)])
def test_fuzzy_allows_so_much_and_no_more(tmp_path, by, pixels, passes):
    save_png(tmp_path / "grey.png", GREY)
    arguments = ("grey", changed(by, pixels), tmp_path, tmp_path / "kept")
    if passes:
        check_image(*arguments, fuzzy=(2, 3, "a test"))
    else:
        with pytest.raises(AssertionError, match="allowed: 2/255 in 3 pixels, because a test"):
            check_image(*arguments, fuzzy=(2, 3, "a test"))


def test_a_difference_of_alpha_alone_is_seen():
    found = difference(changed(2, channel=3), GREY)
    assert (found.largest, found.pixels) == (2, 1)
    assert found.image[0, 0].tolist() == [255, 255, 255]


def test_small_differences_are_seen_beside_large_ones():
    image = changed(100)
    image[2, 2, :2] += np.uint8([1, 2])
    found = difference(image, GREY)
    assert found.image[0, 0].tolist() == [255, 0, 0]
    assert found.image[2, 2].tolist() == [49, 99, 0]
    assert found.rms == pytest.approx(((100 * 100 + 1 + 4) / GREY.size) ** 0.5)


@pytest.mark.parametrize(("limit", "passes"), [(1.03, True), (1.02, False)])
def test_rms(tmp_path, limit, passes):
    """10 in one of 96 channels: the root of 100/96 is 1.0206."""
    save_png(tmp_path / "grey.png", GREY)
    found = Tolerance(rms=(limit, "a test")).refuses(difference(changed(10), GREY))
    assert found == "" if passes else found.endswith("allowed: rms 1.02, because a test")


def test_flip_sees_colours(monkeypatch):
    """With a stand-in of FLIP: its arguments, and the use of its answer."""
    given = []

    def evaluate(expected, actual, form, applyMagma):
        given.append((expected, actual, form, applyMagma))
        return None, 0.25, {}

    monkeypatch.setitem(sys.modules, "flip_evaluator", SimpleNamespace(evaluate=evaluate))
    assert Tolerance(flip=(0.25, "a test")).refuses(difference(changed(155), GREY)) == ""
    words = Tolerance(flip=(0.2, "a test")).refuses(difference(changed(155), GREY))
    assert words.endswith("flip 0.25, allowed: 0.2, because a test")
    expected, actual, form, magma = given[0]
    assert (form, magma, actual.dtype, actual.shape) == ("LDR", False, np.float32, (4, 6, 3))
    assert actual[0, 0].tolist()[0] == 1 and expected.max() == np.float32(100) / np.float32(255)
    assert difference(changed(1, channel=3), GREY).flip == 1


def test_flip_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "flip_evaluator", None)
    tolerance = Tolerance(flip=(0.1, "a test"))
    assert tolerance.refuses(difference(GREY, GREY)) == ""
    with pytest.raises(ToleranceError, match=r"pip install 'softgl\[flip\]'"):
        tolerance.refuses(difference(changed(1), GREY))


def test_flip_itself():
    pytest.importorskip("flip_evaluator", reason="the extra softgl[flip] is not installed")
    black, white = (np.full((32, 32, 3), value, np.uint8) for value in (0, 255))
    assert difference(black, white).flip == pytest.approx(1, abs=0.1)
    assert 0 < difference(black, black + np.uint8(2)).flip < 0.1


@pytest.mark.parametrize(
    "wrong",
    [{"fuzzy": (1, 2)}, {"fuzzy": (1, 2, "")}, {"fuzzy": 3}, {"rms": 0.5}, {"rms": (-1, "why")},
     {"flip": ("why", 0.1)}, {"flip": (float("nan"), "why")}],
)  # fmt: skip
def test_tolerances_have_a_form(wrong):
    with pytest.raises(ToleranceError, match=r"must be \(.*reason\), with numbers from 0"):
        Tolerance(**wrong)


def test_pictures_of_many_kinds_are_taken():
    assert as_picture(GREY[..., :3])[..., 3].min() == 255
    assert as_picture(Image.new("L", (6, 4), 7)).shape == (4, 6, 4)
    assert as_picture(GREY[..., :1])[0, 0].tolist() == [100, 100, 100, 255]
    context = Context(3, 2)
    context.make_current()
    gl.glClearColor(1, 0, 0, 1)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    assert as_picture(context).tolist() == [[[255, 0, 0, 255]] * 3] * 2


@pytest.mark.parametrize(
    ("image", "words"),
    [
        (np.zeros((2, 2, 3), np.float32), "not float32 shaped (2, 2, 3)"),
        (np.zeros((2, 2, 2), np.uint8), "not uint8 shaped (2, 2, 2)"),
        (np.zeros((0, 2, 4), np.uint8), "not uint8 shaped (0, 2, 4)"),
        ("red.png", "not str"),
        (None, "not NoneType"),
        (Image.new("I;16", (2, 2)), "mode I;16"),
    ],
)
def test_what_is_no_picture_is_said(tmp_path, image, words):
    with pytest.raises(AssertionError, match=f"wrong: .*{re.escape(words)}"):
        check_image("wrong", image, tmp_path, tmp_path / "kept", update=True)
    assert not list(tmp_path.iterdir())


def test_references_that_cannot_be_read(tmp_path):
    (tmp_path / "text.png").write_text("no picture")
    Image.new("I;16", (6, 4)).save(tmp_path / "deep.png")
    for name, words in (("text", "is not a PNG file"), ("deep", "16 bits a channel")):
        with pytest.raises(AssertionError, match=words):
            check_image(name, GREY, tmp_path, tmp_path / "kept")
        check_image(name, GREY, tmp_path, tmp_path / "kept", update=True)
        check_image(name, GREY, tmp_path, tmp_path / "kept")


def test_folders_that_cannot_be_written(tmp_path):
    """A file stands where the folder should be: so it fails for root too."""
    (tmp_path / "file").write_text("")
    with pytest.raises(
        AssertionError, match=r"no reference.*pictures not written: cannot make the"
    ):
        check_image("grey", GREY, tmp_path / "none", tmp_path / "file" / "kept")
    with pytest.raises(AssertionError, match=r"cannot make the folder .*file"):
        check_image("grey", GREY, tmp_path / "file" / "in", tmp_path / "kept", update=True)


def test_a_pass_removes_what_a_failure_left(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    with pytest.raises(AssertionError):
        check_image("grey", changed(1), tmp_path, tmp_path / "kept")
    with pytest.raises(AssertionError, match="5x4"):
        check_image("grey", GREY[:, :5], tmp_path, tmp_path / "kept")
    assert (tmp_path / "kept" / "grey.difference.png").exists()
    check_image("grey", GREY, tmp_path, tmp_path / "kept")
    assert [path.name for path in (tmp_path / "kept").iterdir()] == [".gitignore"]


def test_a_missing_reference_fails_and_keeps_the_picture(tmp_path):
    with pytest.raises(AssertionError, match=r"no reference image .*--update-references"):
        check_image("new", GREY, tmp_path, tmp_path / "kept")
    assert (tmp_path / "kept" / "new.actual.png").is_file()


def test_another_size_fails(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    with pytest.raises(AssertionError, match="5x4, its reference image 6x4"):
        check_image("grey", GREY[:, :5], tmp_path, tmp_path / "kept")


def test_update_writes_the_reference_once(tmp_path):
    check_image("grey", GREY, tmp_path, tmp_path, update=True)
    check_image("grey", GREY, tmp_path, tmp_path)
    before = (tmp_path / "grey.png").stat().st_ino
    check_image("grey", GREY, tmp_path, tmp_path, update=True)
    assert (tmp_path / "grey.png").stat().st_ino == before


def test_orphans_are_the_images_without_a_name(tmp_path):
    for name in ("kept", "left"):
        save_png(tmp_path / f"{name}.png", GREY)
    (tmp_path / "in").mkdir()
    save_png(tmp_path / "in" / "kept.png", GREY)
    assert orphans(tmp_path, ["kept", "missing", "in/kept"]) == [tmp_path / "left.png"]
    assert len(orphans(tmp_path, ["left"])) == 2


def test_regions_are_ignored(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    other = GREY.copy()
    other[0, 0] = other[1, 2] = 255
    mask = np.zeros(GREY.shape[:2], bool)
    mask[1, 2] = True
    check_image("grey", other, tmp_path, tmp_path, ignore=((0, 0, 1, 1), mask, "a clock"))
    check_image("grey", other, tmp_path, tmp_path, ignore=((0, 0, 99, 2), "a clock"))
    with pytest.raises(AssertionError, match=r"differs in 1 pixel of \d+"):
        check_image("grey", other, tmp_path, tmp_path / "kept", ignore=((0, 0, 1, 1), "a clock"))
    assert np.count_nonzero(load_png(tmp_path / "kept/grey.difference.png")[..., :3].any(-1)) == 1
    with pytest.raises(AssertionError, match="cannot be compared: the mask is 3x2, the picture"):
        bad = np.zeros((2, 3), bool)
        check_image("grey", other, tmp_path, tmp_path / "kept", ignore=(bad, "a clock"))
    for wrong in ((0, 0, 1, 1), ((0, 0, 1), "why"), ((0, 0, 1, 1), " "), ((-1, 0, 1, 1), "why")):
        with pytest.raises(ToleranceError, match="ignore must be a sequence of regions"):
            Tolerance(ignore=wrong)


def test_a_ratio_of_pixels():
    expected = np.zeros((20, 50, 4), np.uint8)
    actual = expected.copy()
    actual[0, :10] = 1
    found = difference(actual, expected)
    assert not Tolerance(fuzzy=(1, 0.01, "why")).refuses(found)
    refused = Tolerance(fuzzy=(1, 0.0075, "why")).refuses(found)
    assert "allowed: 1/255 in 0.75 % of the pixels, because why" in refused
    assert Tolerance(fuzzy=(0, 0.5, "why")).refuses(found)


def test_pictures_of_unequal_sizes_have_a_difference_picture(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    wide = np.pad(GREY, ((0, 0), (0, 2), (0, 0)), constant_values=255)
    with pytest.raises(AssertionError, match="its reference image"):
        check_image("grey", wide, tmp_path, tmp_path / "kept")
    picture = load_png(tmp_path / "kept" / "grey.difference.png")
    assert picture.shape == wide.shape
    assert picture[:, -2:, :3].any(-1).all() and not picture[:, :-2, :3].any()


def test_a_reference_tells_whether_softgl_has_changed(tmp_path, monkeypatch):
    check_image("grey", GREY, tmp_path, tmp_path, update=True)
    words = f"the same bits as for the reference .bits version {golden.BITS}"
    with pytest.raises(AssertionError, match=words):
        check_image("grey", changed(1), tmp_path, tmp_path / "kept")
    monkeypatch.setattr(golden, "BITS", golden.BITS + 1)
    with pytest.raises(AssertionError, match="the reference is of bits version"):
        check_image("grey", changed(1), tmp_path, tmp_path / "kept")
    save_png(tmp_path / "grey.png", GREY)  # by another program
    with pytest.raises(AssertionError) as caught:
        check_image("grey", changed(1), tmp_path, tmp_path / "kept")
    assert "bits version" not in str(caught.value)


class Figure:
    """Draws as a figure of matplotlib does."""

    dpi = 100

    def savefig(self, file, format, dpi):
        assert (format, dpi) == ("png", 100)
        Image.fromarray(GREY).save(file, "PNG")


def test_figures(tmp_path):
    save_png(tmp_path / "grey.png", GREY)
    check_image("grey", Figure(), tmp_path, tmp_path)
    broken = Figure()
    broken.dpi = 3
    with pytest.raises(AssertionError, match="the figure cannot be drawn: AssertionError"):
        check_image("grey", broken, tmp_path, tmp_path)
