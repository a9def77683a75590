"""How a sentence that was written for the eye is heard."""

from collections.abc import Iterable

from ..quantities import NBSP

#: What a voice says for a mark: longer marks come before those within them.
MARKS = {
    "TFLOP/s": "teraflops per second",
    "GFLOP/s": "gigaflops per second",
    "TB/s": "terabytes per second",
    "GB/s": "gigabytes per second",
    "flop/B": "flop per byte",
    " %": " percent",
    " × ": " by ",
    "×": " times",
}


def aloud(pieces: Iterable[str]) -> str:
    """Return a sentence that comes in pieces as a voice should read it.

    >>> aloud(["A 1 × 1 tile at ", f"309{NBSP}GFLOP/s", ", 1.6× the line"])
    'A 1 by 1 tile at 309 gigaflops per second, 1.6 times the line'
    """
    text = "".join(pieces).replace(NBSP, " ")
    for mark, word in MARKS.items():
        text = text.replace(mark, word)
    return text
