"""Small widgets of no panel in particular: buttons, switches, labels that end in dots, lists as high as their rows."""
