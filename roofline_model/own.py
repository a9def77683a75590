"""A GPU of one's own, from a peak and a bandwidth typed with their units."""

from .devices import Device
from .gpus import Constant
from .sources import Source
from .typed import read_quantity, typing_rules

#: What a figure that a reader typed was read in.
TYPED = Source("Typed in", "Typed in by the reader; not checked against any source.")


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

    def constant(name: str, text: str, kind: str = "rate") -> Constant:
        rules = typing_rules()[kind]
        return Constant(read_quantity(name, text, rules), rules["symbol"], TYPED)

    tensor = None if tensor_peak is None else constant("tensor_peak", tensor_peak)
    return Device(
        key="own",
        vendor="",
        name=name,
        kind="gpu",
        memory=constant("bandwidth", bandwidth, "bandwidth"),
        fp32_peak=constant("peak", peak),
        tensor_peak=tensor,
        tensor_format=None if tensor is None else "BF16",
    )
