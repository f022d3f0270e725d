"""The lots are fair: each marked half of the time, whatever the others do."""

from collections import Counter
from math import comb, exp, lgamma, log

from puluc.caster import draw_lots

DRAWS = 1_000_000
UNLIKELY = 1e-6
"""A fair caster is refused so seldom."""


def chance_of_more(square: float, freedom: int) -> float:
    """How often chi-square with that many degrees of freedom is so large or larger.

    The upper incomplete gamma function, by its continued fraction (Lentz's method) or series.
    """
    half, x = freedom / 2, square / 2
    if x <= 0:
        return 1.0
    front = exp(half * log(x) - x - lgamma(half))
    if x < half + 1:
        term = total = 1 / half
        for n in range(1, 1_000):
            term *= x / (half + n)
            total += term
        return 1 - front * total
    b = x + 1 - half
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 1_000):
        a = -n * (n - half)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        fraction *= c * d
    return front * fraction


def chi_square(counts: "Counter[int]", expected: dict[int, float]) -> float:
    """How likely counts are that differ so much from the expected ones, or more."""
    assert set(counts) <= set(expected)
    square = sum((counts[value] - wanted) ** 2 / wanted for value, wanted in expected.items())
    return chance_of_more(square, len(expected) - 1)


def biased(place: int, lots: tuple[bool, ...]) -> int:
    """The number of marked sides, when one lot is turned up marked once in ten casts."""
    return sum(lots) + (not lots[0] and place % 10 == 0)


def test_chi_square() -> None:
    """The test's own arithmetic agrees with the tables of chi-square."""
    for square, freedom, chance in [(9.488, 4, 0.05), (20.515, 5, 0.001), (0.711, 4, 0.95)]:
        assert abs(chance_of_more(square, freedom) / chance - 1) < 1e-3


def test_a_million_casts_are_fair() -> None:
    """Four lots fall in all sixteen ways equally often; a lot helped 1 cast in 10 is found."""
    ways: Counter[int] = Counter()
    slightly_off: Counter[int] = Counter()
    for place in range(DRAWS):
        lots = draw_lots(4)
        ways[sum(marked << bit for bit, marked in enumerate(lots))] += 1
        if place < DRAWS // 10:
            slightly_off[biased(place, lots)] += 1
    marked = {count: DRAWS / 10 * comb(4, count) / 16 for count in range(5)}
    assert chi_square(ways, dict.fromkeys(range(16), DRAWS / 16)) > UNLIKELY
    assert chi_square(slightly_off, marked) < UNLIKELY


def test_casts_do_not_follow_from_the_last() -> None:
    """What was cast says nothing of what is cast next."""
    pairs: Counter[int] = Counter()
    last = sum(draw_lots(1))
    for _ in range(DRAWS // 10):
        one = sum(draw_lots(1))
        pairs[last << 1 | one] += 1
        last = one
    assert chi_square(pairs, dict.fromkeys(range(4), DRAWS / 40)) > UNLIKELY
