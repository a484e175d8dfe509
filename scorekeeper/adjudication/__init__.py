"""What is known of a hand, whether a play was legal, and what follows from it.

Pure, like `scorekeeper.rules`: a function of the record alone.
"""
