"""Rating lists as what members look at: pages, and the list as PDF and XLSX."""
