"""What travels into LibreOffice and the browser: rules and ratings, with nothing to install."""
