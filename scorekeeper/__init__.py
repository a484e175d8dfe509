"""scorekeeper keeps the score, the money and the peace at a Bavarian card table."""
