"""The sRGB encoding of colour components: EXT_framebuffer_sRGB, 4.1.8 and 4.1.X."""

from __future__ import annotations

from softgl.lanes import lane_math


def to_srgb(m, linear):
    """Returns a linear component, F32, clamped to [0, 1] and encoded; NaN gives 0."""
    linear = m.saturate(linear)
    # "cs = 1.055 * cl^0.41666 - 0.055"; below 0.0031308 it is "12.92 * c".
    curved = lane_math.pow(m, linear, m.f32(1.0 / 2.4)) * 1.055 - 0.055
    return m.saturate(m.select(linear < 0.0031308, linear * 12.92, curved))


def from_srgb(m, encoded):
    """Returns an encoded component in [0, 1], F32, made linear."""
    # "cl = cs / 12.92" up to 0.04045, "((cs + 0.055)/1.055)^2.4" above.
    curved = lane_math.pow(m, (encoded + 0.055) / 1.055, m.f32(2.4))
    return m.select(encoded <= 0.04045, encoded / 12.92, curved)
