"""The floor and the product side by side, under one server, in one run: `python -m bench`."""
