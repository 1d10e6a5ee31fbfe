"""The parser: from tokens to `softgl.glsl.tree`."""
