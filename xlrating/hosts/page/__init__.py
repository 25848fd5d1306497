"""The engine in a browser: one HTML file that needs no network, and a folder for a web server."""
