"""The functions in xlwings Lite: Python inside Excel."""
