"""Rule files: read, checked against what sections may say, turned into frozen values."""
