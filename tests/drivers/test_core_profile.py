"""The errors of calls that core contexts refuse, by OpenGL 3.3 and by Mesa."""

from __future__ import annotations

import re

import pytest

from tests.core_calls import TAKEN, calls, prepare
from tests.drivers.mesa import mesa_context

# Where Mesa 22.3 has another opinion: patterns of calls, and its code (None: it takes the call).
MESA = {
    # E.2.2 removes "all token names and queries not otherwise mentioned above for deprecated
    # state".
    r"glGet\w+v\((?!GL_TEXTURE_2D\)|GL_CLAMP_\w+\)|GL_TEXTURE_2D,|GL_\w+_POINTER\)).*": None,
    # gl.xml removes the three.
    r"glPointParameter.*": None,
    # E.2.2: "all ALPHA, LUMINANCE, LUMINANCE_ALPHA, and INTENSITY external and internal formats".
    r"gl(Tex(Sub)?Image2D|GetTexImage|ReadPixels)\(.*GL_(ALPHA|LUMINANCE\w*),GL_\w+(,.*|\))": None,
}


@pytest.mark.usefixtures("mesa")
def test_errors_of_a_core_context():
    from OpenGL.error import GLError

    differences = {}
    with mesa_context(8, 8, core=True) as gl:
        names = vars(gl) | prepare(gl)
        codes = {value: name for name, value in names.items() if name.startswith("GL_INVALID_")}
        for call, code in calls():
            pattern = next((each for each in MESA if re.fullmatch(each, call)), None)
            expected, found = (code if pattern is None else MESA[pattern]), None
            try:
                eval(call, names)
            except GLError as error:
                found = codes[error.err]
            if found != expected:
                differences[call] = found
        for call in TAKEN.split():
            eval(call, names)
    assert not differences
