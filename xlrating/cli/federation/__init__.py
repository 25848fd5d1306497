"""The federation commands, one module each; their options are in `arguments`."""
