Attribute VB_Name = "xlrating"
Option Explicit

' The macros of xlrating: Alt+F8 lists them.

Public Sub RateThisWorkbook()
    ' Marks each cell of the open template that differs from the engine's value.
    RunPython "from xlrating.hosts.excel.macro import rate_this_workbook; rate_this_workbook()"
End Sub
