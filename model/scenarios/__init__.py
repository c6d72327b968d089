"""Scenario files: rules shown by example, run without a window; tests/scenarios/README.md documents the format."""
