"""The comparison itself: what passes, what fails, and what a failure leaves to look at."""

import numpy as np
import pytest

from softgl.image import load_png, save_png
from softgl.testing import check_image, difference, orphans

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
    with pytest.raises(AssertionError, match=r"1 pixels, by up to 1/255; kept: .*grey\.actual"):
        check_image("grey", changed(1), tmp_path, tmp_path / "kept")
    assert np.array_equal(load_png(tmp_path / "kept" / "grey.actual.png"), changed(1))
    assert np.array_equal(load_png(tmp_path / "kept" / "grey.expected.png"), GREY)
    amplified = load_png(tmp_path / "kept" / "grey.difference.png")
    assert amplified[0, 0].tolist() == [16, 0, 0, 255]
    assert not amplified[1:, :, :3].any()


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
    assert found.image[0, 0].tolist() == [32, 32, 32]


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
    assert orphans(tmp_path, ["kept", "missing"]) == [tmp_path / "left.png"]
