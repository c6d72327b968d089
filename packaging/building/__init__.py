"""Builds what people install: the bundle, and from it an installer for each system. Run by `dev.py build`."""
