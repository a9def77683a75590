"""Read the page's presentation MathML as arithmetic, its roundings included.

A value is an interval: a reading of three digits stands for all the numbers that round
to it, an exact number for itself. Units are counted along, so that bytes per second
times flops per byte must come out as flops per second.
"""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, log10

from roofline_model import PREFIXES

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
TIMES = {"\N{INVISIBLE TIMES}", "×"}
SCALES = {symbol: 10.0**power for power, symbol, _ in PREFIXES}
UNITS = {"flop", "B", "s", "flop/B", "FLOP/s", "B/s"}

# Readings that are whole numbers, written whole; and of how many digits the others are,
# where not of three.
WHOLE = {"b", "n", "double_n", "s", "blocks_side"}
DIGITS = {"peak": 4, "bandwidth": 4}


@dataclass(frozen=True)
class Value:
    """All numbers from `low` to `high`, with their unit as powers of flop, B and s."""

    low: float
    high: float
    unit: tuple[tuple[str, int], ...] = ()

    def meets(self, other: "Value") -> bool:
        """Tell whether the two can be the same number, but for floating-point dust."""
        dust = 1e-12 * max(self.high, other.high)
        return self.low <= other.high + dust and other.low <= self.high + dust


def exact(number: float) -> Value:
    """Return the value that is that number and no other."""
    return Value(number, number)


def sides(markup: str, names: Mapping[str, float]) -> list[Value]:
    """Return what stands on each side of an equation's equals signs.

    Parameters
    ----------
    markup : str
        A `math` element.
    names : mapping of str to float
        What the symbols stand for, such as ``{"n": 4096, "I*": 12.5}``.

    Raises
    ------
    ValueError
        If the markup is not arithmetic as we read it.
    """
    tokens = _tokens(ET.fromstring(markup))
    parts, part = [], []
    for token in [*tokens, ("mo", "=")]:
        if token == ("mo", "="):
            parts.append(_Reader(part, names).whole())
            part = []
        else:
            part.append(token)
    return parts


def _tokens(element: ET.Element) -> list[tuple[str, object]]:
    """Flatten the rows of a formula, and keep its fractions and powers whole."""
    found: list[tuple[str, object]] = []
    for child in element:
        kind = child.tag.removeprefix(NAMESPACE)
        text = (child.text or "").strip()
        if kind == "mspace":
            continue
        if kind == "mrow":
            found += _tokens(child)
        elif kind == "mfrac":
            found.append((kind, [_tokens(part) for part in child]))
        elif kind in ("msup", "msub"):
            base, script = ((part.text or "").strip() for part in child)
            if kind == "msub":
                found.append(("mi", f"{base}_{script}"))
            elif script == "*":
                found.append(("mi", f"{base}*"))
            else:
                found += [*_tokens_of(child[0]), ("power", int(script))]
        elif kind in ("mi", "mo", "mtext"):
            found.append((kind, text))
        elif kind == "mn":
            # A number that is no reading is a part of the formula.
            name = child.get("data-say")
            rounded = name is not None and name not in WHOLE
            digits = DIGITS.get(name, 3) if rounded else None
            found.append((kind, _number(text, digits)))
        else:
            raise ValueError(f"unexpected <{kind}>")
    return found


def _tokens_of(element: ET.Element) -> list[tuple[str, object]]:
    row = ET.Element("mrow")
    row.append(element)
    return _tokens(row)


def _number(text: str, digits: int | None) -> Value:
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise ValueError(f"not a number: {text!r}")
    number = float(text)
    half = 0.5 * 10.0 ** (floor(log10(number)) - digits + 1) if digits else 0.0
    return Value(number - half, number + half)


class _Reader:
    """Reads one side: sums of products of powers, with the usual precedence."""

    def __init__(self, tokens, names):
        self.tokens, self.names, self.at = tokens, names, 0

    def whole(self):
        value = self.sum()
        if self.peek() is not None:
            raise ValueError(f"left over: {self.tokens[self.at :]}")
        return value

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, *wanted):
        token = self.peek()
        if token is None or token[0] != "mo" or token[1] not in wanted:
            return None
        self.at += 1
        return token[1]

    def need(self, sign):
        if self.take(sign) is None:
            raise ValueError(f"{sign!r} wanted, got {self.peek()}")

    def sum(self):
        value = self.product()
        while sign := self.take("+", "−"):
            other = self.product()
            if value.unit != other.unit:
                raise ValueError(f"a sum of {value.unit} and {other.unit}")
            low, high = (other.low, other.high)
            if sign == "−":
                low, high = -high, -low
            value = Value(value.low + low, value.high + high, value.unit)
        return value

    def product(self):
        value = self.power()
        while sign := self.take(*TIMES, "/"):
            value = _combined(value, self.power(), -1 if sign == "/" else 1)
        return value

    def power(self):
        value = self.atom()
        token = self.peek()
        if token is not None and token[0] == "power":
            self.at += 1
            value = Value(
                value.low ** token[1], value.high ** token[1], value.unit * token[1]
            )
        return value

    def atom(self):
        if self.take("("):
            value = self.sum()
            self.need(")")
            return value
        token = self.peek()
        if token is None:
            raise ValueError("an operand is missing")
        self.at += 1
        kind, held = token
        if kind == "mfrac":
            top, bottom = (_Reader(part, self.names).whole() for part in held)
            return _combined(top, bottom, -1)
        if kind == "mn":
            return self.with_unit(held)
        if kind == "mi" and held == "min":
            return self.least()
        if kind == "mi":
            return self.symbol(held)
        raise ValueError(f"unexpected {token}")

    def symbol(self, name):
        # A symbol that is followed by brackets is a function of what is in them.
        if self.take("("):
            start = self.at
            self.sum()
            argument = self.tokens[start : self.at]
            self.need(")")
            name += "(" + "".join(str(held) for _, held in argument) + ")"
        return exact(self.names[name])

    def least(self):
        self.need("(")
        values = [self.sum()]
        while self.take(","):
            values.append(self.sum())
        self.need(")")
        if len({value.unit for value in values}) > 1:
            raise ValueError(f"the least of different units: {values}")
        low, high = min(v.low for v in values), min(v.high for v in values)
        return Value(low, high, values[0].unit)

    def with_unit(self, number):
        token = self.peek()
        if token is None or token[0] != "mtext":
            return number
        self.at += 1
        scale, unit = _unit(token[1])
        return Value(number.low * scale, number.high * scale, unit)


def _unit(text: str) -> tuple[float, tuple[tuple[str, int], ...]]:
    for prefix, scale in SCALES.items():
        if text.startswith(prefix) and text[len(prefix) :] in UNITS:
            top, _, bottom = text[len(prefix) :].lower().partition("/")
            powers = Counter({top: 1})
            if bottom:
                powers[bottom] -= 1
            return scale, _sorted(powers)
    raise ValueError(f"not a unit: {text!r}")


def _combined(one: Value, other: Value, sign: int) -> Value:
    """Return a product, or a quotient where the sign is minus one."""
    powers = Counter(dict(one.unit))
    for name, power in other.unit:
        powers[name] += sign * power
    low, high = (other.low, other.high) if sign > 0 else (1 / other.high, 1 / other.low)
    return Value(one.low * low, one.high * high, _sorted(powers))


def _sorted(powers: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, power) for name, power in powers.items() if power))
