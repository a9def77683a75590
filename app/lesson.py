"""The lesson as a Panel component: its data, its ES modules, and its state."""

from pathlib import Path

import param
from panel.custom import JSComponent

from .bundle import bundle
from .state import LessonState
from .story import story

MODULES = Path(__file__).parent.parent / "assets" / "modules"


class Lesson(LessonState, JSComponent):
    """Brings the page to life: hands the story to the browser, which does the rest.

    The controls are native HTML in the page itself, not in this component's shadow
    root: so the page stands, named and readable, before any script has run. Setting a
    state parameter from Python moves the page; what the reader does in the browser
    stays there.

    Parameters
    ----------
    story : dict
        Everything that the page shows for every state.
    """

    story = param.Dict(default={})
    notes = param.List(default=[], item_type=str, doc="about bad values, as plain text")

    _esm = bundle(MODULES / "lesson.mjs")

    @classmethod
    def of(cls, state: LessonState, notes: list[str]) -> "Lesson":
        """Return the lesson at that state."""
        values = {
            name: getattr(state, name) for name in LessonState.param if name != "name"
        }
        return cls(story=story(), notes=notes, **values)
