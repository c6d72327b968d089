"""Small widgets for any panel: buttons, switches, elided labels, lists as high as their rows."""
