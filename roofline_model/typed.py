r"""A quantity that was typed with its unit, such as the peak of one's own GPU.

A quantity is a number with a decimal point, then a prefix and a unit: "19.5 TFLOP/s",
"1555 GB/s", "900 GiB/s". Case matters in a prefix (M is mega, m would be milli) and in
B, which is a byte where b is a bit; flop is read in any case, and so are TFLOPS and
GBps, other ways to write TFLOP/s and GB/s.

How a text is read is data (`typing_rules`), so that a page without Python reads it by
the very same rules. The patterns are written in what Python's and JavaScript's regular
expressions share: no flags, no `.` and no `\s`, which the two take differently.
"""

import re
from dataclasses import dataclass
from typing import TypedDict

from .units import PREFIXES

#: The decimal prefixes that are read, kilo to exa, and what each stands for.
DECIMAL_PREFIXES: dict[str, int] = {
    symbol: 10**power for power, symbol, _ in PREFIXES if symbol in {*"kMGTPE"}
}

#: The binary prefixes of bytes. Source: IEC 80000-13 (2008), clause 4.
BINARY_PREFIXES: dict[str, int] = {
    f"{symbol}i": 2 ** (10 * power) for power, symbol in enumerate("KMGTPE", start=1)
}

#: What is read is at least 1 and below a thousand of the largest prefix: no GPU is
#: anywhere near.
LARGEST = 1e21

#: What `str.strip` takes for a space, character by character.
_SPACE = r"[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
_NUMBER = r"[-+−]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+−]?[0-9]{1,3})?"


class TypingRules(TypedDict):
    """How a text is read as a quantity of one unit.

    The steps, in this order: `spaces` are taken off both ends; `number` is found at
    the start; the rest, its spaces taken off, is a prefix and a unit, and the first
    group of `unit` is the prefix. Each of `refused` is a part of the text ("text",
    "rest", "prefix"), a pattern that must not be found in it, and what is said if it
    is. A pattern on a part is asked as soon as the part is known, in the order given.

    `powers` gives the base and exponent of each prefix. A power of ten goes into the
    number's own exponent, so that no digit is lost to a product; one of two multiplies
    exactly. The value must be above 0 (`positive`), not below `least` and below
    `limit` (`limited`). `message` frames what is said: its {text}, and the {prefix} in
    a reason, are written as Python's `repr` writes them.
    """

    symbol: str
    example: str
    spaces: str
    number: str
    unit: str
    powers: dict[str, list[int]]
    refused: list[list[str]]
    least: float
    limit: float
    positive: str
    limited: str
    message: str


@dataclass(frozen=True, slots=True)
class _Unit:
    """How a unit is written, by the model and by a reader, behind which prefixes."""

    symbol: str
    example: str
    pattern: str
    prefixes: dict[str, int]


_RATE = _Unit(
    "FLOP/s",
    "19.5 TFLOP/s",
    "[Ff][Ll][Oo][Pp](?:[Ss]?/[Ss]|[Ss])",
    DECIMAL_PREFIXES,
)
_BANDWIDTH = _Unit("B/s", "1555 GB/s", "B(?:/s|ps)", DECIMAL_PREFIXES | BINARY_PREFIXES)


def typing_rules() -> dict[str, TypingRules]:
    """Return how a typed rate and a typed bandwidth are read, as data fit for JSON.

    `parse_rate` and `parse_bandwidth` read by these rules themselves.

    Examples
    --------
    >>> rules = typing_rules()
    >>> list(rules), rules["bandwidth"]["powers"]["Gi"]
    (['rate', 'bandwidth'], [2, 30])
    """
    return {"rate": _rules(_RATE), "bandwidth": _rules(_BANDWIDTH)}


def _rules(unit: _Unit) -> TypingRules:
    such = f"such as {unit.example}"
    any_prefix = "|".join([*BINARY_PREFIXES, *DECIMAL_PREFIXES])
    known = "|".join(unit.prefixes)
    whole_unit = rf"^([^\n]*?){unit.pattern}$"
    return {
        "symbol": unit.symbol,
        "example": unit.example,
        "spaces": f"^{_SPACE}+|{_SPACE}+$",
        "number": f"^{_NUMBER}",
        "unit": whole_unit,
        "powers": {"": [10, 0]} | {p: _power(p) for p in unit.prefixes},
        "refused": [
            ["text", ",", "be written with a decimal point and no comma"],
            ["text", f"^(?!{_NUMBER})", f"begin with a number, {such}"],
            ["rest", "^$", f"have a unit, {such}"],
            ["rest", r"^[0-9.]", f"begin with one number, {such}"],
            ["rest", "b(?:/s|ps)$", f"be in {unit.symbol}, {such} (b is a bit)"],
            ["rest", f"^(?!{whole_unit[1:]})", f"be in {unit.symbol}, {such}"],
            ["prefix", f"^(?:{any_prefix}){{2,}}$", "have one prefix and not {prefix}"],
            [
                "prefix",
                f"^(?!(?:{known})?$)",
                f"have a prefix of {', '.join(unit.prefixes)} and not {{prefix}}",
            ],
        ],
        "least": 1,
        "limit": LARGEST,
        "positive": "be positive",
        "limited": f"be at least 1 and less than 1e21 {unit.symbol}",
        "message": "{name} must {reason}, got {text}",
    }


def _power(prefix: str) -> list[int]:
    """Return the base and the exponent that a prefix stands for.

    >>> _power("G"), _power("Gi")
    ([10, 9], [2, 30])
    """
    if prefix in BINARY_PREFIXES:
        return [2, BINARY_PREFIXES[prefix].bit_length() - 1]
    return [10, len(str(DECIMAL_PREFIXES[prefix])) - 1]


_RULES = typing_rules()


def parse_rate(text: str) -> float:
    """Read a rate of flops, such as a peak, and return it in FLOP/s.

    Parameters
    ----------
    text : str
        A number, a decimal prefix (k, M, G, T, P, E, or none) and FLOP/s.

    Returns
    -------
    float [FLOP/s]

    Raises
    ------
    ValueError
        If it is anything else, or less than 1, or 1e21 or more.

    Examples
    --------
    >>> parse_rate("19.5 TFLOP/s")
    19500000000000.0
    >>> parse_rate("19.5")
    Traceback (most recent call last):
    ValueError: rate must have a unit, such as 19.5 TFLOP/s, got '19.5'
    """
    return read_quantity("rate", text, _RULES["rate"])


def parse_bandwidth(text: str) -> float:
    """Read a rate of bytes and return it in B/s.

    Parameters
    ----------
    text : str
        A number, a decimal prefix (k, M, G, T, P, E, or none) or a binary one (Ki to
        Ei), and B/s.

    Returns
    -------
    float [B/s]

    Raises
    ------
    ValueError
        If it is anything else, or less than 1, or 1e21 or more.

    Examples
    --------
    >>> parse_bandwidth("1555 GB/s"), parse_bandwidth("1 GiB/s")
    (1555000000000.0, 1073741824.0)
    >>> parse_bandwidth("1555 FLOP/s")
    Traceback (most recent call last):
    ValueError: bandwidth must be in B/s, such as 1555 GB/s, got '1555 FLOP/s'
    """
    return read_quantity("bandwidth", text, _RULES["bandwidth"])


def read_quantity(name: str, text: str, rules: TypingRules) -> float:
    """Read a typed quantity by the rules of its unit.

    Parameters
    ----------
    name : str
        What the text is called in a message.
    text : str
    rules : TypingRules

    Returns
    -------
    float [rules["symbol"]]

    Raises
    ------
    ValueError
        If it cannot be read: what was wrong, and the text.
    """
    try:
        return _value(text, rules)
    except ValueError as error:
        message = rules["message"].format(name=name, reason=error, text=repr(text))
        raise ValueError(message) from None


def _value(text: str, rules: TypingRules) -> float:
    """Return the value, or raise with what the text must do."""
    if not isinstance(text, str):
        raise ValueError(f"be a text such as {rules['example']}")

    def trimmed(part: str) -> str:
        return re.sub(rules["spaces"], "", part)

    def check(part: str, written: str) -> None:
        for of, pattern, reason in rules["refused"]:
            if of == part and re.search(pattern, written):
                raise ValueError(reason.format(prefix=repr(written)))

    typed = trimmed(text)
    check("text", typed)
    number = re.findall(rules["number"], typed)[0]
    rest = trimmed(typed[len(number) :])
    check("rest", rest)
    prefix = re.findall(rules["unit"], rest)[0]
    check("prefix", prefix)
    value = _scaled(number.replace("−", "-"), *rules["powers"][prefix])
    if value <= 0:
        raise ValueError(rules["positive"])
    if not rules["least"] <= value < rules["limit"]:
        raise ValueError(rules["limited"])
    return value


def _scaled(number: str, base: int, power: int) -> float:
    """Return number · base^power, rounded once.

    3.35 TB/s is then the 3.35e12 of the catalogue to the last bit.

    >>> _scaled("3.35", 10, 12), _scaled("1.5e1", 10, 3), _scaled("1.5", 2, 10)
    (3350000000000.0, 15000.0, 1536.0)
    """
    if base == 2:  # noqa: PLR2004
        return float(number) * 2.0**power
    digits, _, exponent = number.lower().partition("e")
    return float(f"{digits}e{int(exponent or 0) + power}")
