"""Programs and their parts."""

import copy
import pickle

from softgl.ir.program import Binding


def test_equal_bindings_are_one_object():
    """Made in any way: so they are found by identity."""
    binding = Binding("vertex.attrib", (3,))
    assert binding is Binding(name="vertex.attrib", indices=(3,)) is copy.deepcopy(binding)
    assert binding is pickle.loads(pickle.dumps(binding))
    assert binding != Binding("vertex.attrib", (4,)) and binding != Binding("vertex.attrib")
    assert {binding: 1}[Binding("vertex.attrib", (3,))] == 1
    assert (binding.name, binding.indices, str(binding)) == (
        "vertex.attrib",
        (3,),
        "vertex.attrib[3]",
    )
