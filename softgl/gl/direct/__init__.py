"""EXT_direct_state_access: the commands that name what they change, and leave bindings alone.

In: what commands of other rooms do. Out: the same, on objects, units and matrices by name.
"""
