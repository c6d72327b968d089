"""The GM's window, its start page, and what its commands do.

Start with `gm_window`. A new command is a row of `command_table`, with a method of one of the `*_commands` where it
does more than an action of the model; a new dock is a row of `docks.DOCKS`.
"""
