"""What is written to disk: the lesson as one file, and the pictures beside it."""
