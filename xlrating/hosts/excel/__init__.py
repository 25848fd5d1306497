"""The functions in Excel on Windows, through xlwings."""
