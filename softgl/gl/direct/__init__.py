"""Commands that name the objects they change, and leave bindings alone.

EXT_direct_state_access, ARB_direct_state_access and ARB_multi_bind. In: the commands of other
packages. Out: the same commands on objects, units and matrices by name.
"""
