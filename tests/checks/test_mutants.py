"""The mutants of scripts/mutate.py: what is changed, what is left alone, and what is kept of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from mutants.mutations import mutants
from mutants.page import page, score
from mutants.results import EQUIVALENT, Result
from mutants.trial import ROOT, declaring

RULES = sorted((ROOT / "cpp/catan/rules").glob("*.hpp"))


def changed(source: str) -> list[str]:
    """The line that changes, for each mutant of a source of one line."""
    return [mutant.applied(source) for mutant in mutants("a.hpp", source)]


def test_a_comparison_is_widened_and_turned_round() -> None:
    assert changed("bool f(int a, int b) { return a < b; }") == [
        "bool f(int a, int b) { return a <= b; }",
        "bool f(int a, int b) { return a >= b; }",
    ]


def test_a_condition_is_negated_and_what_it_guards_deleted() -> None:
    assert changed("void f(bool a) { if (a) g(a); }") == [
        "void f(bool a) { if (!(a)) g(a); }",
        "void f(bool a) { if (a) ; }",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "// a < b + 1",
        "/* if (a) return; */",
        "#include <array>",
        'const char* text = "a < b";',
        "static_assert(sizeof(State) <= 384 && (a | b));",
        "std::array<u8, n> list{};",
        "int f(int a) { int b = a; return b; }",
    ],
)
def test_comments_texts_templates_and_declarations_are_left_alone(source: str) -> None:
    assert changed(source) == []


@pytest.mark.parametrize("header", RULES, ids=lambda path: path.stem)
def test_every_header_of_the_rules_has_mutants_of_its_own(header: Path) -> None:
    source = header.read_text(encoding="utf-8")
    found = mutants(header.name, source)
    names = Counter(mutant.name(source) for mutant in found)
    assert found and max(names.values()) == 1
    assert all(mutant.applied(source) != source for mutant in found)


def test_the_bindings_are_compiled_anew_where_what_they_use_is_declared() -> None:
    assert declaring("cpp/catan/rules/state.hpp", "  u8 players = 4;")
    assert declaring("cpp/catan/rules/menu.hpp", "constexpr int max_actions = 6;")
    assert not declaring("cpp/catan/rules/rules.hpp", "  s.rolled = true;")


def result(status: str, diff: str = "- a\n+ b") -> Result:
    return Result("cpp/catan/rules/rules.hpp", 7, "relation", diff, status, "", 1.0)


def test_the_score_counts_what_compiles() -> None:
    ends = [*["killed"] * 8, "timed out", "survived", "did not compile"]
    assert score(map(result, ends)).startswith("9 of 10 noticed: 90.0%, 95% interval 59.6% to 98.2%")
    assert score([result("did not compile")]) == "no mutant compiled"


def test_survivors_are_shown_with_their_change() -> None:
    text = page([result("killed"), result("survived", "- c\n+ d")], 100, "python x")
    assert "```diff\n- c\n+ d\n```" in text and "- a" not in text


def test_equivalent_mutants_are_lines_of_the_rules() -> None:
    """A reason is given for a line as it stands, so an edit of the line asks for the reason again."""
    import tomllib

    for entry in tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", []):
        before = entry["diff"].strip().splitlines()[0].removeprefix("- ")
        lines = (ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()
        assert before in [line.strip() for line in lines] and entry["why"]
