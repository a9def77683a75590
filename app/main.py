"""Serve the lesson: `panel serve app`."""

import panel as pn

from app.page.serve import compose

compose(pn.state.curdoc, pn.state.session_args)
