"""Sizes of the CPU's caches as the system reports them, and the length of chunks."""

import pytest

from softgl.pipeline.draws.chunks import cached_vertices, vertices_in
from softgl.pipeline.support.caches import ASSUMED_CACHE_BYTES, CPU_FOLDER, last_cache
from softgl.tuning import limits

MB = 1 << 20


def described(folder, **caches):
    """Caches as Linux describes them; caches : for each folder its level and size, or None."""
    for name, (level, size) in caches.items():
        place = folder / "cache" / name
        place.mkdir(parents=True)
        (place / "level").write_text(f"{level}\n")
        if size is not None:
            (place / "size").write_text(f"{size}\n")
    return folder


@pytest.mark.parametrize("caches, size", [
    ({"index0": (1, "48K"), "index1": (1, "32K"), "index2": (2, "1024K"), "index3": (3, "32768K")},
     32 * MB),
    ({"index0": (1, "64K"), "index10": (2, "512K")}, MB // 2),
    ({"index0": (1, "64K"), "index1": (2, None), "index2": (3, "unknown")}, 1 << 16),
    ({"index0": (1, "")}, ASSUMED_CACHE_BYTES),
    ({}, ASSUMED_CACHE_BYTES),
])  # fmt: skip
def test_the_last_cache_is_the_one_of_the_highest_level(tmp_path, caches, size):
    assert last_cache(described(tmp_path, **caches)) == size


def test_the_cache_of_this_machine():
    found = last_cache()
    assert 1 << 14 <= found <= 1 << 36
    if not (CPU_FOLDER / "cache").is_dir():
        assert found == ASSUMED_CACHE_BYTES
    assert vertices_in(found) == cached_vertices()


@pytest.mark.parametrize("cache, vertices", [
    (0, 1 << 16), (16 * MB, 1 << 16), (32 * MB, 1 << 16), (48 * MB, 3 << 15),
    (96 * MB, limits.CHUNK_VERTICES), (512 * MB, limits.CHUNK_VERTICES),
])  # fmt: skip
def test_pieces_are_as_long_as_a_cache_holds(cache, vertices):
    assert vertices_in(cache) == vertices
