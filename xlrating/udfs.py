"""The worksheet functions for Excel on Windows: the module that xlwings is told to load.

In the settings of xlwings: ``UDF Modules`` is ``xlrating.udfs``.
"""

from __future__ import annotations

import xlwings

from .hosts.excel.functions import udfs

globals().update(udfs(xlwings.func, xlwings.arg))
