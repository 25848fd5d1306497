"""The sheets of a workbook, each in a module, with what only it needs."""
