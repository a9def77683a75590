"""Quantities are written and spoken as a reader and a listener expect them."""

import re
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from roofline_model import PREFIXES, format_si, percent, significant, spoken
from roofline_model.units import SPOKEN_UNITS

# The same examples in every run: a failure is reproduced by running again.
few = settings(max_examples=150, deadline=None, derandomize=True)

# Prefixes: BIPM, The International System of Units, 9th edition, table 7 (2022).
WRITTEN_AND_SPOKEN = (
    (1.5e-30, "1.50 qB", "1.50 quectobytes"),
    (1.5e-27, "1.50 rB", "1.50 rontobytes"),
    (1.5e-24, "1.50 yB", "1.50 yoctobytes"),
    (1.5e-21, "1.50 zB", "1.50 zeptobytes"),
    (1.5e-18, "1.50 aB", "1.50 attobytes"),
    (1.5e-15, "1.50 fB", "1.50 femtobytes"),
    (1.5e-12, "1.50 pB", "1.50 picobytes"),
    (1.5e-9, "1.50 nB", "1.50 nanobytes"),
    (1.5e-6, "1.50 µB", "1.50 microbytes"),
    (1.5e-3, "1.50 mB", "1.50 millibytes"),
    (1.5, "1.50 B", "1.50 bytes"),
    (1.5e3, "1.50 kB", "1.50 kilobytes"),
    (1.5e6, "1.50 MB", "1.50 megabytes"),
    (1.5e9, "1.50 GB", "1.50 gigabytes"),
    (1.5e12, "1.50 TB", "1.50 terabytes"),
    (1.5e15, "1.50 PB", "1.50 petabytes"),
    (1.5e18, "1.50 EB", "1.50 exabytes"),
    (1.5e21, "1.50 ZB", "1.50 zettabytes"),
    (1.5e24, "1.50 YB", "1.50 yottabytes"),
    (1.5e27, "1.50 RB", "1.50 ronnabytes"),
    (1.5e30, "1.50 QB", "1.50 quettabytes"),
)

POWER = {symbol: power for power, symbol, _ in PREFIXES}
NAME = {symbol: name for _, symbol, name in PREFIXES}

within_the_prefixes = st.floats(1e-29, 1e32)


def split(text: str) -> tuple[str, str]:
    """Return the number and the prefix of a text in bytes."""
    number, unit = text.split(" ")
    assert unit.endswith("B")
    return number, unit[:-1]


@pytest.mark.parametrize(
    ("value", "written"), [(value, text) for value, text, _ in WRITTEN_AND_SPOKEN]
)
def test_every_prefix_is_written(value, written):
    assert format_si(value, "B") == written


@pytest.mark.parametrize(
    ("value", "said"), [(value, text) for value, _, text in WRITTEN_AND_SPOKEN]
)
def test_every_prefix_is_spoken(value, said):
    assert spoken(value, "B") == said


def test_the_table_holds_twenty_one_prefixes_in_steps_of_a_thousand():
    assert [power for power, _, _ in PREFIXES] == list(range(-30, 31, 3))
    assert len(POWER) == len(NAME) == len(WRITTEN_AND_SPOKEN) == 21


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (19.5e12, "FLOP/s", "19.5 teraflops per second"),
        (137.4e9, "flop", "137 gigaflops"),
        (549.8e9, "B", "550 gigabytes"),
        (1.555e12, "B/s", "1.56 terabytes per second"),
        (7.05e-3, "s", "7.05 milliseconds"),
        (1.41e9, "Hz", "1.41 gigahertz"),
        (2.0, "s", "2.00 seconds"),
    ],
)
def test_every_unit_is_spoken(value, unit, expected):
    assert unit in SPOKEN_UNITS
    assert spoken(value, unit) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (999.6e9, "1.00 TB"),
        (999.4e9, "999 GB"),
        (999.5, "1.00 kB"),
        (99.96, "100 B"),
        (9.996, "10.0 B"),
        (0.9996, "1.00 B"),
        (0.9994, "999 mB"),
    ],
)
def test_rounding_carries_into_the_next_prefix(value, expected):
    assert format_si(value, "B") == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    # All exact in binary, so that the tie is a real one.
    [
        (1.125, "1.13"),
        (1.375, "1.38"),
        (2.5625, "2.56"),
        (100.5, "101"),
        (12.25, "12.3"),
    ],
)
def test_a_half_is_rounded_up(value, expected):
    assert significant(value) == expected
    assert format_si(value, "B") == f"{expected} B"


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (7.96887, 3, "7.97"),
        (2, 3, "2.00"),
        (200.64, 3, "201"),
        (0.0833333, 3, "0.0833"),
        (12345.0, 3, "12300"),
        (0.24997, 5, "0.24997"),
        (7.5, 1, "8"),
    ],
)
def test_every_significant_digit_is_kept(value, digits, expected):
    assert significant(value, digits) == expected


def test_zero_has_no_prefix():
    assert format_si(0, "B") == format_si(-0.0, "B") == "0 B"
    assert spoken(0, "s") == "0 seconds"
    assert significant(0) == "0"
    assert percent(0) == "0 %"


def test_a_negative_value_carries_a_minus_sign():
    assert format_si(-1.125e12, "B") == "−1.13 TB"
    assert spoken(-2e-3, "s") == "−2.00 milliseconds"
    assert significant(-7.96887) == "−7.97"
    assert percent(-0.5) == "−50 %"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(67e12, "67 TB"), (19.5e12, "19.5 TB"), (100e9, "100 GB"), (0, "0 B")],
)
def test_trimming_drops_trailing_zeros_behind_the_point_alone(value, expected):
    assert format_si(value, "B", trim=True) == expected


@pytest.mark.parametrize(
    ("fraction", "expected"),
    [
        (0.635467, "64 %"),
        (0.019933, "2.0 %"),
        (0.996, "100 %"),
        (1.0, "100 %"),
        (0.0004, "0.040 %"),
    ],
)
def test_a_share_is_written_in_percent_to_two_digits(fraction, expected):
    assert percent(fraction) == expected


@pytest.mark.parametrize("value", [9.99e-31, 1e-300, 9.995e32, 1e33, -1e33, 1e300])
@pytest.mark.parametrize("write", [format_si, spoken])
def test_a_value_beyond_the_prefixes_is_refused(write, value):
    with pytest.raises(
        ValueError, match=r"^value must lie within the SI prefixes"
    ) as e:
        write(value, "B")
    assert repr(value) in str(e.value)


@pytest.mark.parametrize(
    ("value", "expected"), [(9.996e-31, "1.00 qB"), (9.994e32, "999 QB")]
)
def test_the_last_values_within_the_prefixes_are_written(value, expected):
    assert format_si(value, "B") == expected


@pytest.mark.parametrize(
    "bad", [float("nan"), float("inf"), float("-inf"), "12", None, [1.0, 2.0]], ids=repr
)
@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("value", significant),
        ("value", lambda value: format_si(value, "B")),
        ("value", lambda value: spoken(value, "B")),
        ("fraction", percent),
    ],
    ids=["significant", "format_si", "spoken", "percent"],
)
def test_what_is_no_finite_number_is_refused_by_name(name, write, bad):
    with pytest.raises(ValueError, match=f"^{name} must be .*{re.escape(repr(bad))}$"):
        write(bad)


@pytest.mark.parametrize(
    ("bad", "shown"), [(0, "0.0"), (-1, "-1.0"), (1.5, "1.5"), ("3", "'3'")]
)
def test_digits_must_be_a_positive_whole_number(bad, shown):
    message = f"^digits must be .*, got {re.escape(shown)}$"
    with pytest.raises(ValueError, match=message):
        significant(1.0, bad)
    with pytest.raises(ValueError, match=message):
        format_si(1.0, "B", digits=bad)
    with pytest.raises(ValueError, match=message):
        spoken(1.0, "B", digits=bad)


def test_a_unit_that_nobody_taught_it_is_not_spoken():
    with pytest.raises(ValueError, match=r"^unit must be one of .*got 'parsec'$"):
        spoken(1.0, "parsec")


def test_digits_and_trimming_are_named_where_a_unit_is_given():
    with pytest.raises(TypeError, match="positional"):
        format_si(1.0, "B", 3)
    with pytest.raises(TypeError, match="positional"):
        spoken(1.0, "B", 3)


@few
@given(within_the_prefixes)
@example(999.5e9)
@example(9.995e-4)
def test_reading_a_quantity_back_is_off_by_half_a_digit_at_most(value):
    number, prefix = split(format_si(value, "B"))
    read = Decimal(number).scaleb(POWER[prefix])
    third_digit = Decimal(1).scaleb(Decimal(value).adjusted() - 2)
    assert abs(read - Decimal(value)) <= third_digit / 2


@few
@given(within_the_prefixes)
@example(999.5e9)
def test_one_to_three_digits_lead_and_three_are_written(value):
    number, _ = split(format_si(value, "B"))
    assert re.fullmatch(r"[1-9]\d{0,2}(\.\d+)?", number)
    assert len(number.replace(".", "")) == 3


@few
@given(within_the_prefixes)
def test_the_ear_hears_what_the_eye_reads(value):
    number, prefix = split(format_si(value, "B"))
    assert spoken(value, "B") == f"{number} {NAME[prefix]}bytes"


@few
@given(within_the_prefixes)
def test_a_negative_quantity_is_its_mirror_image(value):
    assert format_si(-value, "B") == "−" + format_si(value, "B")
