"""The C interface: GL's commands, OSMesa, EGL and GLX as functions for programs in C.

In: calls with C's arguments, where a pointer is an address. Out: calls of `softgl.gl`, with an
`Address` for each pointer, and contexts. No exception ever leaves to C.

`entry_points` is the table of functions besides commands of GL; `osmesa`, `egl` and `glx` fill it.

`native` is the native code between: a stub for each function, and a queue for each thread. `shapes`
describes the layout of arguments, `functions` reads them, `direct` makes the calls, `client`
executes the queue of a thread, `rows` the vertices in it. `calls` has `get_proc_address`, and loads
and opens the native code.
"""
