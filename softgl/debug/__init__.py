"""The debugger: inspects a frame event by event. Above `gl` and `pipeline`, below `cli`."""
