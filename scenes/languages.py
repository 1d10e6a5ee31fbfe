"""One teapot in every language, side by side: all alike but the last, whose numbers have 16 bits.

From left to right, above: VP1.0, VP1.1 and VP2.0, each with FP1.0; in the middle: ARBvp1.0 with
ARBfp1.0, the ARB languages with the options NV_vertex_program2 and NV_fragment_program, then
NV_fragment_program2; below: NVvp4.0 with NVfp4.0, two texts of TGSI, and NV_fragment_program again,
in half precision. The vertex state program makes the direction to the light.
"""

from softgl import assets, hostmath
from softgl.gl import *
from softgl.models.teapot import teapot
from softgl.studio import draw_background, load_program

COLUMNS, ROWS = 3, 3
PAIRS = (  # of a vertex and a fragment program
    ("vp1/lit.vp", "fp1/lit.fp"),
    ("vp1/lit_invariant.vp", "fp1/lit.fp"),
    ("vp2/lit.vp", "fp1/lit.fp"),
    ("arbvp1/lit.vp", "arbfp1/lit.fp"),
    ("arbvp1/lit_nv2.vp", "arbfp1/lit_nv.fp"),
    ("arbvp1/lit_nv2.vp", "arbfp1/lit_nv2.fp"),
    ("nvvp4/lit.vp", "nvfp4/lit.fp"),
    ("tgsi/lit.vp", "tgsi/lit.fp"),
    ("arbvp1/lit_nv2.vp", "arbfp1/lit_half.fp"),
)
NV_TARGETS = {  # by folder
    "vp1": GL_VERTEX_PROGRAM_NV,
    "vp2": GL_VERTEX_PROGRAM_NV,
    "vsp1": GL_VERTEX_STATE_PROGRAM_NV,
    "fp1": GL_FRAGMENT_PROGRAM_NV,
}
ANGLE = 22.0  # of view, degrees
EYE, LOOK_AT, UP = (0.3, -13.0, 6.0), (0.3, 0.0, 1.4), (0.0, 0.0, 1.0)
LIGHT = (-2.0, 3.0, 4.0)  # the direction to it, in eye space
SURFACE = (0.95, 0.62, 0.30, 1.0)
ABOVE, BELOW = (0.16, 0.19, 0.25), (0.42, 0.44, 0.48)  # the background


def setup():
    """Loads the programs, tracks the matrices in parameters, and puts the model into arrays."""
    global programs, direction, positions, normals, triangles
    programs = [(load(vertex), load(fragment)) for vertex, fragment in PAIRS]
    glTrackMatrixNV(GL_VERTEX_PROGRAM_NV, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV)
    glTrackMatrixNV(GL_VERTEX_PROGRAM_NV, 4, GL_MODELVIEW, GL_IDENTITY_NV)
    state_program, target = load("vsp1/direction.vsp")
    glExecuteProgramNV(target, state_program, (*LIGHT, 0.0))
    direction = glGetProgramParameterfvNV(GL_VERTEX_PROGRAM_NV, 8, GL_PROGRAM_PARAMETER_NV)
    positions, normals, triangles = teapot(4)
    glVertexPointer(3, GL_FLOAT, 0, positions)
    glNormalPointer(GL_FLOAT, 0, normals)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_NORMAL_ARRAY)
    glVertexAttribPointer(2, 3, GL_FLOAT, False, 0, normals)  # all that TGSI has: IN[2]
    glEnableVertexAttribArray(2)


def load(name):
    """Loads a text under shaders/ with the commands of its language: (name, target)."""
    target = NV_TARGETS.get(name.partition("/")[0])
    if target is None:
        target = GL_VERTEX_PROGRAM_ARB if name.endswith(".vp") else GL_FRAGMENT_PROGRAM_ARB
        return load_program(target, name), target
    text, program = assets.shader(name), glGenProgramsNV(1)
    glLoadProgramNV(target, program, len(text), text)
    return program, target


def draw(time, width, height):
    """Draws the background, then a teapot in each tile."""
    glViewport(0, 0, width, height)
    glClear(GL_DEPTH_BUFFER_BIT)
    draw_background(ABOVE, BELOW)
    across, up = width // COLUMNS, height // ROWS
    for number in range(len(PAIRS)):
        row, column = divmod(number, COLUMNS)
        glViewport(column * across, (ROWS - 1 - row) * up, across, up)
        draw_teapot(number, time, across / up)


def draw_teapot(number, time, aspect):
    """Draws the teapot with one pair of programs, into the viewport."""
    turn = hostmath.rotation(-28.0 + 360.0 * time, *UP)
    projection = hostmath.perspective(ANGLE, aspect, 1.0, 60.0)
    modelview = hostmath.multiply(hostmath.look_at(EYE, LOOK_AT, UP), turn)
    glMatrixMode(GL_PROJECTION)
    glLoadTransposeMatrixd(projection)
    glMatrixMode(GL_MODELVIEW)
    glLoadTransposeMatrixd(modelview)
    glEnable(GL_DEPTH_TEST)
    for program, target in programs[number]:
        bind = glBindProgramNV if target == GL_FRAGMENT_PROGRAM_NV else glBindProgramARB
        bind(target, program)
        glEnable(target)
    if PAIRS[number][0].startswith("tgsi/"):
        # Its texts have no names of matrices: CONST[n] is a local parameter.
        names = GL_TRANSPOSE_PROJECTION_MATRIX, GL_TRANSPOSE_MODELVIEW_MATRIX
        projection, modelview = map(glGetFloatv, names)  # as the others have them, in 32 bits
        for row, values in enumerate((*hostmath.multiply(projection, modelview), *modelview[:3])):
            glProgramLocalParameter4fARB(GL_VERTEX_PROGRAM_ARB, row, *values)
    glProgramLocalParameter4fARB(target, 0, *direction)
    glProgramLocalParameter4fARB(target, 1, *SURFACE)
    glDrawElements(GL_TRIANGLES, triangles.size, GL_UNSIGNED_INT, triangles)
    for _, target in programs[number]:
        glDisable(target)
