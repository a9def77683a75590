"""The questions of the lesson: predict, commit, reveal.

The browser asks them one by one and reads off whether a guess was right; what is asked,
answered and explained is made in `asking`, by the model.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from roofline_model import TILES

from ..quantities import tile_name
from .question import Question
from .question_kinds import bf16, holds, reach

#: What the page says around the questions; the names in braces are filled in.
WORDS = {
    "right": "Right: {answer}.",
    "wrong": "Not quite: the answer is {answer}.",
    "guess": "Your guess: {said}",
    "choose": "Choose an answer first.",
    "score": "{right} of {asked} right, kept on this page alone; nothing is stored or "
    "sent.",
}

_KINDS: dict[str, Callable[[str, int], Question]] = {
    "reach": reach,
    "holds": holds,
    "bf16": bf16,
}

#: Kind, GPU, and the matrix size or tile that is asked about. The lesson's turning
#: points come first; the rest changes its subject at each step.
_ASKED: tuple[tuple[str, str, int], ...] = (
    ("reach", "a100", 4096),
    ("reach", "h100", 4096),
    ("holds", "a100", 16),
    ("bf16", "a100", 4096),
    ("bf16", "h100", 4096),
    ("holds", "a100", 64),
    ("reach", "h200-sxm-141gb", 4096),
    ("holds", "h100", 8),
    ("bf16", "rtx-3090", 4096),
    ("reach", "v100-sxm2", 4096),
    ("holds", "h100", 64),
    ("reach", "a100", 256),
    ("bf16", "h200-sxm-141gb", 1024),
    ("holds", "v100-sxm2", 16),
    ("reach", "h100", 512),
    ("holds", "a100", 128),
    ("bf16", "l4", 8192),
    ("reach", "a100-sxm4-80gb", 1024),
    ("holds", "h200-sxm-141gb", 8),
    ("bf16", "a100", 1024),
    ("reach", "mi250x-die", 256),
    ("holds", "h100", 128),
    ("reach", "h100-pcie-80gb", 2048),
    ("bf16", "h100", 16384),
    ("holds", "a100", 8),
    ("reach", "t4", 8192),
    ("holds", "t4", 64),
    ("bf16", "rtx-4090", 2048),
)

#: How many of them are the lesson's turning points, asked in this order.
_CANONICAL = 4

#: Every question, in the order in which they are listed.
QUESTIONS: tuple[Question, ...] = tuple(
    _KINDS[kind](key, number) for kind, key, number in _ASKED
)


def as_data() -> dict[str, Any]:
    """Return the questions as data that JSON can carry.

    Examples
    --------
    >>> as_data()["canonical"]
    ['reach-a100-4096', 'reach-h100-4096', 'holds-a100-16', 'bf16-a100-4096']
    """
    order = [question.id for question in QUESTIONS]
    return {
        "order": order,
        "canonical": order[:_CANONICAL],
        "bank": {question.id: _entry(question) for question in QUESTIONS},
        "words": dict(WORDS),
    }


def _entry(question: Question) -> dict[str, Any]:
    entry = asdict(question)
    del entry["id"]
    if question.walk is not None:
        entry["walk"] = {
            "index": TILES.index(question.walk),
            "words": f"Walk to {tile_name(question.walk)}",
        }
    return entry
