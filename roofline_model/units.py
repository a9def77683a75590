"""Write a quantity for the eye ("12.4 TFLOP/s") and for the ear.

Inside the model every number is a plain SI float: FLOP/s, flop, B, B/s, s, flop/B.
Every prefix that is written is decimal, for bytes too: 1 TB is 1e12 B.
"""

from decimal import ROUND_HALF_UP, Context, Decimal

from .checks import finite, whole

KILO, MEGA, GIGA, TERA, PETA = 1e3, 1e6, 1e9, 1e12, 1e15
MICRO, MILLI = 1e-6, 1e-3
KIBI = 1024.0

#: Exponent of ten, symbol and spoken name of every SI prefix in steps of a thousand.
#: Source: BIPM, The International System of Units, 9th edition, table 7 (2022).
PREFIXES: tuple[tuple[int, str, str], ...] = (
    (-30, "q", "quecto"),
    (-27, "r", "ronto"),
    (-24, "y", "yocto"),
    (-21, "z", "zepto"),
    (-18, "a", "atto"),
    (-15, "f", "femto"),
    (-12, "p", "pico"),
    (-9, "n", "nano"),
    (-6, "µ", "micro"),
    (-3, "m", "milli"),
    (0, "", ""),
    (3, "k", "kilo"),
    (6, "M", "mega"),
    (9, "G", "giga"),
    (12, "T", "tera"),
    (15, "P", "peta"),
    (18, "E", "exa"),
    (21, "Z", "zetta"),
    (24, "Y", "yotta"),
    (27, "R", "ronna"),
    (30, "Q", "quetta"),
)

#: How each unit is spoken behind its prefix.
SPOKEN_UNITS: dict[str, str] = {
    "FLOP/s": "flops per second",
    "flop": "flops",
    "B": "bytes",
    "B/s": "bytes per second",
    "s": "seconds",
    "Hz": "hertz",
}

#: Three significant digits: what a plate can show, and what a vendor's table gives.
DIGITS = 3


def significant(value: float, digits: int = DIGITS) -> str:
    """Write a number without prefix to `digits` significant digits, half up.

    Every digit is kept, trailing zeros too, so that a column of changing
    readings keeps its width.

    Parameters
    ----------
    value : float [any unit]
    digits : int

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If `value` is not finite, or `digits` no positive whole number.

    Examples
    --------
    >>> significant(7.96887), significant(2), significant(200.64)
    ('7.97', '2.00', '201')
    """
    return _written(_rounded(value, digits))


def format_si(
    value: float, unit: str, *, digits: int = DIGITS, trim: bool = False
) -> str:
    """Write a quantity with the SI prefix that leaves one to three leading digits.

    Parameters
    ----------
    value : float [unit]
    unit : str
        The unit's symbol, such as ``"FLOP/s"``.
    digits : int
        Significant digits.
    trim : bool
        Drop trailing zeros: for a constant (67), not for a changing reading (67.0).

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If `value` is not finite or lies beyond the prefixes, or `digits` is no
        positive whole number.

    Examples
    --------
    >>> format_si(12.3916e12, "FLOP/s")
    '12.4 TFLOP/s'
    >>> format_si(999.6e9, "B")
    '1.00 TB'
    >>> format_si(67e12, "FLOP/s", trim=True)
    '67 TFLOP/s'
    """
    number, symbol, _ = _scaled(value, digits, trim)
    return f"{number} {symbol}{unit}"


def spoken(value: float, unit: str, *, digits: int = DIGITS, trim: bool = False) -> str:
    """Write a quantity as a voice should read it.

    Parameters and errors are those of `format_si`; `unit` is one of
    `SPOKEN_UNITS`.

    Examples
    --------
    >>> spoken(12.3916e12, "FLOP/s")
    '12.4 teraflops per second'
    >>> spoken(0.0111, "s")
    '11.1 milliseconds'
    """
    if unit not in SPOKEN_UNITS:
        raise ValueError(f"unit must be one of {list(SPOKEN_UNITS)}, got {unit!r}")
    number, _, name = _scaled(value, digits, trim)
    return f"{number} {name}{SPOKEN_UNITS[unit]}"


def percent(fraction: float) -> str:
    """Write a share in percent, to two digits.

    Examples
    --------
    >>> percent(0.635467), percent(0.019933), percent(1.0)
    ('64 %', '2.0 %', '100 %')
    """
    return f"{significant(finite('fraction', fraction) * 100, 2)} %"


def _rounded(value: float, digits: int) -> Decimal:
    """Round the exact binary value half up, as a textbook and a browser both do."""
    exact, prec = Decimal(finite("value", value)), int(whole("digits", digits))
    context = Context(prec=prec, rounding=ROUND_HALF_UP)
    return Decimal(f"{context.create_decimal(exact):.{prec - 1}E}")


def _written(number: Decimal) -> str:
    return f"{number:f}".replace("-", "−")


def _scaled(value: float, digits: int, trim: bool) -> tuple[str, str, str]:
    """Return the digits, the prefix's symbol and the prefix's spoken name."""
    number = _rounded(value, digits)
    exponent = number.adjusted() if number else 0
    index = exponent // 3 - PREFIXES[0][0] // 3
    if not 0 <= index < len(PREFIXES):
        raise ValueError(
            f"value must lie within the SI prefixes, 1e-30 to 1e33, got {value!r}"
        )
    power, symbol, name = PREFIXES[index]
    text = _written(number.scaleb(-power)) if number else "0"
    if trim and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text, symbol, name
