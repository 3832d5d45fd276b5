"""What people read in this project, piece by piece, and the wordings that we do not use.

Pieces are docstrings, comments and strings of Python files, the text of documents without their
code blocks, and what the pages of the web app show. See CONTRIBUTING.md for the house style.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# How a docstring does not begin: "Return ...", "Yield ..." or a noun phrase says it in English.
OPENING = re.compile(r"\s*(Gives?|Tells?|Says?|Take .* and give|Takes .* and gives)\b", re.DOTALL)

_ONE = (
    "batch|block|candidate|class|classifier|column|command|edge|example|feature|file|fold|group"
    "|label|line|model|node|number|page|pair|problem|quantity|question|record|row|rule|section"
    "|sentence|set|shape|size|split|step|system|table|template|text|tree|vertex|word|worker"
)
_SMALL = r"(?:of|in|to|as|is|and|or|than|for|with|at|on|by|from|not|but|if|per)\b"
# What is wrong with a wording, and what it looks like.
BANNED: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)
    for name, pattern in {
        "anew: again, from scratch": r"\banew\b",
        "beside: next to, alongside, as well as": r"\bbeside\b",
        "thereof": r"\bthereof\b",
        "is no: is not a, isn't a": (
            r"(?<!there\s)\b(?:is|are|was|were) no "
            r"(?!(?:longer|more|less|better|worse|fewer|different|other|later|earlier)\b)(?=[a-z])"
        ),
        "goes on: continues, resumes": r"\bgo(?:es)? on\b(?! (?:the|a|an|sale|to)\b)",
        "so many: that many, N": r"\bso many\b(?! that)(?! \w+ that)",
        "95 %: 95%": r"[\d}*]\s%(?![\w(%])",
        "None where: or None if": r"\b(?:None|nothing|empty|zero|False|True|\"\"|``None``) where\b",
        "where there is none: if there is none": (
            r"\bwhere (?:there|it|they|that|this) (?:is|are|has|have) (?:no|none|nothing)\b"
        ),
        "a list a fold: one list per fold": (
            rf"\b(?:an?|one|once|two|three|\d+) (?:(?!{_SMALL})\w+ )?an? (?:{_ONE})\b"
            r"(?![\w-])(?! (?:is|was|has|had|can|does|that|which|of|with|without|to|in|from)\b)"
        ),
        "learnt from: trained on": r"\blearn(?:t|ed) from\b",
        "is told: is stated, is passed": r"\b(?:is|are|be|was|were) told\b(?! apart)",
        "stands in: is, appears, comes": (
            r"\bstands? (?:in|at|on|to|before|after|above|below|first|last|there|here|left|right)\b"
        ),
        "lies in: is in": r"\blies (?:in|under|at|on|outside|within)\b",
        "to be said of: there is to say": r"\bto be said\b",
        "has it not: does not have it": r"\b(?:has|have|had) it not\b",
    }.items()
}


@dataclass(frozen=True)
class Piece:
    """A text that somebody reads, and where it begins."""

    path: Path
    line: int  # from 1
    text: str
    docstring: bool = False


@dataclass(frozen=True)
class Finding:
    """A wording that we do not use."""

    path: Path
    line: int
    wrong: str
    excerpt: str

    def __str__(self) -> str:
        """Show it as a compiler would."""
        return f"{self.path}:{self.line}: {self.wrong!r} in {self.excerpt!r}"


def pieces(path: Path, *, strings: bool = True) -> Iterator[Piece]:
    """Yield the pieces of a file; of a Python file with or without its strings."""
    text = path.read_text("utf-8")
    match path.suffix:
        case ".py":
            yield from (piece for piece in _strings(path, text) if strings or piece.docstring)
            yield from _comments(path, text)
        case ".md":
            yield Piece(path, 1, _without_code(text))
        case ".html" | ".json" | ".toml":
            yield Piece(path, 1, text)
        case ".js" | ".css":
            for number, line in enumerate(text.splitlines(), start=1):
                yield Piece(path, number, line)
        case ".txt" | ".tsv":
            for number, line in enumerate(text.splitlines(), start=1):
                if line.startswith("#"):
                    yield Piece(path, number, line)


def findings(piece: Piece) -> Iterator[Finding]:
    """Yield what is wrong with a piece."""
    if piece.docstring and (opening := OPENING.match(piece.text)):
        yield Finding(piece.path, piece.line, "docstring begins", opening[0].strip())
    for wrong, pattern in BANNED.items():
        for match in pattern.finditer(piece.text):
            line = piece.line + piece.text.count("\n", 0, match.start())
            around = piece.text[max(0, match.start() - 30) : match.end() + 30]
            yield Finding(piece.path, line, wrong, " ".join(around.split()))


def _strings(path: Path, source: str) -> Iterator[Piece]:
    tree = ast.parse(source)
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(id(first.value))
    inside = {id(part) for node in ast.walk(tree) for part in _parts(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield Piece(path, node.lineno, "".join(map(_shown, node.values)))
        elif id(node) not in inside and (text := _text(node)):
            yield Piece(path, node.lineno, text, id(node) in docstrings)


def _parts(node: ast.AST) -> list[ast.expr]:
    return node.values if isinstance(node, ast.JoinedStr) else []


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _shown(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "{}"


def _comments(path: Path, source: str) -> Iterator[Piece]:
    """Yield comments; those on lines that follow one another are one piece."""
    lines: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.start[0] != last + 1 and lines:
                yield Piece(path, last - len(lines) + 1, "\n".join(lines))
                lines = []
            lines.append(token.string.lstrip("# "))
            last = token.start[0]
    if lines:
        yield Piece(path, last - len(lines) + 1, "\n".join(lines))


def _without_code(text: str) -> str:
    """Blank out the code blocks and quoted problems of a document, so that line numbers stay."""

    def blank(block: re.Match[str]) -> str:
        return "\n" * block[0].count("\n")

    code = re.sub(r"^(`{3,}).*?^\1$", blank, text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^> .*$", "", code, flags=re.MULTILINE)
