"""`softgl cache`: the compiled kernels that are kept, and the C libraries."""

from __future__ import annotations

from softgl import files
from softgl.commands.command import Command
from softgl.errors import SoftGLError

_EXAMPLES = """\
examples:
  softgl cache                                    where compiled kernels are kept, and how many
  softgl cache --clear                            remove them, and the C libraries there

SOFTGL_CACHE in the environment names another folder, or is `off`. The folder must be one that only
you can write to: what is in it is run. The kernels longest unused go when there are too many.
"""
ARGUMENTS = {"--clear": {"action": "store_true", "help": "remove all kernels"}}


def _cache(options):
    from softgl import kernel_cache
    from softgl.capi import library_cache

    cache = kernel_cache.default_cache()
    if cache is None:
        files.write_text("no kernels are kept\n")
        return
    refused = cache.refused()
    if refused:
        raise SoftGLError(f"{cache.folder} is not used: {refused}")
    if options.clear:
        files.write_text(f"{cache.folder}: {cache.clear()} kernels removed\n")
        if folders := library_cache.clear(cache.folder):
            files.write_text(f"{cache.folder}: {_folders(folders)} of libraries removed\n")
        return
    sizes = cache.sizes()
    most = kernel_cache.LARGEST >> 20
    files.write_text(
        f"{cache.folder}: {len(sizes)} kernels, {sum(sizes) / 2**20:.1f} of {most} MiB\n"
    )
    if folders := len(library_cache.folders(cache.folder)):
        size = library_cache.size(cache.folder)
        files.write_text(
            f"{cache.folder}: {_folders(folders)} of libraries, {size / 2**20:.1f} MiB\n"
        )


def _folders(count):
    return "1 folder" if count == 1 else f"{count} folders"


COMMAND = Command(
    "cache",
    _cache,
    "show or remove the compiled kernels that are kept",
    "Shows or removes the compiled kernels that are kept from one run to the next.",
    _EXAMPLES,
    ARGUMENTS,
)
