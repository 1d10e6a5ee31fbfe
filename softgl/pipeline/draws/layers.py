"""Primitives of one stream that are drawn to several layers: each layer in the order of submission.

The earlier stages, setup among them, know no layers. Primitives are binned by layers and tiles at
once, and drawn one layer after the other: kernels get other planes for each.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.keys.link import LAYER
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.setup import SetupPrimitives
from softgl.pipeline.tiles.owned_tiles import rasterise_owned
from softgl.pipeline.tiles.raster_call import RasterCall


def layers_of(
    framebuffer: Framebuffer, call: DrawCall, rows: np.ndarray, primitives: SetupPrimitives
) -> np.ndarray | None:
    """The layer of each shape, (count,) int32; None where all are drawn to the framebuffer itself.

    rows : of the vertices, as the last stage has stored them.
    """
    # NV_geometry_program4, 4.4.7: it is zero if "geometry programs are disabled", and "has no
    # effect if the framebuffer is not layered."
    row = call.outputs.row(LAYER) if call.geometry and framebuffer.layers else None
    if row is None:
        return None
    # The same: "taken from the layer output of the provoking vertex."
    return rows[row].view(np.int32)[primitives.row("provoking")]


def rasterise_layers(
    engine: Engine,
    primitives: SetupPrimitives,
    layers: np.ndarray,
    framebuffer: Framebuffer,
    described: Callable[[Framebuffer], RasterCall],
    threads: int,
) -> None:
    """Draws primitives to the layers of a framebuffer.

    layers : (count,) int32, the layer of each primitive. Primitives of missing layers are neither
        drawn nor counted.
    """
    absent = (layers < 0) | (layers >= framebuffer.layers.count)
    primitives.row("tiles")[absent] = 0
    owners = np.where(absent, 0, layers)

    def in_layer(number):
        return described(framebuffer.layer(number))

    rasterise_owned(engine, primitives, framebuffer, owners, in_layer, threads)
