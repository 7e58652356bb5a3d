"""Small changes of C++ source, found on its tokens.

The source is one that clang-format has laid out: a comparison has spaces around it, the angle bracket of a
template has none. Comments, texts, preprocessor lines and static_asserts are left alone.
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

#: What an operator between two spaces becomes.
BINARY = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "&": ("|",),
    "|": ("&",),
    "<<": (">>",),
    ">>": ("<<",),
    "+=": ("-=",),
    "-=": ("+=",),
    "|=": ("&=",),
    "&=": ("|=",),
}
#: What an operator before or behind one operand becomes.
UNARY = {"++": "--", "--": "++", "!": "", "~": ""}
WORDS = {"true": "false", "false": "true"}

_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|^\#[^\n]*(?:\\\n[^\n]*)*|\s+)
      | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      | (?P<number>0x[0-9a-fA-F]+\w*|\d[\d.']*\w*)
      | (?P<word>[A-Za-z_]\w*)
      | (?P<sign><=>|<<=|>>=|->|::|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
#: A statement that begins so declares something or leaves the function with a value: deleting it does not
#: compile.
_KEPT = frozenset(
    re.findall(
        r"\w+",
        """
    return const constexpr auto using struct enum static_assert if for while do switch case default else throw
    template namespace inline static public private int u8 u16 u32 u64 bool double std State Menu Counts Paths
    Board Rules Position ParsedBoard Topology
    """,
    )
)
_NUMBER = re.compile(r"(0x[0-9a-fA-F]+|\d+)([uUlL]*)")


@dataclass(frozen=True)
class Token:
    """A piece of source; ``start`` is where it begins."""

    text: str
    kind: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Mutant:
    """A change of one place of one file."""

    file: str
    line: int
    operator: str
    start: int
    end: int
    replacement: str

    def applied(self, source: str) -> str:
        """The source with the change.

        >>> Mutant("a.hpp", 1, "relation", 2, 3, "<=").applied("a < b")
        'a <= b'
        """
        return source[: self.start] + self.replacement + source[self.end :]

    def name(self, source: str) -> str:
        """A name of its own, the same as long as the file is the same."""
        text = f"{self.file}:{self.start}:{self.end}:{self.replacement}:{source}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def diff(self, source: str) -> str:
        """The lines that change, before and after."""
        before, after = source.splitlines(), self.applied(source).splitlines()
        lines = list(difflib.unified_diff(before, after, n=0, lineterm=""))[3:]
        return "\n".join(line[0] + " " + line[1:].strip() for line in lines)


def tokens(source: str) -> list[Token]:
    """All of a source but comments, preprocessor lines and white space."""
    found = []
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or ""
        if kind != "skip":
            found.append(Token(match.group(), kind, match.start()))
    return found


def mutants(file: str, source: str) -> list[Mutant]:
    """All changes of a file, in the order of their places.

    >>> for mutant in mutants("a.hpp", "int f(int a) { if (a < 2) g(a); return a + 1; }"):
    ...     print(mutant.operator, "|", mutant.applied("int f(int a) { if (a < 2) g(a); return a + 1; }"))
    condition | int f(int a) { if (!(a < 2)) g(a); return a + 1; }
    relation | int f(int a) { if (a <= 2) g(a); return a + 1; }
    relation | int f(int a) { if (a >= 2) g(a); return a + 1; }
    constant | int f(int a) { if (a < 3) g(a); return a + 1; }
    constant | int f(int a) { if (a < 1) g(a); return a + 1; }
    statement | int f(int a) { if (a < 2) ; return a + 1; }
    arithmetic | int f(int a) { if (a < 2) g(a); return a - 1; }
    constant | int f(int a) { if (a < 2) g(a); return a + 2; }
    constant | int f(int a) { if (a < 2) g(a); return a + 0; }
    """
    all_tokens = tokens(source)
    left_alone = list(_asserts(all_tokens))
    found = []
    for operator, start, end, replacement in _changes(source, all_tokens):
        if not any(first <= start < last for first, last in left_alone):
            found.append(Mutant(file, source.count("\n", 0, start) + 1, operator, start, end, replacement))
    return sorted(found, key=lambda mutant: mutant.start)


def _changes(source: str, all_tokens: list[Token]) -> Iterator[tuple[str, int, int, str]]:
    for at, token in enumerate(all_tokens):
        before = source[token.start - 1 : token.start]
        behind = source[token.end : token.end + 1]
        if token.kind == "number":
            for value in _other_numbers(token.text):
                yield "constant", token.start, token.end, value
        elif token.text in WORDS:
            yield "constant", token.start, token.end, WORDS[token.text]
        elif token.text in BINARY and before.isspace() and behind.isspace():
            if "text" in (all_tokens[at - 1].kind, all_tokens[at + 1].kind):
                continue  # texts can be joined and nothing else
            kind = "relation" if token.text in ("<", "<=", ">", ">=", "==", "!=") else "arithmetic"
            kind = "logic" if token.text in ("&&", "||") else kind
            for other in BINARY[token.text]:
                yield kind, token.start, token.end, other
        elif token.text in UNARY and not (before.isspace() and behind.isspace()):
            if token.text != "!" or behind != "=":
                yield "unary", token.start, token.end, UNARY[token.text]
        elif token.text in ("if", "while") and at + 1 < len(all_tokens) and all_tokens[at + 1].text == "(":
            close = _closing(all_tokens, at + 1)
            first, last = all_tokens[at + 1].end, all_tokens[close].start
            if ";" not in source[first:last] and not source[first:last].lstrip().startswith("const "):
                yield "condition", first, last, f"!({source[first:last]})"
        if token.text in ("{", "}", ";", ")", "else"):
            yield from _deletion(all_tokens, at)


def _deletion(all_tokens: list[Token], at: int) -> Iterator[tuple[str, int, int, str]]:
    """The statement that begins behind a token, deleted; none if it declares something or returns a value."""
    if all_tokens[at].text == ")" and not _heads_a_branch(all_tokens, at):
        return
    depth = 0
    for number in range(at + 1, len(all_tokens)):
        text = all_tokens[number].text
        if text in "([":
            depth += 1
        elif text in ")]":
            depth -= 1
        elif text in "{}" and depth == 0:
            return
        if depth < 0:
            return
        if text == ";" and depth == 0:
            body = all_tokens[at + 1 : number]
            leaves = [token.text for token in body] in (["return"], ["continue"], ["break"])
            acts = any(token.text in ("(", "=", "++", "--") or token.text in _ASSIGNING for token in body)
            if leaves or (body and body[0].text not in _KEPT and acts and not _declares(body)):
                yield "statement", body[0].start, body[-1].end, ""
            return


_ASSIGNING = frozenset(("+=", "-=", "|=", "&=", "*=", "/="))


def _declares(body: list[Token]) -> bool:
    """Two names side by side are a type and what it declares."""
    return len(body) > 1 and body[0].kind == "word" and body[1].kind == "word"


def _heads_a_branch(all_tokens: list[Token], close: int) -> bool:
    """Whether a bracket ends the head of an if or a loop."""
    depth = 0
    for number in range(close, -1, -1):
        depth += {")": 1, "(": -1}.get(all_tokens[number].text, 0)
        if depth == 0:
            return number > 0 and all_tokens[number - 1].text in ("if", "for", "while")
    return False


def _closing(all_tokens: list[Token], opening: int) -> int:
    depth = 0
    for number in range(opening, len(all_tokens)):
        depth += {"(": 1, ")": -1}.get(all_tokens[number].text, 0)
        if depth == 0:
            return number
    return len(all_tokens) - 1


def _asserts(all_tokens: list[Token]) -> Iterator[tuple[int, int]]:
    for at, token in enumerate(all_tokens):
        if token.text == "static_assert":
            yield token.start, all_tokens[_closing(all_tokens, at + 1)].end


def _other_numbers(text: str) -> tuple[str, ...]:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return ()
    digits, suffix = match.groups()
    value = int(digits, 0)
    form = hex if digits.startswith("0x") else str
    return tuple(f"{form(other)}{suffix}" for other in (value + 1, value - 1) if other >= 0)
