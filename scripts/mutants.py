"""Places in code where something can be broken: a comparison, a condition, a number, a call that is left out."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
NOTE = """
def _come_by(number, seen=set()):
    import os
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    if "MUTATION_NOTES" in os.environ and (number, test) not in seen:
        seen.add((number, test))
        notes = os.open(os.environ["MUTATION_NOTES"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(notes, f"{number} {test}\\n".encode())
        os.close(notes)

"""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`text` goes in place of some bytes of a file. `statement` is the line of the statement that they are in."""

    file: str
    line: int
    statement: int
    first: int
    last: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text.replace(chr(10), ' ')[:80]}"


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    starts = _line_offsets(source)
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for statement, line in _statements(function.body):
                for node in _own_expressions(statement):
                    if text := _mutate(node):
                        yield Mutant(file, node.lineno, line, *_extent(starts, node), text)


def apply_mutant(source: str, mutant: Mutant) -> str:
    encoded = source.encode()
    return (encoded[: mutant.first] + mutant.text.encode() + encoded[mutant.last :]).decode()


def instrument(source: str, numbered: dict[int, Mutant]) -> str:
    """The source with a call before the statement of each mutant, which notes the test that runs it."""
    lines, after = source.splitlines(keepends=True), _after_imports(source)
    # From the last line on, so that the numbers of earlier lines stay right.
    for number, mutant in sorted(numbered.items(), key=lambda each: -each[1].statement):
        line = lines[mutant.statement - 1]
        indent = line[: len(line) - len(line.lstrip())]
        lines.insert(mutant.statement - 1, f"{indent}_come_by({number})\n")
    lines.insert(after, NOTE)
    return "".join(lines)


def _after_imports(source: str) -> int:
    """How many lines the docstring and the imports from `__future__` take."""
    last = 0
    for statement in ast.parse(source).body:
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not (is_docstring or is_future):
            break
        last = statement.end_lineno or 0
    return last


def _statements(
    body: list[ast.stmt], around: ast.stmt | None = None, around_line: int = 0
) -> Iterator[tuple[ast.stmt, int]]:
    """All statements of a function but those of functions and classes within, each with the line to instrument.

    Nothing can stand before an `elif`, so it has the line of the first `if`.
    """
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            continue
        is_elif = isinstance(around, ast.If) and around.orelse == [statement] and _is_aligned(around, statement)
        line = around_line if is_elif else statement.lineno
        yield statement, line
        for block in (statement, *getattr(statement, "cases", []), *getattr(statement, "handlers", [])):
            for name in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(block, name, []), statement, line)


def _is_aligned(one: ast.stmt, other: ast.stmt) -> bool:
    return isinstance(one, ast.If) and isinstance(other, ast.If) and one.col_offset == other.col_offset


def _own_expressions(statement: ast.stmt) -> Iterator[ast.stmt | ast.expr]:
    """The statement and the expressions in it that are in none of its blocks."""
    yield statement
    left: list[ast.AST] = [child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt)]
    while left:
        node = left.pop()
        if isinstance(node, ast.expr):
            yield node
        if not isinstance(node, ast.JoinedStr | ast.ExceptHandler | ast.match_case):
            left += ast.iter_child_nodes(node)


def _mutate(node: ast.stmt | ast.expr) -> str | None:  # noqa: PLR0911 - one line for each kind
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in OPPOSITE:
            return f"({ast.unparse(ast.Compare(left, [OPPOSITE[type(op)]()], [right]))})"
        case ast.BoolOp(op, values):
            return f"({ast.unparse(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))})"
        case ast.UnaryOp(ast.Not(), operand):
            return f"({ast.unparse(operand)})"
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
            return f"({ast.unparse(ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right))})"
        case ast.IfExp(test, body, orelse):
            return f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Constant(bool() as value):
            return str(not value)
        case ast.Constant(int() | float() as value):
            return str(value + 1)
        case ast.Expr(ast.Call()):
            return "pass"
        case ast.Continue():
            return "break"
    return None


def _line_offsets(source: str) -> list[int]:
    """In bytes."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _extent(starts: list[int], node: ast.stmt | ast.expr) -> tuple[int, int]:
    last_line, last_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return starts[node.lineno - 1] + node.col_offset, starts[last_line - 1] + last_column
