"""Double dummy: what best play by everyone would have given.

Pure like `scorekeeper.rules`: no files, no clock, no chance, nothing of the standard library but
its data structures. A question has one answer, whatever was asked before it; what is remembered
between questions only saves time.

* `deal` says what is asked: hands, declarer, trump, rules, and whether he wants many tricks or few.
* `double_dummy` answers it, for a whole deal, one position, or every card of a recorded line.
* `suits`, `moves`, `bounds` and `search` are the machine under it, `duties` the rules it plays by.
* `solve` puts a deal record before it and writes the answer as a deal solution.
* `maschine` reasons about a Watten hand.
"""
