"""The state of a check: the shader, its scopes, the function being checked, the messages."""

from __future__ import annotations

from softgl.glsl import typed, types
from softgl.glsl.builtins import lookup
from softgl.glsl.check.scopes import Scopes
from softgl.glsl.text.extensions import available
from softgl.glsl.text.keywords import kinds
from softgl.glsl.text.language import Language
from softgl.glsl.text.source import Message, Source
from softgl.ir.program import Stage

MAX_ERRORS = 100
"""The number of errors of one shader that are told."""
VERTICES = {
    "points": 1,
    "lines": 2,
    "lines_adjacency": 4,
    "triangles": 3,
    "triangles_adjacency": 6,
}
"""The vertices of each kind of primitive that a geometry shader takes."""


class Checker:
    """The state of the check of one shader.

    extensions : the enabled ones. loops, switches : the depth of each around the statement.
    function : the one being checked, None at global scope; returned : True once it has a `return`.
    defaults : of layouts, "uniform" -> {word: value}, as `layout(std140) uniform;` sets them.
    references : of each array variable without a size, whose types change when it gets one.
    unsized : an `unsized.UnsizedBlock` for the type of each block with unsized members.
    sized_input : the first input of geometry with a size, while no layout says the primitive.
    all_invariant : True after the pragma invariant(all).
    repeated : the built-in variables that were declared again outside of blocks.
    input_sizes : the size of each array among the members of gl_in that a declaration gives one.
    hidden : names of built-in outputs that a declaration of gl_PerVertex left out; hidden_members :
    the members of gl_in that one left out. builtin_blocks : as in `typed.Shader`.
    """

    def __init__(self, source: Source, language: Language, stage: Stage, extensions: frozenset):
        self.source, self.language, self.stage = source, language, stage
        self.extensions = extensions
        self.messages: list[Message] = []
        self.errors = 0
        self.builtin_functions = lookup.functions(language, stage, extensions)
        self.builtin_variables = lookup.variables(language, stage, extensions)
        self.keywords = kinds(language, extensions)
        self.struct_count = 0
        self.block_names: dict[str, set[typed.Storage]] = {}
        self.builtin_structs: dict[str, types.Struct] | None = None
        self.scopes = Scopes(separate=language.number == 110)
        self.globals: list[typed.Variable] = []
        self.blocks: list[typed.Block] = []
        self.functions: list[typed.Function] = []
        self.signatures: dict[tuple, typed.Function] = {}
        self.layout: dict[str, object] = {}
        self.defaults: dict[str, dict] = {}
        self.geometry = typed.GeometryLayout()
        self.sized_input: typed.Variable | None = None
        self.depth = ""
        self.all_invariant = False
        self.function: typed.Function | None = None
        self.returned = False
        self.loops = self.switches = 0
        self.references: dict[typed.Variable, list[typed.Expression]] = {}
        self.unsized: dict[types.Struct, object] = {}
        self.used: set[typed.Variable] = set()
        self.repeated: set[str] = set()
        self.input_sizes: dict[str, int | None] = {}
        self.hidden: set[str] = set()
        self.hidden_members: set[str] = set()
        self.builtin_blocks: dict[str, tuple[tuple[str, str], ...]] = {}

    # -- the version -----------------------------------------------------------------------------

    def since(self, desktop: int | None, es: int | None = None, *extensions: str) -> bool:
        """True if the version, or one of some extensions, has a feature."""
        return self.language.since(desktop, es) or self.has(*extensions)

    def has(self, *extensions: str) -> bool:
        """True if one of some extensions is enabled; names are without "GL_"."""
        return any(f"GL_{name}" in self.extensions for name in extensions)

    def require(self, at: int, feature: str, desktop, es=None, *extensions: str) -> bool:
        """Reports a feature that the version does not have; True if it has it."""
        if self.since(desktop, es, *extensions):
            return True
        needed = self._needed(desktop, es, frozenset(f"GL_{name}" for name in extensions))
        self.error(at, f"{feature}: not in {self.language}", needed)
        return False

    def _needed(self, desktop: int | None, es: int | None, extensions: frozenset[str]) -> str:
        """Returns the version and the extensions that have a feature, in words."""
        first = es if self.language.es else desktop
        words = [str(Language(first, self.language.es))] if first else []
        return " or ".join([*words, *sorted(extensions)])

    # -- messages --------------------------------------------------------------------------------

    def error(self, at: int, text: str, expected: str = "") -> None:
        """Reports an error; those beyond MAX_ERRORS are only counted."""
        self.errors += 1
        if self.errors <= MAX_ERRORS:
            self.messages.append(Message("error", text, at, expected=expected))

    def warn(self, at: int, text: str) -> None:
        """Reports a warning."""
        if len(self.messages) < 2 * MAX_ERRORS:
            self.messages.append(Message("warning", text, at))

    def failed(self, at: int, text: str, expected: str = "") -> typed.Expression:
        """Reports an error and returns an expression that silences its consequences."""
        self.error(at, text, expected)
        return silent(at)

    # -- symbols ---------------------------------------------------------------------------------

    def variable(self, name: str) -> typed.Variable | None:
        """Returns the variable, type or functions of a name; a built-in variable when used."""
        found = self.scopes.find(name)
        if found is not None or name in self.hidden:
            return found
        entry = self.builtin_variables.get(name)
        return None if entry is None else self._declare_builtin(entry)

    def _declare_builtin(self, entry) -> typed.Variable:
        """Returns the variable of an entry of the table of built-in ones, declared."""
        found = builtin_variable(entry)
        self.scopes.outermost[entry.name] = found
        if entry.constant is None:
            self.globals.append(found)
        self.size_by_primitive(found)
        return found

    def size_by_primitive(self, variable: typed.Variable) -> None:
        """Gives an input of geometry the size of the primitive, or reports another size."""
        type_, count = variable.type, VERTICES.get(self.geometry.taken)
        inputs = variable.storage in (typed.Storage.IN, typed.Storage.BUILTIN_IN)
        if not inputs or not isinstance(type_, types.Array):
            return
        if count is None:
            self._compare_size(variable)
        elif type_.count is None:
            if variable.max_index >= count:
                text = f"the index {variable.max_index} is beyond the vertices of the primitive"
                self.error(variable.at, text, f"0 to {count - 1}")
            variable.type = types.Array(type_.element, count)
            for reference in self.references.pop(variable, ()):
                reference.type = variable.type
        elif type_.count != count:
            text = f"the input '{variable.name}' has {type_.count} elements"
            self.error(variable.at, text, f"{count}, as '{self.geometry.taken}' have")

    def _compare_size(self, variable: typed.Variable) -> None:
        """Reports an input of geometry with another size than the one before it."""
        # GLSL 1.50 4.3.8.1: "in vec4 Color3[3]; // illegal, input sizes are inconsistent".
        count = variable.type.count
        first = self.sized_input = self.sized_input or (variable if count else None)
        if count and first.type.count != count:
            text = f"the input '{variable.name}' has {count} elements"
            self.error(variable.at, text, f"{first.type.count}, as '{first.name}' has")

    def builtin_struct(self, name: str) -> types.Struct | None:
        """Returns the type of a built-in structure, as gl_LightSourceParameters, or None."""
        if not name.startswith("gl_"):
            return None
        if self.builtin_structs is None:
            entries = self.builtin_variables.values()
            found = (types.innermost(entry.type) for entry in entries)
            self.builtin_structs = {t.name: t for t in found if isinstance(t, types.Struct)}
        return self.builtin_structs.get(name)

    def unknown(self, at: int, name: str, kind: str, entries=()) -> typed.Expression:
        """Reports a name without a declaration, once in a scope, and returns a silent expression.

        entries : the built-in functions or variables of the name, of any version and stage.
        """
        if not self.scopes.tell(name):
            return silent(at)
        where = [entry.available for entry in entries]
        mine = [one for one in where if self.stage in one.stages]
        if not where:
            return self.failed(at, f"{kind} '{name}' is not declared".strip())
        if not mine:
            return self.failed(at, f"'{name}' is not declared in {self.stage.value} shaders")
        desktop = min((one.since for one in mine if one.since), default=None)
        es = min((one.es for one in mine if one.es), default=None)
        extensions = frozenset().union(*(one.extensions for one in mine))
        needed = self._needed(desktop, es, extensions & set(available(self.language, None)))
        if self.language.since(desktop, es):  # removed since
            compatible = any(one.compatibility for one in mine) and not self.language.es
            needed = "the compatibility profile" if compatible else ""
        return self.failed(at, f"'{name}' is not declared in {self.language}", needed)

    def is_declared(self, name: str) -> bool:
        """True if a declaration in the innermost scope would repeat a name."""
        if self.scopes.declared_here(name) is not None:
            return True
        # GLSL 1.50 4.3.7: "it is an error to use a block name at global scope for anything other
        # than as a block name".
        return self.scopes.is_global and name in self.block_names

    def identifier(self, at: int, name: str, kind: str = "identifier") -> bool:
        """Checks a name that the shader declares; False if it is reserved."""
        if name.startswith("gl_"):
            self.error(at, f"{kind} '{name}' uses the reserved prefix 'gl_'")
            return False
        if "__" in name:
            self.warn(at, f"{kind} '{name}' has two underscores in a row, which is reserved")
        return True


def silent(at: int) -> typed.Constant:
    """Returns an expression of the type that needs no second message."""
    return typed.Constant(at, types.ERROR, ())


def builtin_variable(entry) -> typed.Variable:
    """Returns a variable for an entry of the table of built-in ones."""
    initializer, storage = None, entry.storage
    if entry.constant is not None:
        initializer, storage = typed.Constant(0, entry.type, entry.constant), typed.Storage.CONST
    return typed.Variable(
        entry.name,
        entry.type,
        storage,
        precision=entry.precision,
        initializer=initializer,
        builtin=entry,
        read_only=not entry.writable,
    )
