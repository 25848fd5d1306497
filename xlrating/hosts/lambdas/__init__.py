"""The functions as LAMBDAs: defined names in a workbook, without any program behind them."""
