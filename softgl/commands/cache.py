"""`softgl cache`: the disk cache of compiled kernels and C libraries."""

from __future__ import annotations

from softgl import files
from softgl.commands.command import Command
from softgl.counts import counted
from softgl.errors import SoftGLError

_EXAMPLES = """\
examples:
  softgl cache                                    show the folder, and the number of kernels
  softgl cache --clear                            remove the kernels and the C libraries

SOFTGL_CACHE in the environment names another folder, or is `off`. Only you may have the right to
write to the folder, since softgl runs the code in it. A full cache drops the least recently used
kernels.
"""
ARGUMENTS = {"--clear": {"action": "store_true", "help": "remove all kernels and libraries"}}


def _cache(options):
    from softgl import kernel_cache
    from softgl.capi import library_cache

    cache = kernel_cache.default_cache()
    if cache is None:
        files.write_text("the cache is off\n")
        return
    refused = cache.refused()
    if refused:
        raise SoftGLError(f"{cache.folder} is not used: {refused}")
    if options.clear:
        files.write_text(f"{cache.folder}: {counted(cache.clear(), 'kernel')} removed\n")
        if folders := library_cache.clear(cache.folder):
            words = counted(folders, "folder")
            files.write_text(f"{cache.folder}: {words} of libraries removed\n")
        return
    sizes = cache.sizes()
    most = kernel_cache.MAX_CACHE_BYTES >> 20
    kernels = counted(len(sizes), "kernel")
    files.write_text(f"{cache.folder}: {kernels}, {sum(sizes) / 2**20:.1f} of {most} MiB\n")
    if folders := len(library_cache.folders(cache.folder)):
        size = library_cache.size(cache.folder)
        words = counted(folders, "folder")
        files.write_text(f"{cache.folder}: {words} of libraries, {size / 2**20:.1f} MiB\n")


COMMAND = Command(
    "cache",
    _cache,
    "show or clear the disk cache of compiled kernels",
    "Shows or clears the disk cache of compiled kernels, which later runs load.",
    _EXAMPLES,
    ARGUMENTS,
)
