"""Functions of native threads that share words of memory, written once for two executors.

A protocol is a Python function over a `machine.ThreadMachine`, as kernels are over a lane machine.
`native` makes LLVM's assembly language of its code. `eager` runs it step by step, so that a test
sees what threads do in every interleaving.
"""
