"""A second `check`, written from the words of the specification alone.

Nothing here imports `scorekeeper`. It is slow and plain on purpose: each line stands beside the
sentence it comes from. Where the product and this one differ, one of them read the text wrongly.
"""

from .reference import TOO_MANY
from .reference import reference_check

__all__ = ["TOO_MANY", "reference_check"]
