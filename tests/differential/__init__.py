"""Random records, judged by the product and by the second implementation, and compared.

`python -m tests.differential --count N --seed S` runs as many as wanted.
"""
