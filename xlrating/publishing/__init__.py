"""Publishing rating lists for members: web pages, and the list as PDF and XLSX."""
