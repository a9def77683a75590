"""What a question is: its setting, its options, its answers and the reason."""

from dataclasses import dataclass

from roofline_model import Precision


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose from, and where it stands on the figure.

    Parameters
    ----------
    label : str
    x : float [flop/B]
    y : float [FLOP/s]
    said : str
        What the model says of that guess, in one sentence.
    """

    label: str
    x: float
    y: float
    said: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What the figure shows while a question is open.

    Parameters
    ----------
    gpu : str
        Key of a GPU of the lesson or of the catalogue.
    n : int
        Matrix size.
    levels : {"hbm", "shared"}
    index : int
        Position of the walk: at its start it gives no answer away.
    precision : Precision
        Of the walk, for the same reason never that of a question about BF16.
    """

    gpu: str
    n: int
    levels: str = "hbm"
    index: int = 0
    precision: Precision = "fp32"


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its options, its answers and the reason.

    Parameters
    ----------
    id : str
    kind : {"reach", "holds", "bf16"}
    setting : Shown
    text : str
    options : tuple of Option
    answers : tuple of int
        Positions of the right options: more than one where levels tie.
    answer_label : str
    why : str
        One sentence with the numbers that decide it.
    precision : Precision
        What the multiply is counted in. It is shown with the answer, no sooner: what is
        said of a BF16 walk names the tile that its roof asks for.
    walk : int or None
        The tile at which the walk shows the answer, if it is one of the walk's.
    """

    id: str
    kind: str
    setting: Shown
    text: str
    options: tuple[Option, ...]
    answers: tuple[int, ...]
    answer_label: str
    why: str
    precision: Precision
    walk: int | None
