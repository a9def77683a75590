"""The look's tokens: one table for the page, the figure and the printed picture."""

#: Every colour as (light, dark). Those used as text reach 4.5:1 on their paper.
COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#FCFBF8", "#14161A"),
    "ink": ("#1B1D21", "#ECEAE4"),
    "quiet": ("#575B63", "#A6A9B0"),
    "hair": ("#DAD7CF", "#33363D"),
    "wash": ("#F3F1EB", "#1C1F25"),
    "a100": ("#0063A3", "#6DB6F2"),
    "h100": ("#B5460F", "#F5935B"),
    "other": ("#7A5A00", "#DDB94B"),
    "memory": ("#00735A", "#4CC9A4"),
    "compute": ("#86397A", "#DD94D2"),
}

#: The reader's own system sans: no font is fetched.
FONT = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', "
    "Arial, sans-serif"
)

#: How strong the GPU is drawn that is not chosen.
DIM = 0.35

#: Lengths of strokes and gaps [px]: a tensor roof, a ridge's boundary, a hairline.
DASHES, DOTS, HAIRS = (8, 5), (2, 4), (2, 3)


def css_tokens() -> str:
    """Return the tokens as CSS custom properties that follow the colour scheme.

    >>> css_tokens().splitlines()[1]
    '  --paper: light-dark(#FCFBF8, #14161A);'
    """
    lines = [
        f"  --{name}: light-dark({light}, {dark});"
        for name, (light, dark) in COLOURS.items()
    ]
    return "\n".join([":root {", *lines, f"  --font: {FONT};", "}"])


def palette(scheme: str) -> dict[str, str]:
    """Return the colours of one scheme, ``"light"`` or ``"dark"``.

    >>> palette("dark")["paper"]
    '#14161A'
    """
    return {name: pair[scheme == "dark"] for name, pair in COLOURS.items()}
