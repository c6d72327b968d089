"""Caching of results that are computed from values that never change."""

from model.state.identity_cache import cached_by_identity


def test_it_is_worked_out_once_for_the_same_value_and_arguments() -> None:
    calls = []

    @cached_by_identity(8)
    def longest(words: tuple[str, ...], least: int) -> str:
        calls.append(words)
        return max((word for word in words if len(word) >= least), key=len, default="")

    words = ("bow", "sword")
    assert [longest(words, 2), longest(words, 2), longest(words, 9)] == ["sword", "sword", ""]
    assert len(calls) == 2


def test_another_value_has_a_result_of_its_own_though_the_first_is_gone() -> None:
    @cached_by_identity(1_000)
    def total(numbers: dict[str, int]) -> int:
        return sum(numbers.values())

    assert [total({"a": number}) for number in range(500)] == list(range(500))


def test_more_cases_than_are_kept_are_right_too() -> None:
    @cached_by_identity(3)
    def doubled(numbers: tuple[int, ...], times: int) -> tuple[int, ...]:
        return tuple(number * times for number in numbers)

    numbers = (1, 2)
    assert [doubled(numbers, times) for times in (*range(10), *range(10))] == [
        (n, 2 * n) for n in (*range(10), *range(10))
    ]


def test_values_are_told_by_identity_and_whatever_follows_by_what_it_says() -> None:
    calls = []

    @cached_by_identity(8, values=2)
    def scaled(first: tuple[int, ...], second: tuple[int, ...], times: int) -> int:
        calls.append(times)
        return times * (sum(first) + sum(second))

    @cached_by_identity(8)
    def within(numbers: tuple[int, ...], least: int, most: int) -> int:
        calls.append(least)
        return sum(least <= number <= most for number in numbers)

    numbers = [1, 2]
    one, same, other = tuple(numbers), tuple(numbers), (3,)
    assert [scaled(one, other, 1), scaled(one, other, 1), scaled(one, other, 2), scaled(same, other, 1)] == [
        6,
        6,
        12,
        6,
    ]
    assert calls == [1, 2, 1]
    assert [within(one, 1, 1), within(one, 1, 1), within(one, 1, 2)] == [1, 1, 2]
    assert calls == [1, 2, 1, 1, 1]
