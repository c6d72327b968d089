"""Adapters that show plain lists of frozen values as Qt item models. They change single rows and never reset."""
