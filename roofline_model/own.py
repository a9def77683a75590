"""A GPU of one's own, from a peak and a bandwidth typed with their units.

A quantity is a number with a decimal point, then a prefix and a unit: "19.5 TFLOP/s",
"1555 GB/s", "900 GiB/s". Case matters in a prefix (M is mega, m would be milli) and in
B, which is a byte where b is a bit; flop is read in any case, and so are TFLOPS and
GBps, other ways to write TFLOP/s and GB/s.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from .devices import Device
from .gpus import Constant
from .sources import Source
from .units import PREFIXES

#: What a figure that a reader typed was read in.
TYPED = Source("Typed in", "Typed in by the reader; not checked against any source.")

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

_NUMBER = re.compile(r"[-+−]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+−]?[0-9]{1,3})?")
_SEVERAL_PREFIXES = re.compile(
    f"(?:{'|'.join([*BINARY_PREFIXES, *DECIMAL_PREFIXES])}){{2,}}"
)


@dataclass(frozen=True, slots=True)
class _Unit:
    """How a unit is written, by the model and by a reader, behind which prefixes."""

    symbol: str
    example: str
    pattern: str
    prefixes: dict[str, int]


_RATE = _Unit("FLOP/s", "19.5 TFLOP/s", "(?i:flops?/s|flops)", DECIMAL_PREFIXES)
_BANDWIDTH = _Unit("B/s", "1555 GB/s", "B(?:/s|ps)", DECIMAL_PREFIXES | BINARY_PREFIXES)


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
    return _quantity("rate", text, _RATE)


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
    return _quantity("bandwidth", text, _BANDWIDTH)


def own_gpu(
    *,
    peak: str,
    bandwidth: str,
    tensor_peak: str | None = None,
    name: str = "Own GPU",
) -> Device:
    """Return a GPU of one's own from its figures as they were typed.

    Parameters
    ----------
    peak : str
        FP32 peak of the vector units, as `parse_rate` reads it.
    bandwidth : str
        Bandwidth of the memory, as `parse_bandwidth` reads it.
    tensor_peak : str or None
        Dense BF16 peak of the tensor cores, if it has any.
    name : str

    Returns
    -------
    Device

    Raises
    ------
    ValueError
        If a figure cannot be read, named with its text; or the name is empty.

    Examples
    --------
    >>> own = own_gpu(peak="10 TFLOP/s", bandwidth="500 GB/s")
    >>> own.peak() / own.bandwidth, own.precisions
    (20.0, ('fp32',))
    """
    tensor = None if tensor_peak is None else _constant("tensor_peak", tensor_peak)
    return Device(
        key="own",
        vendor="",
        name=name,
        kind="gpu",
        memory=Constant(_quantity("bandwidth", bandwidth, _BANDWIDTH), "B/s", TYPED),
        fp32_peak=_constant("peak", peak),
        tensor_peak=tensor,
        tensor_format=None if tensor is None else "BF16",
    )


def _constant(name: str, text: str) -> Constant:
    return Constant(_quantity(name, text, _RATE), "FLOP/s", TYPED)


def _quantity(name: str, text: str, unit: _Unit) -> float:
    """Return the value of a typed quantity, or say what was wrong with which text."""
    try:
        return _value(text, unit)
    except ValueError as error:
        raise ValueError(f"{name} must {error}, got {text!r}") from None


def _value(text: str, unit: _Unit) -> float:
    """Return the value, or raise with what the text must do."""
    if not isinstance(text, str):
        raise ValueError(f"be a text such as {unit.example}")
    typed = text.strip()
    if "," in typed:
        raise ValueError("be written with a decimal point and no comma")
    found = _NUMBER.match(typed)
    if found is None:
        raise ValueError(f"begin with a number, such as {unit.example}")
    factor = _factor(typed[found.end() :].strip(), unit)
    # In decimal, so that 3.35 TB/s is the 3.35e12 of the catalogue to the last bit.
    value = float(Decimal(found.group().replace("−", "-")) * factor)
    if value <= 0:
        raise ValueError("be positive")
    if not 1 <= value < LARGEST:
        raise ValueError(f"be at least 1 and less than 1e21 {unit.symbol}")
    return value


def _factor(written: str, unit: _Unit) -> int:
    """Return what the prefix before a unit stands for."""
    if not written:
        raise ValueError(f"have a unit, such as {unit.example}")
    if written[0] in "0123456789.":
        raise ValueError(f"begin with one number, such as {unit.example}")
    found = re.fullmatch(f"(.*?){unit.pattern}", written)
    if found is None:
        hint = " (b is a bit)" if re.search("b(?:/s|ps)$", written) else ""
        raise ValueError(f"be in {unit.symbol}, such as {unit.example}{hint}")
    prefix = found.group(1)
    if not prefix:
        return 1
    if prefix in unit.prefixes:
        return unit.prefixes[prefix]
    if _SEVERAL_PREFIXES.fullmatch(prefix):
        raise ValueError(f"have one prefix and not {prefix!r}")
    raise ValueError(f"have a prefix of {', '.join(unit.prefixes)} and not {prefix!r}")
