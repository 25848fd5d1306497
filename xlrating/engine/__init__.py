"""The part that also runs in LibreOffice and in browsers: rules and ratings, no dependencies."""
