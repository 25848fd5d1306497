"""The worksheet functions for Excel on Windows, as the module that xlwings loads.

In the settings of xlwings: ``UDF Modules`` is ``xlrating.udfs``.
"""

from __future__ import annotations

import xlwings

from .hosts.excel.functions import udfs

globals().update(udfs(xlwings.func, xlwings.arg))
