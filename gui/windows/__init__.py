"""The GM's window, its start page, and the controllers behind them."""
