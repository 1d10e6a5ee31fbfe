"""Pictures of assembly programs beside those of GLSL programs that say the same."""

from __future__ import annotations

import moderngl
import pytest

from scenes import languages, teapot
from softgl import hostmath
from softgl.models.teapot import teapot as teapot_mesh
from tests.drivers.glsl import QUAD

pytestmark = pytest.mark.driver

GRADIENT_VERTEX = """
in vec2 position; in vec3 colour; out vec3 shade;
void main() { gl_Position = vec4(position, 0.0, 1.0); shade = colour; }
"""
GRADIENT_FRAGMENT = """
in vec3 shade; out vec4 result;
void main() { result = vec4(shade, 1.0); }
"""


def draw_background(glsl, above, below):
    """The twin of `softgl.studio.draw_background`."""
    glsl.context.disable(moderngl.DEPTH_TEST)
    program = glsl.program(GRADIENT_VERTEX, GRADIENT_FRAGMENT)
    corners = {"position": [(-1, -1), (1, -1), (1, 1), (-1, 1)]}
    glsl.draw(program, {**corners, "colour": [below, below, above, above]}, QUAD)


# -- the scene `teapot`: shaders/nvvp4/world.vp, nvfp4/ceramic.fp and nvfp4/studio_floor.fp --------

WORLD_VERTEX = """
uniform mat4 mvp, model;
in vec3 position, normal;
out vec3 position_world, normal_world;
void main() {
    gl_Position = mvp * vec4(position, 1.0);
    position_world = (model * vec4(position, 1.0)).xyz;
    normal_world = mat3(model) * normal;
}
"""
CERAMIC = """
uniform vec3 eye, key, across, along;
uniform vec4 glaze;
in vec3 position_world, normal_world;
out vec4 result;
const vec3 sky = vec3(0.22, 0.27, 0.36), ground = vec3(0.20, 0.165, 0.14);
void main() {
    float side = gl_FrontFacing ? 1.0 : -1.0;
    vec3 normal = normalize(normal_world) * side, view = normalize(eye - position_world);
    float facing = max(dot(normal, view), 0.0);

    vec3 light = vec3(1.65, 1.55, 1.38) * clamp(dot(normal, key) * 0.85 + 0.15, 0.0, 1.0);
    vec3 around = mix(ground, sky, normal.z * 0.5 + 0.5);
    light = (around * clamp(position_world.z * 0.28 + 0.4, 0.0, 1.0) + light) * glaze.rgb;

    vec3 mirrored = normal * (2.0 * dot(normal, view)) - view;
    vec3 colour = mix(ground, sky, clamp(mirrored.z * 2.5 + 0.5, 0.0, 1.0)) * 1.8;
    float ahead = dot(mirrored, key);
    vec2 place = abs(vec2(dot(mirrored, across), dot(mirrored, along))) / max(ahead, 0.001);
    vec4 edges = vec4(vec2(0.34, 0.46) - place, place - 0.035);
    edges = clamp(edges * 24.0, 0.0, 1.0);
    float glass = ahead > 0.0 ? edges.x * edges.y * edges.z * edges.w : 0.0;
    colour += glass * vec3(9.0, 8.8, 8.2);

    colour = mix(light, colour, pow(1.0 - min(facing, 1.0), 5.0) * 0.95 + 0.05);
    colour *= side * 0.42 + 0.58;
    result = vec4(clamp(sqrt(max(colour, 0.000001)), 0.0, 1.0), 1.0);
}
"""
STUDIO_FLOOR = """
uniform vec3 eye, key;
uniform vec4 sphere[3];
in vec3 position_world, normal_world;
out vec4 result;
void main() {
    float sky = 1.0, sun = 1.0;
    for (int i = 0; i < 3; i++) {
        vec3 toward = sphere[i].xyz - position_world;
        float squared = dot(toward, toward), share = sphere[i].w * sphere[i].w / squared;
        sky *= 1.0 - 0.92 * clamp(share * toward.z / sqrt(squared), 0.0, 1.0);
        float along = max(dot(toward, key), 0.0);
        float near = sqrt(max(squared - along * along, 0.0001)) - sphere[i].w;
        sun *= clamp(near * 1.1 + 0.7, 0.0, 1.0);
    }
    vec3 colour = vec3(0.17, 0.185, 0.21) * sky + vec3(0.46, 0.43, 0.385) * sun * sky;
    float slope = normalize(eye - position_world).z;
    float away = clamp(dot(position_world, position_world) * 0.0065 - 0.15, 0.0, 1.0);
    result = vec4(clamp(sqrt(colour), 0.0, 1.0),
                  clamp(slope * 0.60 + 0.60, 0.0, 1.0) * (1.0 - away));
}
"""


def teapot_twin(glsl):
    """Frame 0 of the scene."""
    scene, context = teapot, glsl.context
    positions, normals, triangles = teapot_mesh(16)
    width, height = glsl.framebuffer.size
    studio = {"eye": scene.EYE, "key": scene.KEY}
    window = {"across": scene.ACROSS, "along": hostmath.cross(scene.KEY, scene.ACROSS)}
    ceramic = glsl.program(WORLD_VERTEX, CERAMIC, glaze=scene.GLAZE, **studio, **window)
    floor = glsl.program(WORLD_VERTEX, STUDIO_FLOOR, **studio)
    turn = hostmath.rotation(-28.0, *scene.UP)
    view = hostmath.look_at(scene.EYE, scene.LOOK_AT, scene.UP)
    projection = hostmath.perspective(26.0, width / height, 1.0, 60.0)

    def place(program, model):
        mvp = hostmath.multiply(projection, hostmath.multiply(view, model))
        glsl.set(program, mvp=mvp, model=model)

    def draw_teapot(model):
        place(ceramic, model)
        glsl.draw(ceramic, {"position": positions, "normal": normals}, triangles.reshape(-1))

    draw_background(glsl, scene.ABOVE, scene.BELOW)
    context.enable(moderngl.DEPTH_TEST)
    context.front_face = "cw"
    draw_teapot(hostmath.multiply(hostmath.scaling(1.0, 1.0, -1.0), turn))
    context.front_face = "ccw"
    place(floor, hostmath.IDENTITY)
    spheres = [
        (*hostmath.transform(turn, (*centre, 1.0))[:3], radius) for *centre, radius in scene.SPHERES
    ]
    glsl.set(floor, sphere=spheres)
    context.enable(moderngl.BLEND)
    corners = [(-20, -8, 0), (20, -8, 0), (20, 20, 0), (-20, 20, 0)]
    glsl.draw(floor, {"position": corners}, QUAD)
    context.disable(moderngl.BLEND)
    draw_teapot(turn)


def test_teapot(same_as_twin):
    """NV_gpu_program4: two vertex and two fragment programs, blending, a mirror image."""

    def picture(gl):
        teapot.setup()
        teapot.draw(0.0, 240, 180)

    # The sharp edges of the window that the glaze mirrors multiply the last bits by hundreds.
    same_as_twin(picture, teapot_twin, (240, 180), share=0.9998, worst=10)


# -- the scene `languages`: one program in all of them ---------------------------------------------

LIT_VERTEX = """
uniform mat4 mvp, modelview;
in vec3 position, normal;
out vec3 normal_eye;
void main() {
    gl_Position = mvp * vec4(position, 1.0);
    normal_eye = mat3(modelview) * normal;
}
"""
LIT_FRAGMENT = """
uniform vec3 light;
uniform vec4 surface;
in vec3 normal_eye;
out vec4 result;
void main() {
    float diffuse = max(dot(normalize(normal_eye), light), 0.0);
    result = vec4(surface.rgb * (diffuse * 0.75 + 0.25), 1.0);
}
"""


def languages_twin(glsl):
    """Frame 0 of the scene."""
    scene = languages
    positions, normals, triangles = teapot_mesh(4)
    width, height = glsl.framebuffer.size
    across, up = width // scene.COLUMNS, height // scene.ROWS
    draw_background(glsl, scene.ABOVE, scene.BELOW)
    turn = hostmath.rotation(-28.0, *scene.UP)
    modelview = hostmath.multiply(hostmath.look_at(scene.EYE, scene.LOOK_AT, scene.UP), turn)
    mvp = hostmath.multiply(hostmath.perspective(scene.ANGLE, across / up, 1.0, 60.0), modelview)
    program = glsl.program(
        LIT_VERTEX, LIT_FRAGMENT, mvp=mvp, modelview=modelview, surface=scene.SURFACE,
        light=hostmath.normalize(scene.LIGHT),
    )  # fmt: skip
    glsl.context.enable(moderngl.DEPTH_TEST)
    for number in range(scene.COLUMNS * scene.ROWS):
        row, column = divmod(number, scene.COLUMNS)
        glsl.context.viewport = column * across, (scene.ROWS - 1 - row) * up, across, up
        glsl.draw(program, {"position": positions, "normal": normals}, triangles.reshape(-1))


def test_languages(same_as_twin):
    """Nine pairs of programs in all languages; the last one computes in half precision."""

    def picture(gl):
        languages.setup()
        languages.draw(0.0, 240, 180)

    same_as_twin(picture, languages_twin, (240, 180), share=1, worst=1)
