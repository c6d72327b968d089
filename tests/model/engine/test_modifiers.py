"""How modifiers stack, and that the parts of an explanation add up to the number that it explains."""

from hypothesis import given
from hypothesis import strategies as st

from model.engine.modifiers import Modifier, all_count, explain, highest_bonus_all_penalties, overridden, term


def modifier(key: str, amount: int) -> Modifier:
    return Modifier(key=key, label=key.title(), amount=amount)


def test_only_the_highest_bonus_counts_and_all_penalties_do() -> None:
    parts = (
        term("skill", "Skill", 5),
        modifier("high", 2),
        modifier("aim", 3),
        modifier("dark", -1),
        modifier("hurt", -2),
    )
    found = explain("attack", "Attack", parts, highest_bonus_all_penalties)
    assert found.total == 5 + 3 - 1 - 2
    assert [part.key for part in found.parts if not part.is_applied] == ["high"]
    assert "highest" in found.parts[1].why_not


def test_of_equal_bonuses_the_first_counts() -> None:
    found = explain("x", "X", (modifier("a", 2), modifier("b", 2)), highest_bonus_all_penalties)
    assert [part.is_applied for part in found.parts] == [True, False]


def test_a_term_is_no_bonus_and_stays_visible_even_at_nothing() -> None:
    found = explain("x", "X", (term("a", "A", 0), term("b", "B", 9), modifier("c", 1), modifier("d", 0)))
    assert [part.key for part in found.parts] == ["a", "b", "c"]
    assert found.total == 10


@given(
    terms=st.lists(st.integers(-20, 20), max_size=4),
    amounts=st.lists(st.integers(-20, 20), max_size=6),
    typed=st.integers(-50, 50),
)
def test_parts_sum_to_the_total_under_every_policy_and_after_an_override(
    terms: list[int], amounts: list[int], typed: int
) -> None:
    parts = (
        *(term(f"t{index}", "T", amount) for index, amount in enumerate(terms)),
        *(modifier(f"m{index}", amount) for index, amount in enumerate(amounts)),
    )
    bonuses = [amount for amount in amounts if amount > 0]
    penalties = sum(amount for amount in amounts if amount < 0)
    assert explain("x", "X", parts, all_count).total == sum(terms) + sum(amounts)
    highest = explain("x", "X", parts, highest_bonus_all_penalties)
    assert highest.total == sum(terms) + max(bonuses, default=0) + penalties
    changed = overridden(highest, typed)
    assert changed.total == typed == sum(part.amount for part in changed.parts if part.is_applied)
    assert changed.parts[-1].is_override
