"""From the typed tree to instructions of `softgl.ir`."""
