"""The roofline lesson as a page: state and words, views, and the server's entry."""
