"""The functions in LibreOffice Calc: an extension."""
