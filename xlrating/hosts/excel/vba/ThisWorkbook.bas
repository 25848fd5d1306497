Option Explicit

Private Sub Workbook_Open()
    DescribeFunctions
    CheckPython
    ' The list of macros leaves out those of an add-in: Ctrl+Shift+R runs it everywhere.
    Application.OnKey "^+r", "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!RateThisWorkbook"
    ' Excel does not calculate functions in VBA when it opens a workbook.
    If Not ActiveWorkbook Is Nothing Then Application.CalculateFull
End Sub

Private Sub Workbook_BeforeClose(Cancel As Boolean)
    Application.OnKey "^+r"
End Sub
