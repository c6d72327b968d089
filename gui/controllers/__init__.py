"""What the GM is doing, without a widget: windows, panels and dialogs show it and pass on clicks and keys.

`workspace` holds all of it together. A controller holds something that is under way and carries it out.
"""
