"""The Berger tables: who meets whom, and with which colour, in a round robin."""

from __future__ import annotations


def pairings(players: int) -> list[list[tuple[int, int]]]:
    """Rounds of (white, black) pairs for players 1..n, as printed in the FIDE handbook.

    FIDE C.05 Annex 1. For an odd number, pairs with the missing last number are
    left out: that player has a free round.

    >>> pairings(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    size = players + players % 2
    rounds = []
    # Player `size` is fixed; the others rotate by half the circle each round.
    for number in range(size - 1):
        first = number * (size // 2) % (size - 1) + 1
        last = (first, size) if number % 2 == 0 else (size, first)
        pairs = [last]
        for step in range(1, size // 2):
            white = (first - 1 + step) % (size - 1) + 1
            black = (first - 1 - step) % (size - 1) + 1
            pairs.append((white, black))
        rounds.append([pair for pair in pairs if max(pair) <= players])
    return rounds


def schedule(players: int, cycles: int) -> list[list[tuple[int, int]]]:
    """All rounds of a round robin; colours are reversed in every second cycle."""
    once = pairings(players)
    return [
        [(black, white) if cycle % 2 else (white, black) for white, black in pairs]
        for cycle in range(cycles)
        for pairs in once
    ]
