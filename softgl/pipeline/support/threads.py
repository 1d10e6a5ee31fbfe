"""Kernels and functions shared among threads, span by span."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import numpy as np

from softgl.lanes import padded
from softgl.lanes.kernel import Kernel
from softgl.lanes.kernel_call import KernelCall
from softgl.lanes.ranges import BYTES_OF_RANGE, Ranges
from softgl.pipeline.support.ordered_tasks import current_tasks
from softgl.pipeline.support.work_queue import RangeQueue, WorkQueue, take_ranges
from softgl.tuning import limits


def lanes_of_span(threads: int, total: int) -> int:
    """The number of lanes of one call of a kernel where threads share `total` lanes."""
    if threads == 1:
        return limits.MAX_SPAN_LANES
    return max(limits.MIN_SPAN_LANES, min(limits.MAX_SPAN_LANES, -(-total // threads)))


def is_soon_done(lanes: int) -> bool:
    """True if one thread ends a short kernel over these lanes before another has begun."""
    return lanes <= 4 * limits.MIN_SPAN_LANES


def in_threads(threads: int, work: Callable, spans: list[tuple]) -> None:
    """Calls `work` with each of the spans, in up to `threads` threads, this one included.

    The first exception of a thread is raised here, when none works any more.
    """
    if threads == 1 or len(spans) == 1:
        for span in spans:
            work(*span)
    else:
        _share(threads, WorkQueue(work, spans))


def over_ranges(
    threads: int,
    call: KernelCall,
    scalars: dict,
    ranges: bytes,
    own: Callable[[], dict] = dict,
    at_once: int = 1,
    report: Callable[[int], None] | None = None,
) -> None:
    """Runs a kernel over ranges, in up to `threads` threads, this one included.

    call, scalars, ranges : as `Ranges` takes them. own : returns the arrays that a thread has for
        itself.
    at_once : ranges that a thread takes before it looks for anything else, such as Ctrl-C.
    report : called by any thread with the number of ranges that it has done; or None.
    """
    if threads == 1 or len(ranges) == BYTES_OF_RANGE:
        take_ranges(Ranges(call, scalars, ranges), own, at_once, report)
    else:
        _share(threads, RangeQueue(call.over(scalars, ranges), own, at_once, report))


def _share(threads, queue):
    """Works on a queue in `threads` threads, or with threads that wait for an ordered task."""
    # If all of them were woken and this thread slept, the system would often run two on one CPU
    # for milliseconds: every fourth full-screen frame took twice its time.
    tasks = current_tasks()
    if tasks is None:
        queue.finish(threads)
    else:
        tasks.share(queue)


def copy_in_threads(threads: int, target: np.ndarray, source: np.ndarray) -> None:
    """Copies a flat array into another of as many elements."""
    count, size = len(target), target.nbytes
    alone = threads == 1 or size < limits.MAX_ONE_THREAD_COPY
    parts = 1 if alone else -(-size // limits.COPY_TASK_BYTES)
    ends = [count * part // parts for part in range(parts + 1)]

    def copy(first, end):
        np.copyto(target[first:end], source[first:end])

    in_threads(threads, copy, list(pairwise(ends)))


def run_mapped(kernel: Kernel, scalars: dict, arrays: dict, count: int, threads: int) -> None:
    """Runs a mapped kernel over `count` lanes in spans; its scalar `first` is where each begins."""
    run_spans(kernel.call(arrays), scalars, 0, count, threads)


def run_spans(call: KernelCall, scalars: dict, start: int, count: int, threads: int) -> None:
    """Runs a kernel call as `run_mapped` does, from lane `start` on."""
    lanes = padded(lanes_of_span(threads, count))  # mapped kernels store whole vectors
    if count <= lanes:
        call.run(scalars | {"first": start}, count)
        return
    end = start + count

    def run(first):
        call.run(scalars | {"first": first}, min(lanes, end - first))

    in_threads(threads, run, [(first,) for first in range(start, end, lanes)])


def run_parts(
    call: KernelCall, scalars: dict, counts: Sequence[int], own: list[dict], threads: int
) -> None:
    """Runs a kernel call over consecutive parts, of `counts` lanes each, with arrays of their own.

    own : the arrays of each part.
    """
    if len(own) < limits.MIN_LISTED_PARTS or max(counts) > limits.MIN_SPAN_LANES:
        for start, count, arrays in zip(accumulate(counts, initial=0), counts, own, strict=False):
            run_spans(call.with_arrays(arrays), scalars, start, count, threads)
    else:
        # In order: stores of a call beyond its last lane are overwritten by the next call.
        starts = np.array(list(accumulate(counts, initial=0))[:-1], np.int32)
        call.call_list(scalars | {"first": starts}, own, range(len(own)), counts).make()
