"""Where every constant and every bound of the model was read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A publication that a figure or a formula was read in.

    Parameters
    ----------
    key : str
        Short name, unique among the sources.
    citation : str
        Author or publisher, title, year.
    url : str
        Where to find it; empty where there is no lasting address.
    """

    key: str
    citation: str
    url: str = ""


WILLIAMS_2009 = Source(
    "Williams 2009",
    "S. Williams, A. Waterman, D. Patterson: Roofline: an insightful visual "
    "performance model for multicore architectures. Communications of the ACM 52(4), "
    "2009.",
    "https://doi.org/10.1145/1498765.1498785",
)
A100_WHITEPAPER = Source(
    "A100 whitepaper",
    "NVIDIA A100 Tensor Core GPU Architecture, whitepaper, 2020: tables 4 and 5.",
    "https://images.nvidia.com/aem-dam/en-zz/Solutions/data-center/nvidia-ampere-architecture-whitepaper.pdf",
)
A100_DATASHEET = Source(
    "A100 datasheet",
    "NVIDIA A100 Tensor Core GPU datasheet: the SXM4 board with 40 GB of HBM2.",
    "https://www.nvidia.com/en-us/data-center/a100/",
)
H100_WHITEPAPER = Source(
    "H100 whitepaper",
    "NVIDIA H100 Tensor Core GPU Architecture, whitepaper, version 1.03 or later. "
    "Earlier versions carry preliminary figures (60 TFLOP/s, 3 TB/s).",
    "https://resources.nvidia.com/en-us-tensor-core",
)
H100_PRODUCT_PAGE = Source(
    "H100 product page",
    "NVIDIA H100 Tensor Core GPU, product specifications of the SXM board. Its "
    "tensor-core figures count 2:4 sparsity; the dense rate is half of them.",
    "https://www.nvidia.com/en-us/data-center/h100/",
)
L2_MICROBENCHMARKS = Source(
    "L2 microbenchmarks",
    "Read bandwidth of the L2 cache as published microbenchmarks measured it. They "
    "disagree by a factor of two on the H100: take the figures as approximate.",
)
HONG_KUNG_1981 = Source(
    "Hong 1981",
    "J.-W. Hong, H. T. Kung: I/O complexity: the red-blue pebble game. STOC 1981.",
    "https://doi.org/10.1145/800076.802486",
)
IRONY_2004 = Source(
    "Irony 2004",
    "D. Irony, S. Toledo, A. Tiskin: Communication lower bounds for distributed-memory "
    "matrix multiplication. Journal of Parallel and Distributed Computing 64(9), 2004.",
    "https://doi.org/10.1016/j.jpdc.2004.03.021",
)
SMITH_2019 = Source(
    "Smith 2019",
    "T. M. Smith, B. Lowery, J. Langou, R. A. van de Geijn: A tight I/O lower bound "
    "for matrix multiplication. arXiv:1702.02017, 2019.",
    "https://arxiv.org/abs/1702.02017",
)
GPU_BENCHES = Source(
    "gpu-benches",
    "te42kyfo/gpu-benches, commit 1c36d50, gpu-roofline/alex_a100_40.txt: an FP32 "
    "roofline sweep of eight A100 SXM4 boards with 40 GB; the median of the eight.",
    "https://github.com/te42kyfo/gpu-benches/blob/1c36d509ee717dca9215c27135fa1e611bb03ed1/gpu-roofline/alex_a100_40.txt",
)
SGEMM_CUDA = Source(
    "SGEMM_CUDA",
    "siboehm/SGEMM_CUDA, commit 60cba6f, README.md and src/runner.cu: SGEMM kernels "
    "at n = 4096, measured on an RTX A6000.",
    "https://github.com/siboehm/SGEMM_CUDA/tree/60cba6f9b20a198116c76f18de8047f44df8c8b8",
)

SOURCES: tuple[Source, ...] = (
    WILLIAMS_2009,
    A100_WHITEPAPER,
    A100_DATASHEET,
    H100_WHITEPAPER,
    H100_PRODUCT_PAGE,
    L2_MICROBENCHMARKS,
    HONG_KUNG_1981,
    IRONY_2004,
    SMITH_2019,
    GPU_BENCHES,
    SGEMM_CUDA,
)
