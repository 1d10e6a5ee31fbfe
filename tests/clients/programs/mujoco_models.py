"""Renders models with MuJoCo: colours, depths and segmentations into an .npz file.

python mujoco_models.py OUT.npz
"""

import sys

import mujoco
import numpy as np

SHAPES = """
<mujoco>
  <visual><headlight ambient=".3 .3 .3"/></visual>
  <asset>
    <texture name="checks" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .15 .2"
             width="256" height="256"/>
    <material name="mirror" texture="checks" texrepeat="4 4" reflectance=".2"/>
    <texture type="skybox" builtin="gradient" rgb1=".4 .6 .8" rgb2="0 0 0" width="64" height="64"/>
  </asset>
  <worldbody>
    <light pos="1 1 3" dir="-1 -1 -3"/>
    <geom type="plane" size="2 2 .1" material="mirror"/>
    <geom type="box" size=".2 .3 .2" pos="0 0 .4" euler="10 20 30" rgba=".9 .3 .2 1"/>
    <geom type="sphere" size=".25" pos=".6 .2 .3" rgba=".2 .8 .3 1"/>
    <geom type="capsule" size=".1 .25" pos="-.6 0 .3" euler="0 40 0" rgba=".2 .3 .9 .6"/>
  </worldbody>
</mujoco>
"""
TERRAIN = """
<mujoco>
  <visual><map fogstart="1" fogend="6" haze=".4"/><rgba fog=".7 .8 .9 1"/></visual>
  <asset>
    <hfield name="hills" nrow="16" ncol="16" size="2 2 .6 .1"/>
    <mesh name="tent" vertex="0 0 0  1 0 0  1 1 0  0 1 0  .5 .5 .8" scale=".6 .6 .6"/>
    <texture name="wood" type="cube" builtin="flat" mark="cross" rgb1=".6 .4 .2" markrgb="1 1 1"
             width="64" height="64"/>
    <material name="wood" texture="wood" shininess=".9" specular="1"/>
  </asset>
  <worldbody>
    <light directional="true" pos="0 0 4" dir="-.3 .2 -1" castshadow="false" diffuse=".8 .8 .7"/>
    <geom type="hfield" hfield="hills" rgba=".4 .7 .4 1"/>
    <geom type="mesh" mesh="tent" pos="-.4 -.3 .7" material="wood"/>
    <geom type="ellipsoid" size=".3 .2 .15" pos=".6 .4 .9" material="wood"/>
    <geom type="cylinder" size=".15 .3" pos=".5 -.6 .8" rgba=".9 .8 .1 1"/>
  </worldbody>
</mujoco>
"""


def render(text: str, width: int = 160, height: int = 120) -> dict[str, np.ndarray]:
    """Renders a model three times: rgb (h, w, 3) uint8, depth (h, w) float32, ids (h, w, 2)."""
    model = mujoco.MjModel.from_xml_string(text)
    if model.nhfield:
        x, y = np.meshgrid(np.linspace(0, 6, 16), np.linspace(0, 4, 16))
        model.hfield_data[:] = ((np.sin(x) * np.cos(y) + 1) / 2).reshape(-1)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    camera = mujoco.MjvCamera()
    camera.lookat[:], camera.distance, camera.elevation = (0, 0, 0.4), 3.5, -30
    with mujoco.Renderer(model, height, width) as renderer:
        renderer.update_scene(data, camera)
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_FOG] = 1
        found = {"rgb": renderer.render().copy()}
        renderer.enable_depth_rendering()
        found["depth"] = renderer.render().copy()
        renderer.disable_depth_rendering()
        renderer.enable_segmentation_rendering()
        found["ids"] = renderer.render().copy()
    return found


if __name__ == "__main__":
    pictures = {
        f"{name}_{kind}": picture
        for name, text in (("shapes", SHAPES), ("terrain", TERRAIN))
        for kind, picture in render(text).items()
    }
    np.savez_compressed(sys.argv[1], **pictures)
