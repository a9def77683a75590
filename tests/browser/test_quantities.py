"""What is typed is read in the browser exactly as in Python, and refused alike."""

import base64
from pathlib import Path

import pytest

from roofline_model import parse_bandwidth, parse_rate, typing_rules

MODULE = Path(__file__).parents[2] / "assets" / "core" / "quantity.mjs"

NUMBERS = (
    *("1", "0", "-0", "-5", "−5", "+19.5", "19.5", "3.35", "0.067", "1.4", "1448.2"),
    *("989.5", "5.", ".5", ".", "5..", "1.555.0", "1,555", "1,5", "1 555", "1_555"),
    *("1e3", "1.95E+13", "1e−3", "1e-3", "1E", "1e3.5", "1e1000", "1e999", "1e-999"),
    *("1e-330", "1e308", "4.35", "2.675", "0.1", "1.005", "123456789.123456789"),
    *("9007199254740993", "0.30000000000000004", "1797693134862315.7e-3"),
    *("0xff", "nan", "inf", "Infinity", "１５", "٣", "½", "1e٣", "", "fast"),
)
UNITS = (
    *(
        "",
        " ",
        "GB/s",
        "TB/s",
        "kB/s",
        "EB/s",
        "B/s",
        "GBps",
        "GiB/s",
        "TiB/s",
        "KiB/s",
    ),
    *(
        "EiB/s",
        "KB/s",
        "kiB/s",
        "giB/s",
        "gB/s",
        "Gb/s",
        "Gbps",
        "kb/s",
        "kbit/s",
        "GB",
    ),
    *("GB/h", "GB/s/s", "GB /s", "G B/s", "GB\n/s", "G\nB/s", "G\rB/s", "GB/s."),
    *("GTB/s", "kGiB/s", "TiGB/s", "ZB/s", "µB/s", "_B/s", "{text}B/s", "{prefix}B/s"),
    *("toStringB/s", "__proto__B/s", "constructorB/s", "TFLOP/s", "Tflop/s", "TFLOPS"),
    *("TFLOPs/s", "TFlOpS", "tflop/s", "FLOP/s", "EFLOP/s", "GTFLOP/s", "GiFLOP/s"),
    *("TFLOP/h", "TFLOP", "TFLOP/ſ", "TFLOPſ", "MFLOPFLOPS", "flopsflops"),
)
AROUND = (
    *(
        "  19.5 TFLOP/s\t",
        "\u00a01555\u00a0GB/s\u202f",
        "\ufeff1555 GB/s",
        "\x1c1 B/s\x85",
    ),
    *("1555\u200bGB/s", "1555 GB/s\u200d", "19.5\nTFLOP/s\n", "\n\n", "\u2028", "\x00"),
    *("it's fast", 'a "fast" one', 'it\'s a "fast" one', "back\\slash", "\x7f\x1b[0m"),
    *(
        "5 'GB/s",
        "5 'G\"B/s",
        "5 \\B/s",
        "5 \u0301B/s",
        "5 😀B/s",
        "5 😀",
        "\U000e0041",
    ),
    *("999.9999999999999 EB/s", "1000 EB/s", "0.9999999999999999 B/s", "1 B/s"),
    *("867.3617379884035 EiB/s", "867.36173798840355 EiB/s", "1e21 FLOP/s", "1" * 400),
    *(
        f"{'1' * 40} B/s",
        f"0.{'0' * 30}1 EB/s",
        "1.00000000000000011102230246251565 B/s",
    ),
    *("<b>5</b> GB/s", "5 <i>B/s", "5 GB/s; drop", "GB/s 5", "- 5 GB/s", "--5 GB/s"),
)
TEXTS = sorted(
    {
        *(f"{number} GB/s" for number in NUMBERS),
        *(f"{number} TFLOP/s" for number in NUMBERS),
        *(f"{number}GiB/s" for number in NUMBERS),
        *(f"19.5 {unit}" for unit in UNITS),
        *NUMBERS,
        *AROUND,
    }
)

READ = """async ({ module, texts, rules }) => {
  const { readQuantity } = await import(`data:text/javascript;base64,${module}`);
  const bits = (value) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
  };
  return texts.map((text) => {
    const { value, error } = readQuantity("figure", text, rules);
    return error ?? bits(value);
  });
}"""


def bits(value: float) -> str:
    """Return a number's 64 bits in hexadecimal digits."""
    sign = "8" if value < 0 else "0"
    digits = float(value).hex()
    mantissa, exponent = digits.lstrip("-").split("p")
    fraction = mantissa.partition(".")[2].ljust(13, "0")
    whole = (int(sign, 16) << 60) | ((int(exponent) + 1023) << 52) | int(fraction, 16)
    return f"{whole:016x}"


def python(parse, name, text):
    """Return what Python reads, bit for bit, or says."""
    try:
        return bits(parse(text))
    except ValueError as error:
        return str(error).replace(name, "figure", 1)


@pytest.fixture(scope="module")
def read(opened):
    """Return what the browser reads or says of all texts, by unit."""
    module = base64.b64encode(MODULE.read_bytes()).decode()
    with opened() as page:
        yield {
            unit: page.evaluate(
                READ, {"module": module, "texts": TEXTS, "rules": rules}
            )
            for unit, rules in typing_rules().items()
        }


@pytest.mark.parametrize(
    ("name", "parse"), [("rate", parse_rate), ("bandwidth", parse_bandwidth)]
)
def test_the_browser_reads_and_refuses_as_python_does(read, name, parse):
    wanted = {text: python(parse, name, text) for text in TEXTS}
    assert dict(zip(TEXTS, read[name], strict=True)) == wanted
    # The texts are of both kinds, and every reason to refuse one occurs.
    values = [said for said in wanted.values() if not said.startswith("figure must")]
    assert len(values) > 20
    assert len(wanted) - len(values) > 100
    rules = typing_rules()[name]
    for reason in (
        *(reason for _, _, reason in rules["refused"]),
        *(rules["positive"], rules["limited"]),
    ):
        beginning = f"figure must {reason.partition('{')[0]}"
        assert any(said.startswith(beginning) for said in wanted.values()), reason


def test_a_power_of_two_and_a_power_of_ten_are_told_apart_to_the_last_bit(read):
    at = dict(zip(TEXTS, read["bandwidth"], strict=True))
    assert at["1448.2GiB/s"] == bits(1448.2 * 2**30)
    assert at["3.35 GB/s"] == bits(3.35e9)
    assert at["4.35 GB/s"] == bits(4.35e9)
