"""Adapters that show plain lists of frozen values as Qt's item models. They change rows, they never reset."""
