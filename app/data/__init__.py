"""Tables and rows from the model, as plain data that the page and the browser read."""
