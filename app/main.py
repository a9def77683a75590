"""Serve the lesson: `panel serve app`."""

import panel as pn

from app.serve import keep_to_the_browser, page

page(pn.state.session_args).servable()
keep_to_the_browser(pn.state.curdoc)
