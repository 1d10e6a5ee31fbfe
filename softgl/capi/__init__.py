"""The C interface: GL's commands, OSMesa, EGL and GLX as functions that programs in C call.

In: calls with C's arguments, where a pointer is an address. Out: calls of `softgl.gl`, with an
`Address` for each pointer, and contexts. From C no exception ever comes out.

`entry_points` is the table of functions besides commands of GL; `osmesa`, `egl` and `glx` fill it.

`native` is the code between: a stub for each function, and a queue for each thread. `shapes` says
where arguments lie, `functions` reads them, `direct` calls, `client` executes the queue of a
thread, `rows` the vertices in it. `calls` has `get_proc_address`, and loads and opens all this.
"""
