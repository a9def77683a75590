"""Every other GPU is listed with its figures and source; what is unknown is absent."""

import json
import re

import pytest

from app.data.gpu_list import NBSP, as_data, searched
from roofline_model import CATALOGUE, GPUS, ridge, search_devices, significant

OTHERS = [device for device in CATALOGUE if device not in CATALOGUE[: len(GPUS)]]
ROWS = {row["key"]: row for row in as_data()}
FIGURES = ("fp32", "tensor", "bandwidth", "ridge", "tensor_ridge", "sms", "clock")
PREFIXES = {"": "", "G": "e9", "T": "e12", "P": "e15"}

each = pytest.mark.parametrize("device", OTHERS, ids=lambda device: device.key)


def read(text):
    """Return the value of a figure that is written with a decimal prefix."""
    number, prefix = re.fullmatch(rf"([0-9.]+){NBSP}([GTP]?)[A-Za-z/]+", text).groups()
    return float(number + PREFIXES[prefix])


def names(row):
    """Return the names of a row's facts."""
    return [name for name, _, _ in row["facts"]]


def test_every_device_but_the_presets_is_listed_in_the_catalogues_order():
    assert list(ROWS) == [device.key for device in OTHERS]
    assert not {gpu.key for gpu in GPUS} & set(ROWS)
    assert len(ROWS) == 23
    assert json.loads(json.dumps(as_data())) == [
        {**row, "facts": [list(fact) for fact in row["facts"]]} for row in as_data()
    ]


@each
def test_a_figure_is_written_with_every_digit_of_its_source(device):
    row = ROWS[device.key]
    for name, constant in (
        ("fp32", device.fp32_peak),
        ("tensor", device.tensor_peak),
        ("bandwidth", device.memory),
        ("clock", device.clock),
        ("shared", device.shared_width),
    ):
        if constant is None:
            assert row[name] is None, name
        else:
            assert read(row[name]) == pytest.approx(constant.value, rel=1e-15), name
    assert row["sms"] == (None if device.sm_count is None else str(device.sm_count))


@each
def test_a_ridge_is_the_models_and_absent_where_there_is_no_peak(device):
    row = ROWS[device.key]
    for name, peak in (
        ("ridge", device.fp32_peak),
        ("tensor_ridge", device.tensor_peak),
    ):
        if peak is None:
            assert row[name] is None
        else:
            corner = ridge(peak=peak.value, bandwidth=device.bandwidth)
            assert row[name] == significant(corner)


@each
def test_what_is_unknown_is_absent_and_not_zero(device):
    row = ROWS[device.key]
    known = [row[name] for name in FIGURES if row[name] is not None]
    texts = [value for _, _, value in row["facts"]]
    assert len(texts) == len(known) + (row["shared"] is not None)
    for text in texts:
        assert float(re.match("[0-9.]+", text)[0]) > 0
    assert "None" not in json.dumps([row["line"], row["facts"]])


def test_a_tpu_says_nothing_of_an_fp32_peak_a_clock_or_sms():
    row = ROWS["tpu-v5p"]
    assert names(row) == ["BF16 peak, dense", "Memory bandwidth", "Ridge, BF16"]
    assert row["fp32"] is row["ridge"] is row["clock"] is row["sms"] is None
    assert row["line"] == f"BF16{NBSP}459{NBSP}TFLOP/s · 2.765{NBSP}TB/s"
    assert "No FP32 peak is published" in row["note"]


@each
def test_vector_and_tensor_dense_and_format_are_told_apart_by_name(device):
    row = ROWS[device.key]
    facts = {name: note for name, note, _ in row["facts"]}
    assert ("FP32 peak" in facts) == (device.fp32_peak is not None)
    assert facts.get("FP32 peak", "vector units") == "vector units"
    assert row["tensor_format"] == f"{device.tensor_format}, dense"
    assert f"{device.tensor_format} peak, dense" in facts
    assert "FP32 sums" in facts[f"{device.tensor_format} peak, dense"]


def test_tensor_cores_without_bf16_are_named_by_fp16():
    for key in ("v100-sxm2", "t4"):
        assert ROWS[key]["tensor_format"] == "FP16, dense"
        assert "FP16 peak, dense" in names(ROWS[key])
        assert not any("BF16" in name for name in names(ROWS[key]))


def test_boards_of_one_chip_are_told_apart_by_form_and_memory():
    boards = [row["name"] for row in as_data()]
    assert len(set(boards)) == len(boards)
    forms = ["A100 PCIe, 40 GB", "A100 SXM4, 80 GB", "A100 PCIe, 80 GB"]
    assert [name for name in boards if "A100" in name] == [f"NVIDIA {f}" for f in forms]
    # Datasheets: 1555, 2039 and 1935 GB/s.
    assert [
        ROWS[key]["bandwidth"].replace(NBSP, " ")
        for key in ("a100-pcie-40gb", "a100-sxm4-80gb", "a100-pcie-80gb")
    ] == ["1.555 TB/s", "2.039 TB/s", "1.935 TB/s"]
    # The ridge that a widely read glossary rounds to 156, with the board beside it.
    assert ROWS["a100-sxm4-80gb"]["tensor_ridge"] == "153"


@each
def test_every_row_names_where_it_was_read(device):
    row = ROWS[device.key]
    source = row["source"]
    constants = (
        *(device.memory, device.fp32_peak, device.tensor_peak),
        *(device.clock, device.shared_width),
    )
    assert {c.source.citation for c in constants if c} == {source["citation"]}
    assert source["key"]
    assert len(source["citation"]) > 20
    assert source["url"] == "" or source["url"].startswith("https://")
    assert row["note"]


@pytest.mark.parametrize(
    "query",
    [
        *(
            "",
            "a100",
            "A100 80GB",
            "80 gb pcie",
            "pcie",
            "SXM",
            "sxm4 80",
            "nvidia rtx",
        ),
        *("geforce", "amd", "mi300x", "instinctmi300x", "tpu", "tpuv4", "16gb", "h"),
        *("one die", "die,one", "nothing like it", "rtx 4090 24", "  l4  ", ","),
    ],
)
def test_the_searched_text_finds_what_the_models_search_finds(query):
    words = query.casefold().split()
    found = [
        row["key"] for row in as_data() if all(w in row["searched"] for w in words)
    ]
    assert found == [d.key for d in search_devices(query) if d.key in ROWS]


def test_the_searched_text_is_in_lower_case_with_and_without_spaces():
    for row in as_data():
        assert row["searched"] == searched(row["name"]) == row["searched"].lower()
        lower = row["name"].lower()
        assert row["searched"] == f"{lower} {lower.replace(' ', '')}"
