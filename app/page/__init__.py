"""The page: its document, its data and its scripts, and how it is served."""
