"""What stands in the docks of the GM's window; `action_panel` is made of most of them."""
