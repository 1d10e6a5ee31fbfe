"""Draws the meshes of a model file with `softgl.gl`: a scene like any other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from softgl import assets, hostmath
from softgl.gl import *  # noqa: F403
from softgl.models.meshes import Mesh, read
from softgl.scene import Scene
