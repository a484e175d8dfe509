"""The book: whole cents moved by lines from one account to another, and what follows from them.

Everything in this package is pure: no input or output, no clock, no chance, only the standard
library. Whoever stores entries or prints them lives elsewhere.
"""
