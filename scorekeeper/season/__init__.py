"""Standings of a season. Pure: it is given numbers and gives back places, never a ledger."""
