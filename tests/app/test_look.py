"""The tokens hold their contrast (WCAG 2.2, 1.4.3 and 1.4.11), in both themes."""

import pytest

from app.data.theme import COLOURS, css_tokens, palette

TEXT = ["ink", "quiet", "a100", "h100", "memory", "compute"]


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "wash"])
@pytest.mark.parametrize("token", TEXT)
def test_every_text_colour_reads_on_its_ground(
    scheme: str, ground: str, token: str
) -> None:
    colours = palette(scheme)
    assert contrast(colours[token], colours[ground]) >= 4.5


def test_black_on_white_measures_twenty_one() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_every_token_reaches_the_style_sheet() -> None:
    for name, (light, dark) in COLOURS.items():
        assert f"--{name}: light-dark({light}, {dark});" in css_tokens()
