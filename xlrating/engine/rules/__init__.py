"""Rule files: read, validated section by section, and turned into frozen values."""
