"""Mistakes that can be made on purpose in a Python source: where each stands, what it changes.

A mutation replaces bytes of the source at the exact position that `ast` gives, so everything else,
comments and layout too, stays as it is. What no test could notice, or need not, is left out:
annotations, docstrings, messages, logging, decorators, assertions, blocks for type checkers.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

SWAPPED_OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
}
SWAPPED_COMPARISONS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose swapped operator is what a negated condition would be."""

SWAPPED_CALLS = {"min": "max", "max": "min"}
LOGS = {"logger", "log", "logging", "warnings"}
TYPING_CALLS = {"cast", "TypeVar", "NewType", "ParamSpec"}
TYPING_SUBSCRIPTS = {"Literal", "Annotated", "Callable", "Optional", "Union"}
UNSEEN_KEYWORDS = {"strict", "maxsize", "stacklevel"}
"""Arguments that change no result where the code is right: a check of its own, a cache's size."""

UNSEEN_NAMES = {"__slots__", "__all__"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One mistake in a source: what it puts in the place of which bytes.

    `runs_at` is the line of the statement that runs it (see `statements_in_functions`), or None
    where it runs when the module is imported.
    """

    kind: str
    line: int
    column: int
    start: int
    end: int
    before: str
    after: str
    runs_at: int | None

    def apply_to(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]

    def can_be_compiled(self, source: bytes) -> bool:
        """Whether the source with this mutation is still Python; hardly ever it is not."""
        try:
            compile(self.apply_to(source), "mutant", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        return True


def find_mutations(source: bytes) -> list[Mutation]:
    """Every mutation of this source, in the order of the text."""
    finder = MutationFinder(source)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found), key=lambda each: (each.start, each.end, each.after))


def statement_lists(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of statements that stand directly in a node."""
    for _, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield value


def is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def statements_in_functions(tree: ast.AST, *, inside: bool = False) -> Iterator[list[ast.stmt]]:
    """Every block of statements that runs with a function, not when the module is imported."""
    inside = inside or isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef)
    if inside:
        yield from statement_lists(tree)
    for child in ast.iter_child_nodes(tree):
        yield from statements_in_functions(child, inside=inside)


def called_name(node: ast.AST) -> str:
    """The last name of what is called or named: "warning" of `logger.warning(…)`."""
    if isinstance(node, ast.Call | ast.Subscript):
        return called_name(node.func if isinstance(node, ast.Call) else node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_log_call(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return called_name(node.func.value) in LOGS


def is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return is_text(node.left) or is_text(node.right)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


class MutationFinder(ast.NodeVisitor):
    """Walks through a module and gathers its mutations in `found`."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.line_starts = [0]
        for line in source.splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))
        self.found: list[Mutation] = []
        self.in_function = False
        self.runs_at: int | None = None
        self.stored: Counter[str] = Counter()

    # Positions

    def place(self, line: int, column: int) -> int:
        return self.line_starts[line - 1] + column

    def start_of(self, node: ast.expr | ast.stmt) -> int:
        return self.place(node.lineno, node.col_offset)

    def end_of(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.place(node.end_lineno, node.end_col_offset)

    def add(self, kind: str, start: int, end: int, after: str) -> None:
        line = bisect(self.line_starts, start)
        column = start - self.line_starts[line - 1]
        before = self.source[start:end].decode()
        self.found.append(Mutation(kind, line, column, start, end, before, after, self.runs_at))

    def replace(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        self.add(kind, self.start_of(node), self.end_of(node), after)

    def swap_between(self, kind: str, left: ast.expr, operator: ast.AST, right: ast.expr) -> None:
        """Swap the operator that stands somewhere between two operands."""
        if type(operator) not in SWAPPED_OPERATORS:
            return
        old, new = SWAPPED_OPERATORS[type(operator)]
        start, end = self.end_of(left), self.start_of(right)
        between = re.sub(rb"#[^\n]*", lambda told: b" " * len(told[0]), self.source[start:end])
        pattern = r"\b" + old.replace(" ", r"\s+") + r"\b" if old[0].isalpha() else re.escape(old)
        if at := re.search(pattern.encode(), between):
            self.add(kind, start + at.start(), start + at.end(), new)

    # Statements

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            if is_docstring(node) or is_log_call(getattr(node, "value", node)):
                return
            before, self.runs_at = self.runs_at, node.lineno if self.in_function else None
            super().visit(node)
            self.runs_at = before
        else:
            super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if "overload" in map(called_name, node.decorator_list):
            return
        body = [each for each in node.body if not is_docstring(each)]
        outer = self.in_function, self.stored, self.runs_at
        # A default is made with the function, but what comes of it shows when it is called.
        self.runs_at = body[0].lineno if body else None
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        self.in_function = True
        self.stored = Counter(
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        ) + Counter(each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg))
        for statement in body:
            self.visit(statement)
        self.in_function, self.stored, self.runs_at = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        bases = set(map(called_name, node.bases))
        if "Protocol" in bases:
            return
        if any(name.endswith(("Enum", "Choices")) for name in bases):
            self.mutate_enum_values(node)
        for statement in node.body:
            self.visit(statement)

    def mutate_enum_values(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            if isinstance(statement, ast.Assign):
                value = statement.value
                first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
                self.mutate_string("enum value", first)

    def mutate_string(self, kind: str, node: ast.AST | None) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.replace(kind, node, repr(node.value + "~"))

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions tell a reader and a type checker what is so already."""

    def visit_If(self, node: ast.If) -> None:
        if called_name(node.test) == "TYPE_CHECKING":
            for statement in node.orelse:
                self.visit(statement)
            return
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self.replace("dropped break", node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.replace("dropped continue", node, "pass")

    def visit_Raise(self, node: ast.Raise) -> None:
        self.replace("dropped raise", node, "pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            return
        if not isinstance(value, ast.Constant) or value.value not in (None, False):
            self.replace("return value", value, "None")
        self.visit(value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and self.in_function:
            self.replace("dropped call", node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(called_name(target) in UNSEEN_NAMES for target in node.targets):
            return
        if self.in_function and all(map(self.is_set_elsewhere, node.targets)):
            self.replace("dropped assignment", node, "pass")
        self.generic_visit(node)

    def is_set_elsewhere(self, target: ast.AST) -> bool:
        """Whether the name is also set elsewhere; if not, all would just fall over without it."""
        if isinstance(target, ast.Name):
            return self.stored[target.id] > 1
        return isinstance(target, ast.Attribute | ast.Subscript)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.replace("dropped assignment", node, "pass")
        self.swap_between("arithmetic", node.target, node.op, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if called_name(node.annotation) != "TypeAlias" and node.value is not None:
            self.visit(node.value)

    # Expressions

    def negate(self, test: ast.expr) -> None:
        """Negate a condition, unless another mutation of it comes to the same."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        if isinstance(test, ast.Compare) and isinstance(test.ops[-1], SWAPPED_COMPARISONS):
            return
        text = self.source[self.start_of(test) : self.end_of(test)].decode()
        self.replace("negated condition", test, f"(not ({text}))")

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            self.swap_between("comparison", left, operator, right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.swap_between("and/or", left, node.op, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not is_text(node):
            self.swap_between("arithmetic", node.left, node.op, node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.add("removed not", self.start_of(node), self.start_of(node) + len("not"), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace("boolean", node, str(not node.value))
        elif isinstance(node.value, int):
            self.replace("integer", node, str(node.value + 1))
            self.replace("integer", node, str(node.value - 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Messages; and before Python 3.12, nothing in them has a position."""

    def visit_Call(self, node: ast.Call) -> None:
        name = called_name(node.func)
        if name in TYPING_CALLS:
            for argument in node.args[1:] if name == "cast" else []:
                self.visit(argument)
            return
        if isinstance(node.func, ast.Name) and name in SWAPPED_CALLS:
            self.replace("min/max", node.func, SWAPPED_CALLS[name])
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in UNSEEN_KEYWORDS:
            self.visit(node.value)

    def visit_Dict(self, node: ast.Dict) -> None:
        for key in node.keys:
            self.mutate_string("key", key)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if called_name(node.value) in TYPING_SUBSCRIPTS:
            return
        self.mutate_string("key", node.slice)
        self.generic_visit(node)
