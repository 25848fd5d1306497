"""A book of cells as a file: looks, printing, protection; and a page as the reader sees it."""
