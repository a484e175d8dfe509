"""The outside world on one side, commands and views on the other; no queries here."""
