"""What a GPU of the reader's own may be: how its figures are read, and their limits."""

from roofline_model import parse_bandwidth, parse_rate

#: The figures of an own GPU, how each is read, and which of them it needs.
TYPED = {"peak": parse_rate, "bandwidth": parse_bandwidth, "tensor": parse_rate}
NEEDED = ("peak", "bandwidth")

#: What an own GPU's figures may be, so that the page can draw it: FLOP/s, B/s, and the
#: ridge in flop/B.
OWN_LIMITS: dict[str, tuple[float, float]] = {
    "peak": (1e9, 1e18),
    "tensor": (1e9, 1e18),
    "bandwidth": (1e8, 1e17),
    "ridge": (1e-2, 1e5),
}
OWN_WORDS = {
    "peak": "lie from 1 GFLOP/s to 1 EFLOP/s, or it cannot be drawn",
    "tensor": "lie from 1 GFLOP/s to 1 EFLOP/s, or it cannot be drawn",
    "bandwidth": "lie from 100 MB/s to 100 PB/s, or it cannot be drawn",
    "ridge": "make a ridge from 0.01 to 100,000 flop/B, or it cannot be drawn",
}

#: How much of a fault a note tells: a prefix that is none may be as long as an address.
OWN_MOST = 90

#: The note for a figure of an own GPU that cannot be read.
OWN_NOTE = (
    "The address asks for {name} = “{value}”, which {wrong}. Shown instead: the A100."
)


def own_fault(name: str, text: str, bandwidth: str) -> str | None:
    """Say what is wrong with one typed figure of an own GPU, or return None.

    >>> own_fault("peak", "19.5 TFLOP/s", "1555 GB/s")
    >>> own_fault("peak", "19.5", "1555 GB/s")
    'must have a unit, such as 19.5 TFLOP/s'
    """
    if not text and name not in NEEDED:
        return None
    try:
        value = TYPED[name](text)
    except ValueError as error:
        return "must " + str(error).partition(" must ")[2].rpartition(", got ")[0]
    lo, hi = OWN_LIMITS[name]
    if not lo <= value <= hi:
        return f"must {OWN_WORDS[name]}"
    if name == "bandwidth":
        return None
    try:
        corner = value / parse_bandwidth(bandwidth)
    except ValueError:
        return None  # said of the bandwidth
    lo, hi = OWN_LIMITS["ridge"]
    return None if lo <= corner <= hi else f"must {OWN_WORDS['ridge']}"
