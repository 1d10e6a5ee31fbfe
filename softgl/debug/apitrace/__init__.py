"""Traces of apitrace: files with all calls of an OpenGL program, read and written.

In: a `.trace` file of any version. Out: its calls, replayed in contexts of softgl frame by frame, a
frame as a capture, and captures as traces that apitrace reads.
"""
