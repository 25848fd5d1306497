"""The template workbook: built from an `Event`, read back into one, checked against it.

`plan` says how large a workbook is; `sheets` lays out its cells, each with formula and
value; `file.writer` puts them into a file; `reader` takes the event out again.
"""
