"""The devices that a reader can choose from, each figure with its source.

The lesson's presets come first, with exactly the lesson's figures; the rows of
`data/hardware.csv` follow.
"""

from typing import cast

from .devices import Device, Kind, TensorFormat
from .gpus import GPU, GPUS, Constant
from .sources import Source
from .tables import read_table


def preset(gpu: GPU) -> Device:
    """Return a GPU of the lesson as a device, constant by constant.

    Examples
    --------
    >>> from roofline_model import A100
    >>> preset(A100).name, preset(A100).memory is A100.hbm
    ('A100 SXM4, 40 GB', True)
    """
    vendor, _, name = gpu.board.partition(" ")
    return Device(
        key=gpu.key,
        vendor=vendor,
        name=name,
        kind="gpu",
        memory=gpu.hbm,
        fp32_peak=gpu.fp32_peak,
        tensor_peak=gpu.bf16_peak,
        tensor_format="BF16",
        clock=gpu.clock,
        sm_count=gpu.sm_count,
        shared_width=gpu.shared_width,
        note="The lesson's preset.",
    )


def listed(row: dict[str, str], source: Source) -> Device:
    """Return a row of the table as a device; an empty cell is None.

    Parameters
    ----------
    row : dict
        As `data/README.md` describes the columns.
    source : Source
        What all figures of the row were read in.

    Raises
    ------
    ValueError
        If a figure is no number or not positive, or a `Device` cannot be.
    """

    def constant(column: str, power: int, unit: str, note: str) -> Constant | None:
        cell = row[column]
        # The power goes into the text, so that no digit is lost to a product.
        return Constant(float(f"{cell}e{power}"), unit, source, note) if cell else None

    memory = constant("gbps", 9, "B/s", row["memory"])
    if memory is None:
        raise ValueError(f"gbps must be known of {row['name']}, got ''")
    tensor_format = cast(TensorFormat | None, row["tensor_format"] or None)
    return Device(
        key=row["key"],
        vendor=row["vendor"],
        name=row["name"],
        kind=cast(Kind, row["kind"]),
        memory=memory,
        fp32_peak=constant("fp32_tflops", 12, "FLOP/s", "vector units"),
        tensor_peak=constant(
            "tensor_tflops",
            12,
            "FLOP/s",
            f"matrix units, dense, {tensor_format} with FP32 sums",
        ),
        tensor_format=tensor_format,
        clock=constant("clock_mhz", 6, "Hz", "boost clock"),
        sm_count=int(row["sm_count"]) if row["sm_count"] else None,
        shared_width=constant("shared_bytes", 0, "B", "a clock and SM"),
        note=row["note"],
    )


def _read() -> tuple[Device, ...]:
    sources = {
        row["key"]: Source(row["key"], row["citation"], row["url"])
        for row in read_table("hardware_sources.csv")
    }
    rows = read_table("hardware.csv")
    return (
        *(preset(gpu) for gpu in GPUS),
        *(listed(row, sources[row["source"]]) for row in rows),
    )


#: The lesson's presets, and every device of the table.
CATALOGUE: tuple[Device, ...] = _read()


def device(key: str) -> Device:
    """Return the device of that key.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> device("rtx-a6000").board
    'NVIDIA RTX A6000, 48 GB'
    """
    for candidate in CATALOGUE:
        if candidate.key == key:
            return candidate
    raise ValueError(f"key must be one of {[d.key for d in CATALOGUE]}, got {key!r}")


def search_devices(text: str) -> tuple[Device, ...]:
    """Return the devices in whose vendor and name every word of the text occurs.

    Upper and lower case are one, and so are "80 GB" and "80GB". No word finds all.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of Device
        In the order of `CATALOGUE`.

    Raises
    ------
    ValueError
        If `text` is no text.

    Examples
    --------
    >>> [d.name for d in search_devices("a100 80gb")]
    ['A100 SXM4, 80 GB', 'A100 PCIe, 80 GB']
    """
    if not isinstance(text, str):
        raise ValueError(f"text must be a text, got {text!r}")
    words = text.casefold().split()
    return tuple(d for d in CATALOGUE if all(w in _searched(d) for w in words))


def _searched(candidate: Device) -> str:
    """Return what is searched: the board as it is written, and without its spaces."""
    board = candidate.board.casefold()
    return f"{board} {board.replace(' ', '')}"
