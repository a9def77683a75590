"""Real kernels: the rows that the lesson shows, each counted in `counting`."""

from .counting import (
    Kernel,
    attention_naive,
    fft,
    flash_attention,
    gemm,
    gemv,
    linear_layer,
    spmv,
    streaming,
)

_N = 4096

#: The lesson's own rows first, the wider circle after them.
KERNELS: tuple[Kernel, ...] = (
    streaming(
        key="vector-add",
        name="Vector add, FP32",
        flops=1,
        words=3,
        derivation="One add for each element; a and b are read, c is written.",
    ),
    gemm(n=_N, tile=16),
    gemm(n=_N, tile=128),
    linear_layer(d=_N, tokens=1),
    streaming(
        key="saxpy",
        name="SAXPY and STREAM triad, FP32",
        flops=2,
        words=3,
        derivation="A multiply and an add for each element; two reads, one write.",
    ),
    streaming(
        key="dot",
        name="Dot product, FP32",
        flops=2,
        words=2,
        derivation="A multiply and an add for each pair; two reads, nothing written.",
    ),
    streaming(
        key="sum",
        name="Sum, FP32",
        flops=1,
        words=1,
        derivation="One add for each element read.",
    ),
    streaming(
        key="jacobi",
        name="Jacobi, 5-point stencil, FP32",
        flops=5,
        words=2,
        derivation="Four adds and a multiply for each cell; one read, one write.",
        assumption="Neighbours come from cache: each cell crosses HBM once.",
    ),
    spmv(nonzeros_per_row=27),
    fft(n=1024),
    gemv(n=_N, precision="fp32"),
    streaming(
        key="softmax",
        name="Softmax, fused, FP32",
        flops=5,
        words=2,
        derivation="Maximum, subtract, exponential, sum, divide: five for each "
        "element; one read, one write.",
        assumption="The row stays on chip; an exponential counts as one flop.",
    ),
    streaming(
        key="layernorm",
        name="Layer norm, fused, FP32",
        flops=8,
        words=2,
        derivation="Mean, variance, normalise, scale and shift: about eight for each "
        "element; one read, one write.",
        assumption="The row stays on chip; the parameters are few.",
    ),
    linear_layer(d=_N, tokens=256),
    attention_naive(tokens=1024, head=64),
    flash_attention(tokens=1024, head=64, row_block=64),
    flash_attention(tokens=_N, head=64, row_block=128),
)


def kernel(key: str) -> Kernel:
    """Return the kernel of that key.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> kernel("vector-add").name
    'Vector add, FP32'
    """
    for candidate in KERNELS:
        if candidate.key == key:
            return candidate
    raise ValueError(f"key must be one of {[k.key for k in KERNELS]}, got {key!r}")
