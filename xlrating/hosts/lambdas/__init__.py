"""The functions as LAMBDAs: names of a workbook, with no program behind them."""
