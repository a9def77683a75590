"""Quantities as the page writes them: number and unit stay on one line."""

from roofline_model import format_si, percent

NBSP = "\N{NO-BREAK SPACE}"


def si(value: float, unit: str, *, trim: bool = False) -> str:
    """Write a quantity whose number and unit stay on one line.

    >>> si(12.3916e12, "FLOP/s") == f"12.4{NBSP}TFLOP/s"
    True
    """
    return format_si(value, unit, trim=trim).replace(" ", NBSP)


def constant(value: float, unit: str) -> str:
    """Write a constant as it is quoted, on one line.

    >>> constant(67e12, "FLOP/s") == f"67{NBSP}TFLOP/s"
    True
    """
    return format_si(value, unit, digits=4, trim=True).replace(" ", NBSP)


def share(fraction: float) -> str:
    """Write a share in percent on one line."""
    return percent(fraction).replace(" ", NBSP)


def tile_name(tile: int) -> str:
    """Write a tile's size.

    >>> tile_name(32) == f"32{NBSP}×{NBSP}32"
    True
    """
    return f"{tile}{NBSP}×{NBSP}{tile}"
