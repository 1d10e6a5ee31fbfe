"""Sample shading: programs that run for each sample of a pixel, and masks of samples."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.pipeline.planes.samples import SAMPLE_POSITIONS, SAMPLE_UNITS_PER_PIXEL
from tests.gl.attachments import code
from tests.gl.fragments.test_multisample import CHOICES, SIZE, colors, counted, whole, window
from tests.gl.shading.test_programs import shader

HEAD = "#version 150 compatibility\n#extension GL_ARB_sample_shading : require\n"
VERTEX = HEAD + "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }"
PLACES = np.array(SAMPLE_POSITIONS[4]) / SAMPLE_UNITS_PER_PIXEL + 0.5
"""The place of each sample within a pixel, (4, 2)."""


def use(fragment):
    program = glCreateProgram()
    glAttachShader(program, shader(VERTEX))
    glAttachShader(program, shader(HEAD + fragment, GL_FRAGMENT_SHADER))
    glLinkProgram(program)
    assert glGetProgramiv(program, GL_LINK_STATUS), glGetProgramInfoLog(program)
    glUseProgram(program)


def shaded(fragment, choices=CHOICES[0], samples=4, draw=whole):
    """The colours of all samples, (samples, height, width, 4) in [0, 1], after a draw."""
    context = window(samples, **choices)
    use(fragment)
    draw()
    return colors(context) / 255


def test_state():
    context = window()
    assert not glIsEnabled(GL_SAMPLE_SHADING) and glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE) == 0
    glPushAttrib(GL_MULTISAMPLE_BIT)
    glEnable(GL_SAMPLE_SHADING)
    for value, expected in ((0.25, 0.25), (7.0, 1), (-1.0, 0)):
        glMinSampleShadingARB(value)
        assert glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE) == expected
    glMinSampleShadingARB(1.0)
    glPopAttrib()
    assert not glIsEnabled(GL_SAMPLE_SHADING) and glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE) == 0
    glBegin(GL_POINTS)
    assert code(glMinSampleShadingARB, 1.0) == GL_INVALID_OPERATION
    glEnd()
    assert context.error == GL_NO_ERROR


INPUTS = """void main() {
    gl_FragColor = vec4(gl_SampleID / 4.0, gl_SamplePosition, gl_NumSamples / 8.0);
}"""


@pytest.mark.parametrize("choices", CHOICES[:3])
def test_inputs_of_samples(choices):
    found = shaded(INPUTS, choices)
    expected = np.column_stack([np.arange(4) / 4, PLACES, np.full(4, 0.5)])
    assert np.abs(found - expected[:, None, None]).max() <= 1 / 500
    window(4, **choices)
    glDisable(GL_MULTISAMPLE)
    use(INPUTS)
    whole()
    assert bytes(glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == bytes([0, 128, 128, 128])


def test_inputs_with_one_sample():
    found = shaded(INPUTS, samples=1)
    assert np.abs(found - [0, 0.5, 0.5, 1 / 8]).max() <= 1 / 500


@pytest.mark.parametrize("choices", CHOICES[:3])
def test_places_of_samples(choices):
    """Inputs are interpolated, and gl_FragCoord is, in the place of each sample."""
    text = "void main() { gl_FragColor = vec4(gl_FragCoord.xy / 24.0, gl_Color.rg); }"

    def corners():
        glBegin(GL_QUADS)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glColor3f(x / 2 + 0.5, y / 2 + 0.5, 0)
            glVertex2f(x, y)
        glEnd()

    def at(value):
        glEnable(GL_SAMPLE_SHADING)
        glMinSampleShadingARB(value)
        corners()

    y, x = np.indices((SIZE, SIZE))
    for value, places in ((1.0, PLACES), (0.5, PLACES), (0.25, np.full((4, 2), 0.5))):
        found = shaded(text, choices, draw=lambda value=value: at(value))
        where = np.stack([x, y], -1) + places[:, None, None]
        assert np.abs(found - np.concatenate([where, where], -1) / SIZE).max() <= 1 / 400


def test_masks_leave_samples_out():
    for text, kept in (
        ("gl_SampleMask[0] = 5;", [1, 0, 1, 0]),
        ("gl_SampleMask[0] = gl_SampleID < 2 ? 1 << gl_SampleID : 8;", [1, 1, 0, 1]),
        ("if (gl_SampleID == 1) discard;", [1, 0, 1, 1]),
    ):
        found = shaded(f"void main() {{ gl_FragColor = vec4(1); {text} }}")
        assert found[:, 3, 5, 0].tolist() == kept
    # "No changes to the fragment alpha or coverage values are made at this step if MULTISAMPLE is
    # disabled, or if the value of SAMPLE_BUFFERS is not one."
    text = "void main() { gl_FragColor = vec4(1); gl_SampleMask[0] = 0; }"
    assert shaded(text, samples=1).all() and not shaded(text).any()
    assert shaded(text, draw=lambda: (glDisable(GL_MULTISAMPLE), whole())).all()


def test_tests_and_queries_of_samples():
    """Depths and stencils are those of samples, alpha and counts too; eager and llvm agree."""
    found = []
    for choices in CHOICES[:3]:
        context = window(4, **choices)
        glEnable(GL_SAMPLE_SHADING)
        glMinSampleShadingARB(1.0)
        glEnable(GL_DEPTH_TEST)
        glEnable(GL_STENCIL_TEST)
        glStencilOp(GL_KEEP, GL_INCR, GL_INVERT)
        glEnable(GL_ALPHA_TEST)
        glAlphaFunc(GL_GREATER, 0.5)
        glEnable(GL_BLEND)
        glBlendFunc(GL_ONE, GL_ONE)
        use("""void main() {
            vec2 f = fract(gl_FragCoord.xy * 0.37);
            gl_FragColor = vec4(f, gl_SampleID / 4.0, 1.2 * f.x);
            gl_FragDepth = f.y;
        }""")

        def draw():
            glBegin(GL_TRIANGLES)
            for x, y in ((-1, -0.8), (0.9, -1), (0.2, 1), (0.7, 0.8), (-0.9, 0.6), (0.3, -0.9)):
                glVertex2f(x, y)
            glEnd()

        count = counted(draw)
        frame = context.framebuffers.planes
        words = [p.data.tobytes() for p in (frame.colors[0], frame.depth_plane)]
        found.append((count, *words, frame.stencil_plane.data.tobytes()))
    assert found[0][0] > 500 and found[0] == found[1] == found[2]


def test_images_and_fixed_function_for_each_sample():
    texels = np.full((SIZE, SIZE, 4), 255, np.uint8)
    text = "void main() { gl_FragColor = gl_Color * vec4(gl_SampleID / 4.0, 1, 1, 1); }"
    found = shaded(text, draw=lambda: glDrawPixels(SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels))
    expected = np.array([0, 0.25, 0.5, 0.75])[:, None]
    assert np.abs(found[:, :, 2, 0] - expected).max() <= 1 / 500 and (found[..., 1:] == 1).all()


def test_history_has_each_sample():
    context = window()
    use("void main() { gl_FragColor = vec4(gl_SampleID / 4.0); }")
    with context.history(3, 5) as history:
        whole()
    fragments = [one for event in history.events for one in event.fragments]
    assert [one.colors[0][0] for one in fragments] == [0, 0.25, 0.5, 0.75]
