Attribute VB_Name = "xlrating_cells"
Option Explicit
Option Private Module

Public Function CellErrors(ByVal Given As Variant) As Variant
    ' xlwings hands an error over as its text; a cell shows it as the error that it is.
    Dim Row As Long, Column As Long
    Select Case Dimensions(Given)
    Case 0
        CellErrors = CellError(Given)
    Case 1
        For Column = LBound(Given) To UBound(Given)
            Given(Column) = CellError(Given(Column))
        Next Column
        CellErrors = Given
    Case Else
        For Row = LBound(Given, 1) To UBound(Given, 1)
            For Column = LBound(Given, 2) To UBound(Given, 2)
                Given(Row, Column) = CellError(Given(Row, Column))
            Next Column
        Next Row
        CellErrors = Given
    End Select
End Function

Private Function CellError(ByVal Given As Variant) As Variant
    CellError = Given
    If VarType(Given) <> vbString Then Exit Function
    Select Case Given
    Case "#NULL!"
        CellError = CVErr(2000)
    Case "#DIV/0!"
        CellError = CVErr(2007)
    Case "#VALUE!"
        CellError = CVErr(2015)
    Case "#REF!"
        CellError = CVErr(2023)
    Case "#NAME?"
        CellError = CVErr(2029)
    Case "#NUM!"
        CellError = CVErr(2036)
    Case "#N/A"
        CellError = CVErr(2042)
    End Select
End Function

Private Function Dimensions(ByVal Given As Variant) As Long
    Dim Last As Long
    If Not IsArray(Given) Then Exit Function
    Dimensions = 1
    On Error GoTo NoMore
    Last = UBound(Given, 2)
    Dimensions = 2
NoMore:
End Function
