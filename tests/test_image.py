"""Images in files: round trips, names, atomic writes, errors in words."""

import os
import warnings

import numpy as np
import pytest
from PIL import Image

import softgl
from softgl.image import ImageError, check_output, load_png, output_paths, save_frames, save_png
from tests.models.documents import png_header


def noise(channels=4, size=(5, 7)):
    return np.random.default_rng(1).integers(0, 256, (*size, channels), dtype=np.uint8)


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_an_array_comes_back_as_rgba(tmp_path, channels):
    image = noise(channels)
    save_png(tmp_path / "a.png", image)
    loaded = load_png(tmp_path / "a.png")
    assert loaded.shape == (5, 7, 4)
    assert np.array_equal(loaded[..., :channels], image)
    if channels < 4:
        assert (loaded[..., 3] == 255).all()


def test_a_pil_image_is_saved_as_it_is(tmp_path):
    save_png(tmp_path / "a.png", Image.fromarray(noise()))
    assert np.array_equal(load_png(tmp_path / "a.png"), noise())


@pytest.mark.parametrize(
    "image",
    [np.zeros((2, 2, 4)), np.zeros((2, 2, 5), np.uint8), np.zeros((0, 2), np.uint8)],
)
def test_what_is_no_image_is_refused(tmp_path, image):
    with pytest.raises(ImageError, match="an image must be an array of uint8"):
        save_png(tmp_path / "a.png", image)
    assert os.listdir(tmp_path) == []


def test_images_without_pixels_and_names_that_are_none_are_refused(tmp_path):
    with softgl.Context(0, 4, machine="eager") as empty:
        for name in ("a.png", "a.jpg", "a.webp"):
            with pytest.raises(ImageError, match="an image of 0x4 pixels"):
                empty.save(tmp_path / name)
    with softgl.Context(2, 2, machine="eager") as context:
        for path in (None, 5, 1.5, []):
            with pytest.raises(ImageError, match="is not a path"):
                context.save(path)
            with pytest.raises(ImageError, match="is not a path"):
                save_frames(path, [noise()], 1)
        assert os.listdir(tmp_path) == []
        for source in (5, [], np.zeros(2)):
            with pytest.raises(softgl.GLError, match="source is"):
                context.read_image(source)
        context.save(os.fsencode(tmp_path / "a.png"))
        assert load_png(tmp_path / "a.png").shape == (2, 2, 4)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    save_png(tmp_path / "a.png", noise())
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "disk full")))
    with pytest.raises(ImageError, match=r"cannot write .*a\.png: disk full"):
        save_png(tmp_path / "a.png", noise(3))
    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["a.png"]
    assert np.array_equal(load_png(tmp_path / "a.png"), noise())


def test_a_new_file_has_the_permissions_that_the_user_asked_for(tmp_path):
    mask = os.umask(0o027)
    try:
        save_png(tmp_path / "a.png", noise())
    finally:
        os.umask(mask)
    assert (tmp_path / "a.png").stat().st_mode & 0o777 == 0o640


def test_unreadable_files_are_named(tmp_path):
    with pytest.raises(ImageError, match="no such file"):
        load_png(tmp_path / "none.png")
    (tmp_path / "text.png").write_text("hello")
    with pytest.raises(ImageError, match="not a PNG file"):
        load_png(tmp_path / "text.png")
    save_png(tmp_path / "a.png", noise(size=(64, 64)))
    (tmp_path / "cut.png").write_bytes((tmp_path / "a.png").read_bytes()[:2000])
    with pytest.raises(ImageError, match="cannot read"):
        load_png(tmp_path / "cut.png")


@pytest.mark.parametrize("size", [(8193, 8192), (12_000, 12_000), (60_000, 60_000)])
def test_an_image_of_too_many_pixels_is_refused_before_it_is_decoded(tmp_path, size):
    (tmp_path / "big.png").write_bytes(png_header(*size))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ImageError, match=r"cannot read .*big\.png: .*67108864 pixels"):
            load_png(tmp_path / "big.png")


@pytest.mark.parametrize(
    ("path", "frames", "files"),
    [
        ("a.png", 1, ["a.png"]),
        ("a.PNG", 2, ["a_000.PNG", "a_001.PNG"]),
        ("f%02d.png", 2, ["f00.png", "f01.png"]),
        ("f%d.png", 1, ["f0.png"]),
        ("100%.png", 1, ["100%.png"]),
        ("%999999999d.png", 1, ["%999999999d.png"]),
        ("a.gif", 9, ["a.gif"]),
    ],
)
def test_names_of_files(path, frames, files):
    assert output_paths(path, frames) == files


def test_numbers_grow_with_the_count():
    assert output_paths("a.png", 1001)[-1] == "a_1000.png"


def test_numbers_begin_with_the_first_frame():
    assert output_paths("f%02d.png", 1, 7) == ["f07.png"]
    assert output_paths("f.png", 1, 7) == ["f.png"]
    assert output_paths("f.png", 2, 998) == ["f_998.png", "f_999.png"]
    assert output_paths("f.gif", 2, 7) == ["f.gif"]


@pytest.mark.parametrize("path", ["a.xyz", "a", "f%d_%d.png"])
def test_names_that_cannot_be_written(path):
    with pytest.raises(ImageError, match="cannot write"):
        output_paths(path, 2)


def test_output_is_checked_before_anything_is_drawn(tmp_path):
    check_output(tmp_path / "a.png")
    with pytest.raises(ImageError, match="no such folder"):
        check_output(tmp_path / "none" / "a.png")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(ImageError, match="is a folder"):
        check_output(tmp_path / "folder.png")


@pytest.mark.parametrize("suffix", ["gif", "apng", "webp"])
def test_an_animation_has_its_frames(tmp_path, suffix):
    colours = [(255, 0, 0), (0, 255, 0), (0, 0, 255)]
    images = [np.full((8, 8, 3), colour, np.uint8) for colour in colours]
    assert save_frames(tmp_path / f"a.{suffix}", iter(images), 3) == [str(tmp_path / f"a.{suffix}")]
    with Image.open(tmp_path / f"a.{suffix}") as animation:
        assert animation.n_frames == 3
        for index, colour in enumerate(colours):
            animation.seek(index)
            assert animation.convert("RGB").getpixel((4, 4)) == colour


GIF_RATES = {
    # frames a second: the delays that 12 frames have, in hundredths; what is said of them.
    25: ({4}, None),
    50: ({2}, None),
    10: ({10}, None),
    24: ({4, 5}, "24 frames a second, images are shown for 0.04 or 0.05 s; .webp and .apng keep"),
    30: ({3, 4}, "30 frames a second, images are shown for 0.03 or 0.04 s;"),
    60: ({1, 2}, "0.01 or 0.02 s, and many programs show 0.01 s as 0.1 s;"),
    100: ({1}, "0.01 s, and many programs show 0.01 s as 0.1 s;"),
    144: ({1}, "144 frames a second, images are shown for 0.01 s, 4 of 12 are dropped, and many"),
    1000: ({1}, "11 of 12 are dropped"),
    3: ({33, 34}, "3 frames a second, images are shown for 0.33 or 0.34 s;"),
}


def test_a_gif_of_fewer_images_than_a_hundredth_has(tmp_path):
    with pytest.warns(UserWarning, match=r"for 0\.01 s, 2 of 3 are dropped"):
        save_frames(tmp_path / "a.gif", [np.zeros((2, 2, 3), np.uint8)] * 3, 3, 1.0)
    with Image.open(tmp_path / "a.gif") as animation:
        assert animation.n_frames == 1


@pytest.mark.parametrize(("rate", "expected"), GIF_RATES.items())
def test_a_gif_takes_as_long_as_its_frames_and_says_where_it_cannot(tmp_path, rate, expected):
    hundredths, words = expected
    frames = [np.full((2, 2, 3), 20 * number, np.uint8) for number in range(12)]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        save_frames(tmp_path / "a.gif", frames, 12, 1000 / rate)
    assert [words in str(each.message) for each in said] == ([True] if words else [])
    shown = []
    with Image.open(tmp_path / "a.gif") as animation:
        for frame in range(animation.n_frames):
            animation.seek(frame)
            shown.append(animation.info["duration"])
    assert {10 * each for each in hundredths} == set(shown)
    assert abs(sum(shown) - 12000 / rate) <= 5
    assert len(shown) == 12 or rate > 100


@pytest.mark.parametrize("end", [".webp", ".apng"])
@pytest.mark.parametrize("rate", [24, 30, 60, 144])
def test_other_animations_keep_every_rate(tmp_path, end, rate):
    frames = [np.full((2, 2, 3), 20 * number, np.uint8) for number in range(12)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save_frames(tmp_path / f"a{end}", frames, 12, 1000 / rate)
    shown = []
    with Image.open(tmp_path / f"a{end}") as animation:
        assert animation.n_frames == 12
        for frame in range(12):
            animation.seek(frame)
            animation.load()
            shown.append(animation.info["duration"])
    assert abs(sum(shown) - 12000 / rate) <= 0.5 and max(shown) - min(shown) <= 1


@pytest.mark.filterwarnings("ignore:.*GIF delays are hundredths")
def test_an_animation_that_is_shorter_than_a_gif_can_say_is_its_first_frame(tmp_path):
    save_frames(tmp_path / "a.gif", [noise(3), noise(3)[::-1]], 2, 1)
    with Image.open(tmp_path / "a.gif") as animation:
        assert animation.n_frames == 1


def test_several_frames_make_several_files(tmp_path):
    images = [np.full((2, 2, 3), grey, np.uint8) for grey in (10, 20)]
    files = save_frames(tmp_path / "a.png", images, 2)
    assert [load_png(file)[0, 0, 0] for file in files] == [10, 20]
