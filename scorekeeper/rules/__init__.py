"""What may be said and played, who takes it, how it ends, what it is worth.

Pure: nothing here reads a file, a clock, the network or a source of chance; only the standard
library is imported, and nothing that stands outside the core.
"""
