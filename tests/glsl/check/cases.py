"""Tables of shaders and answers: `answers/*.txt`, a case on each line below a section's title.

A case is `versions stage | answer | text`. The answer is "ok", or a part of the info log of a
shader that does not compile. "110 es100 f" stands for two fragment shaders, GROUPS for several
versions. A text in braces is the body of `main`; others get an empty `main` unless they have one.
`\\n` is a line feed, and "#extension ...;" a line in front of the shader. "!" behind the stage
marks cases to which Mesa gives the other answer: see `tests.drivers.programs.test_glsl_answers`.
"""

from __future__ import annotations

from pathlib import Path

from softgl.glsl.compiling import compile_shader
from softgl.ir.program import Stage

STAGES = {"v": Stage.VERTEX, "f": Stage.FRAGMENT, "g": Stage.GEOMETRY}
GROUPS = {
    "all": "110 120 130 140 150 330 es100 es300",
    "desktop": "110 120 130 140 150 330",
    "new": "130 140 150 330",
    "old": "110 120 es100",
}


def read_sections() -> dict[str, list[tuple[str, str, str]]]:
    """Returns the cases of each section, by "file: title"."""
    found: dict[str, list] = {}
    for path in sorted((Path(__file__).parent / "answers").glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line.startswith("# "):
                cases = found[f"{path.stem}: {line[2:]}"] = []
            elif line:
                cases.append(tuple(part.strip() for part in line.split("|", 2)))
    return found


def shaders(where: str) -> tuple[list[str], str]:
    """Returns the versions and the stage of a case."""
    *versions, stage = where.rstrip(" !").split()
    return " ".join(GROUPS.get(word, word) for word in versions).split(), stage


def shader_text(version: str, stage: str, text: str) -> str:
    """Returns the whole shader of a case."""
    number = version.removeprefix("es")
    head = f"#version {number}{' es' if version == 'es300' else ''}\n"
    text = text.replace("\\n", "\n")
    while text.startswith("#extension"):
        line, _, text = text.partition(";")
        head += line + "\n"
        text = text.lstrip()
    if version.startswith("es") and stage == "f" and "precision" not in text:
        head += "precision mediump float;\n"
    if text.startswith("{"):
        text = f"void main() {text}"
    elif "void main" not in text:
        text += "\nvoid main() {}"
    return head + text


def compiled(version: str, stage: str, text: str):
    """Compiles the shader of a case."""
    return compile_shader([shader_text(version, stage, text)], STAGES[stage])


def wrong_answers(cases) -> list[str]:
    """Returns a description of each case with another answer than the table's."""
    wrong = []
    for where, answer, text in cases:
        versions, stage = shaders(where)
        for version in versions:
            shader = compiled(version, stage, text)
            good = shader.compiled == (answer == "ok")
            if not good or (answer != "ok" and answer not in shader.info_log):
                log = shader.info_log or "compiled"
                wrong.append(f"{version} {stage} {text!r}: wanted {answer!r}: {log}")
    return wrong
