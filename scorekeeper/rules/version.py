"""The version of the rules by which a deal is scored; it is kept with every deal.

Raise it in the same commit whenever any record would be paid, decided or carried to the next deal
otherwise than before: another payment, result, Haferl or Watten match, a record refused that was
taken, or taken that was refused. What was booked under an older version stays as it was booked,
and `db verify --records` reports the difference as news. Under the same version it is an error.
A change of words, speed or of the verdict on a single card needs no new version.
"""

RULES_VERSION = 1
