"""The pipeline: a draw call's vertices to fragments in the framebuffer.

In: a `DrawCall` (programs, records and keys; no GL state). Out: changed planes of a `Framebuffer`.
Its packages, the lower ones first, import downward only: `support`, `planes`, `keys`, `vertices`,
`primitives`, `fragments`, `tiles`, `images`, `draws`. Read `draws.stages` first: the
stages from top to bottom.
"""
