"""The lesson as a Panel component: Python's hand on an open page."""

from panel.custom import JSComponent

from .data.state import LessonState
from .page.payload import CORE


class Lesson(LessonState, JSComponent):
    """Moves the page from Python: set a parameter and the open page follows.

    It draws nothing itself. The page is a document of its own that comes to life
    without the server (its controls are native HTML, named and readable before any
    script has run); this component only tells it what Python has set. What the reader
    does in the browser stays there.

    Examples
    --------
    >>> Lesson(gpu="h100", tile=64).tile
    64
    """

    _esm = (CORE / "python.mjs").read_text(encoding="utf-8")

    @classmethod
    def of(cls, state: LessonState) -> "Lesson":
        """Return the lesson at that state."""
        names = [name for name in LessonState.param if name != "name"]
        return cls(**{name: getattr(state, name) for name in names})
