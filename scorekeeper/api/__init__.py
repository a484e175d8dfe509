"""JSON under /api/v1 for other programs. Everything the pages can do, through the same gate."""
