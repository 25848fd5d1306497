Option Explicit

Private Sub Workbook_Open()
    DescribeFunctions
    ' Excel does not calculate functions in VBA when it opens a workbook.
    If Not ActiveWorkbook Is Nothing Then Application.CalculateFull
End Sub
