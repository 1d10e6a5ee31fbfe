"""EXT_direct_state_access: commands that name the objects they change, and leave bindings alone.

In: the commands of other packages. Out: the same commands on objects, units and matrices by name.
"""
