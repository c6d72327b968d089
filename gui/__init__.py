"""Everything Qt. Binds windows and panels to the rules model through `model.session` and `model.view`."""
