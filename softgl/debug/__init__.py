"""Step and look: what a frame does, event by event. Above `gl` and `pipeline`, below `cli`."""
