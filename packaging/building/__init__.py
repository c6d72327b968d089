"""Builds what users install: the bundle, and from it an installer for each system. Run by `dev.py build`."""
