"""The service for other programs: /api/v1, described by its own OpenAPI document."""
