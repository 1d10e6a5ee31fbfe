"""The C header of an interface: its text, and a C compiler's reading where there is one."""

import shutil
import subprocess

import pytest

from softgl import asm
from softgl.translate import TARGETS
from softgl.translate.header import header, prefix
from softgl.translate.interfaces.describe import describe
from tests.translate.interfaces.test_describe import FRAGMENT, GEOMETRY, VERTEX

PRINT = """
#include <stdio.h>
#include "one.h"
int main(void) {
    struct one_uniforms values;
    int n;
    for (n = 0; n < ONE_UNIFORM_COUNT; n++)
        printf("%s %d %d\\n", one_uniforms_table[n].name, one_uniforms_table[n].vectors,
               (int)one_uniforms_table[n].value);
    printf("%d\\n", (int)sizeof values);
    return 0;
}
"""


def text(source, to="glsl330", name="one"):
    return header(describe(asm.parse(source), TARGETS[to]), name)


def test_names_and_numbers_are_constants():
    lines = text(FRAGMENT).splitlines()
    assert lines[1:3] == ["#ifndef ONE_H", "#define ONE_H"]
    for line in (
        '#define ONE_SAMPLER_NAME_TEXTURE_3_SHADOW2D "texture_3_shadow2d"',
        "#define ONE_SAMPLER_UNIT_TEXTURE_3_SHADOW2D 3 /* GL_TEXTURE_2D */",
        '#define ONE_ATTRIBUTE_NAME_FRAGMENT_TEXCOORD_2 "texcoord_2"',
        "#define ONE_RESULT_RESULT_COLOR 0",
        "    float fragment_state_fog_color[4]; /* glGetFloatv(GL_FOG_COLOR) */",
        "    int fragment_state_fog_params;",
    ):
        assert line in lines
    assert "    float state_fog_color[4]; /*" in text(FRAGMENT, "arb")
    geometry = text(GEOMETRY)
    assert "#define ONE_BLOCK_SIZE_GEOMETRY_BUFFER_2 32\n" in geometry
    assert '= { "gl_Position", "texcoord_0", "attrib_4", "gl_Layer" };' in geometry


def test_names_of_files_as_names_of_c():
    names = ["Water-2.fp", "2nd pass", "", "été"]
    assert list(map(prefix, names)) == ["water_2_fp", "p_2nd_pass", "program", "t"]


def test_a_compiler_takes_it(tmp_path):
    """A C compiler takes the header; `test_names_and_numbers_are_constants` needs none."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    (tmp_path / "one.h").write_text(text(VERTEX))
    for number, source in enumerate((FRAGMENT, GEOMETRY, "!!ARBfp1.0\nEND\n")):
        (tmp_path / f"more{number}.h").write_text(text(source, name=f"more{number}"))
    includes = "".join(f'#include "more{number}.h"\n' for number in range(3))
    (tmp_path / "main.c").write_text(includes + '#include "one.h"\n' + PRINT)
    options = ["-std=c89", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused"]
    subprocess.run([compiler, *options, "main.c", "-o", "main"], cwd=tmp_path, check=True)
    done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "vertex_local 4 0",
        "vertex_env 12 64",
        "vertex_state.light_1_diffuse 1 256",
        "vertex_state.matrix_mvp 4 272",
        "vertex_state.matrix_texture_1_invtrans 4 336",
        "400",
    ]
