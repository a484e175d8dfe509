"""The database: rows in, plain values out, no decisions.

One file per noun holds that noun's statements. Nothing outside this package and the migrations
knows SQLAlchemy, and only `services` may import it.
"""
