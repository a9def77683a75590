"""The code that puts the lesson into another page."""

from html import escape

TITLE = "The roofline, an interactive lesson"

#: The frame's height where the host does not listen for a better one [px].
HEIGHT = 640

#: What the page tells the page around it, and how that page may listen: never needed.
MESSAGE = "roofline-lesson"
LISTENER = (
    '<script>addEventListener("message", (event) => { '
    'for (const frame of document.querySelectorAll("iframe")) '
    f'if (frame.contentWindow === event.source && event.data?.type === "{MESSAGE}") '
    'frame.style.height = event.data.height + "px"; });</script>'
)


def snippet(src: str) -> str:
    """Return the iframe for an address of the lesson.

    It needs no script in the host page, and loads once it is near the screen.

    >>> snippet("lesson.html?gpu=h100&view=figure")[:51]
    '<iframe src="lesson.html?gpu=h100&amp;view=figure" '
    """
    return (
        f'<iframe src="{escape(src)}" title="{TITLE}" width="100%" '
        f'height="{HEIGHT}" style="border: 0" loading="lazy" '
        'allow="clipboard-write"></iframe>'
    )


def snippet_file(src: str) -> str:
    """Return a small page of advice: the frame, and the two lines of a listener."""
    return "\n".join(
        [
            "<!-- The frame: this line is all that is needed. -->",
            snippet(src),
            "",
            "<!-- Where the host may run a script, the frame can fit its height. -->",
            LISTENER,
            "",
        ]
    )
