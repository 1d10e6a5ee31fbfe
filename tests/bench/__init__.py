"""Speed beside llvmpipe: `python -m tests.bench` prints a ratio for each case."""
