"""A typed quantity is read with its unit, or refused with its text and the reason."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_model import parse_bandwidth, parse_rate, typing_rules
from roofline_model.typed import BINARY_PREFIXES, DECIMAL_PREFIXES, read_quantity

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=150, deadline=None, derandomize=True)


# Decimal: BIPM, The International System of Units, 9th edition, table 7 (2022).
# Binary: IEC 80000-13 (2008), clause 4.
@pytest.mark.parametrize(
    ("prefix", "factor"),
    [
        ("", 1),
        ("k", 1e3),
        ("M", 1e6),
        ("G", 1e9),
        ("T", 1e12),
        ("P", 1e15),
        ("E", 1e18),
    ],
)
def test_every_decimal_prefix_is_read(prefix, factor):
    assert parse_rate(f"1 {prefix}FLOP/s") == factor
    assert parse_bandwidth(f"1 {prefix}B/s") == factor


@pytest.mark.parametrize(
    ("prefix", "factor"),
    [
        ("Ki", 1024),
        ("Mi", 1048576),
        ("Gi", 1073741824),
        ("Ti", 1099511627776),
        ("Pi", 1125899906842624),
        ("Ei", 1152921504606846976),
    ],
)
def test_every_binary_prefix_is_read_for_bytes_alone(prefix, factor):
    assert parse_bandwidth(f"1 {prefix}B/s") == factor
    with pytest.raises(ValueError, match=f"^rate must have a prefix .*not '{prefix}'"):
        parse_rate(f"1 {prefix}FLOP/s")


def test_no_other_prefix_is_read():
    assert set(DECIMAL_PREFIXES) == {"k", "M", "G", "T", "P", "E"}
    assert set(BINARY_PREFIXES) == {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("19.5 TFLOP/s", 19.5e12),
        ("19.5TFLOP/s", 19.5e12),
        ("  19.5   TFLOP/s ", 19.5e12),
        ("19.5 Tflop/s", 19.5e12),
        ("19.5 TFLOPS", 19.5e12),
        ("19.5 TFLOPs", 19.5e12),
        ("19.5 TFLOPs/s", 19.5e12),
        ("989.5 TFLOP/s", 989.5e12),
        ("0.067 PFLOP/s", 67e12),
        ("1.95e13 FLOP/s", 19.5e12),
        ("1.95E+13 FLOP/s", 19.5e12),
        ("+19.5 TFLOP/s", 19.5e12),
    ],
)
def test_a_rate_is_read(text, value):
    assert parse_rate(text) == value
    assert type(parse_rate(text)) is float


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1555 GB/s", 1.555e12),
        ("1.555 TB/s", 1.555e12),
        ("3.35 TB/s", 3.35e12),
        ("1555 GBps", 1.555e12),
        ("1555\u00a0GB/s", 1.555e12),
        ("900 GiB/s", 900 * 2**30),
        ("1.4 TiB/s", 1539316278886.4),
        ("5 EB/s", 5e18),
        (".5 TB/s", 5e11),
        ("5. GB/s", 5e9),
        ("1e−3 TB/s", 1e9),
        ("1 B/s", 1.0),
    ],
)
def test_a_bandwidth_is_read(text, value):
    assert parse_bandwidth(text) == value
    assert type(parse_bandwidth(text)) is float


def test_gigabytes_and_gibibytes_are_told_apart():
    assert parse_bandwidth("1 GB/s") == 1e9
    assert parse_bandwidth("1 GiB/s") == 2**30
    assert parse_bandwidth("1448.2 GiB/s") == pytest.approx(1.555e12, rel=1e-4)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1555", "have a unit, such as 1555 GB/s"),
        ("1.5e3 ", "have a unit, such as 1555 GB/s"),
        ("", "begin with a number, such as 1555 GB/s"),
        ("GB/s", "begin with a number, such as 1555 GB/s"),
        ("fast", "begin with a number, such as 1555 GB/s"),
        ("nan GB/s", "begin with a number, such as 1555 GB/s"),
        ("inf GB/s", "begin with a number, such as 1555 GB/s"),
        ("１５ GB/s", "begin with a number, such as 1555 GB/s"),
        ("1,555 GB/s", "be written with a decimal point and no comma"),
        ("1,5 TB/s", "be written with a decimal point and no comma"),
        ("1 555 GB/s", "begin with one number, such as 1555 GB/s"),
        ("1.555.0 GB/s", "begin with one number, such as 1555 GB/s"),
        ("1e9999 GB/s", "begin with one number, such as 1555 GB/s"),
        ("0 GB/s", "be positive"),
        ("-0.0 GB/s", "be positive"),
        ("-5 GB/s", "be positive"),
        ("−5 GB/s", "be positive"),
        ("1e-999 GB/s", "be positive"),
        ("0.5 B/s", "be at least 1 and less than 1e21 B/s"),
        ("1000 EB/s", "be at least 1 and less than 1e21 B/s"),
        ("1e999 GB/s", "be at least 1 and less than 1e21 B/s"),
        ("1555 GB", "be in B/s, such as 1555 GB/s"),
        ("1555 G", "be in B/s, such as 1555 GB/s"),
        ("1555 GB/h", "be in B/s, such as 1555 GB/s"),
        ("1555 GB/s/s", "be in B/s, such as 1555 GB/s"),
        ("1555 GB /s", "be in B/s, such as 1555 GB/s"),
        ("19.5 TFLOP/s", "be in B/s, such as 1555 GB/s"),
        ("1555 Gb/s", "be in B/s, such as 1555 GB/s (b is a bit)"),
        ("1555 Gbps", "be in B/s, such as 1555 GB/s (b is a bit)"),
        ("1 GTB/s", "have one prefix and not 'GT'"),
        ("1 kGiB/s", "have one prefix and not 'kGi'"),
        ("1 TiGB/s", "have one prefix and not 'TiG'"),
    ],
)
def test_a_bandwidth_that_cannot_be_read_is_refused_with_the_reason(text, reason):
    message = f"^bandwidth must {re.escape(reason)}, got {re.escape(repr(text))}$"
    with pytest.raises(ValueError, match=message):
        parse_bandwidth(text)


@pytest.mark.parametrize("prefix", ["g", "t", "K", "m", "gi", "ki", "Z", "µ", "_"])
def test_a_prefix_in_the_wrong_case_or_of_no_gpu_is_refused(prefix):
    every = "k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei"
    with pytest.raises(
        ValueError, match=f"^bandwidth must have a prefix of {every} and not '{prefix}'"
    ):
        parse_bandwidth(f"5 {prefix}B/s")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("19.5", "have a unit, such as 19.5 TFLOP/s"),
        ("19,5 TFLOP/s", "be written with a decimal point and no comma"),
        ("1555 GB/s", "be in FLOP/s, such as 19.5 TFLOP/s"),
        ("19.5 TFLOP", "be in FLOP/s, such as 19.5 TFLOP/s"),
        ("624 TOPS", "be in FLOP/s, such as 19.5 TFLOP/s"),
        ("1 kTFLOP/s", "have one prefix and not 'kT'"),
        ("19.5 tflop/s", "have a prefix of k, M, G, T, P, E and not 't'"),
        ("0 TFLOP/s", "be positive"),
        ("1e21 FLOP/s", "be at least 1 and less than 1e21 FLOP/s"),
    ],
)
def test_a_rate_that_cannot_be_read_is_refused_with_the_reason(text, reason):
    message = f"^rate must {re.escape(reason)}, got {re.escape(repr(text))}$"
    with pytest.raises(ValueError, match=message):
        parse_rate(text)


@pytest.mark.parametrize("bad", [None, 19.5, b"1 GB/s", ["1 GB/s"]], ids=repr)
@pytest.mark.parametrize(
    ("name", "parse"), [("rate", parse_rate), ("bandwidth", parse_bandwidth)]
)
def test_only_a_text_is_read(name, parse, bad):
    with pytest.raises(
        ValueError, match=f"^{name} must be a text .*got {re.escape(repr(bad))}$"
    ):
        parse(bad)


@few
@given(st.text(max_size=20))
def test_any_text_is_read_or_refused_with_itself(text):
    try:
        assert 1 <= parse_bandwidth(text) < 1e21
    except ValueError as error:
        message = str(error)
        assert message.startswith("bandwidth must ")
        assert message.endswith(f", got {text!r}")


@few
@given(
    st.integers(1000, 999_999),
    st.integers(3, 5),
    st.sampled_from(sorted(DECIMAL_PREFIXES.items())),
)
def test_a_decimal_quantity_is_read_to_the_last_bit(digits, decimals, prefix):
    symbol, factor = prefix
    number = f"{digits / 10**decimals:.{decimals}f}"
    power = len(str(factor)) - 1
    assert parse_rate(f"{number} {symbol}FLOP/s") == float(f"{number}e{power}")


@few
@given(
    st.integers(1000, 999_999),
    st.integers(3, 5),
    st.sampled_from(sorted(BINARY_PREFIXES.items())),
)
def test_a_binary_quantity_is_read_to_the_last_bit(digits, decimals, prefix):
    symbol, factor = prefix
    number = f"{digits / 10**decimals:.{decimals}f}"
    # A power of two moves no digit: the number is rounded once.
    assert parse_bandwidth(f"{number} {symbol}B/s") == float(number) * factor


def test_the_rules_are_plain_data_and_whole_for_each_unit():
    rules = typing_rules()
    assert json.loads(json.dumps(rules, allow_nan=False)) == rules
    assert set(rules) == {"rate", "bandwidth"}
    assert set(rules["rate"]) == set(rules["bandwidth"])
    for symbol, factor in DECIMAL_PREFIXES.items():
        for unit in rules.values():
            base, power = unit["powers"][symbol]
            assert base**power == factor
    for symbol, factor in BINARY_PREFIXES.items():
        base, power = rules["bandwidth"]["powers"][symbol]
        assert (base, base**power) == (2, factor)
        assert symbol not in rules["rate"]["powers"]


def test_changing_the_rules_that_were_handed_out_changes_no_reading():
    rules = typing_rules()
    rules["rate"]["powers"].clear()
    rules["rate"]["refused"].clear()
    assert parse_rate("19.5 TFLOP/s") == 19.5e12
    assert typing_rules()["rate"]["powers"]["T"] == [10, 12]


def test_what_is_read_and_said_is_what_the_rules_say():
    rules = typing_rules()["rate"]
    rules["powers"]["T"] = [10, 3]
    assert read_quantity("peak", "2 TFLOP/s", rules) == 2000
    rules["refused"].append(["prefix", "^G$", "be told otherwise than with {prefix}"])
    with pytest.raises(
        ValueError,
        match=r"^peak must be told otherwise than with 'G', got '2 GFLOP/s'$",
    ):
        read_quantity("peak", "2 GFLOP/s", rules)


@pytest.mark.parametrize("unit", ["rate", "bandwidth"])
def test_the_patterns_are_written_in_what_python_and_javascript_share(unit):
    rules = typing_rules()[unit]
    patterns = [rules["spaces"], rules["number"], rules["unit"]]
    patterns += [pattern for _, pattern, _ in rules["refused"]]
    for pattern in patterns:
        assert re.compile(pattern)
        bare = re.sub(r"\\.", "", re.sub(r"\[[^]]*\]", "", pattern))
        # Groups are plain or look ahead; there is no flag, no name, no lookbehind.
        assert re.findall(r"\(\?(?![:!])", bare) == []
        # What `.`, \s, \d, \w and \b match differs from one to the other.
        assert "." not in bare
        assert re.findall(r"\\[sSdDwWbBAZ]", pattern) == []


def test_the_spaces_are_those_of_str_strip():
    spaces = re.compile(typing_rules()["rate"]["spaces"])
    code_points = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    taken = {c for c in code_points if spaces.search(chr(c))}
    assert taken == {c for c in code_points if not chr(c).strip()}
