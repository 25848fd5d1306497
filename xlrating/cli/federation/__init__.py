"""The commands of a federation: a module each, their words in `commands` and `arguments`."""
