"""The figure, and the picture that needs no script."""
