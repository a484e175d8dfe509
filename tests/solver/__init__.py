"""Best play: against plain minimax, against itself in other clothes, and on hard deals."""
