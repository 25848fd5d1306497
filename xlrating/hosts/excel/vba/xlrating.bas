Attribute VB_Name = "xlrating"
Option Explicit

' The macros of xlrating: Alt+F8 lists them.

Public Sub RateThisWorkbook()
    ' Marks each cell of the open template that differs from the engine's value.
    RunPython "from xlrating.hosts.excel.macro import rate_this_workbook; rate_this_workbook()"
End Sub

Public Sub CheckPython()
    ' Compares the versions of this workbook with those of its Python, and says what to do.
    Dim State As Long, Found As String, Column As Long, Text As String
    State = SetupNow(Found)
    If State = 0 Then Exit Sub
    Select Case Application.International(1) ' the country of this Excel
    Case 86, 852, 886
        Column = 5
    Case 7
        Column = 6
    Case Else
        Column = 4
    End Select
    ' Texts stand in cells, for VBA has no letters but its code page's.
    Text = ThisWorkbook.Sheets("xlwings.conf").Cells(State, Column).Value
    WScript.Popup Replace(Text, "{found}", Found), 0, "xlrating", 48
End Sub

Private Function SetupNow(Found As String) As Long
    ' As SetupOf; and 4 when its Python has another xlrating, 5 when it does not answer.
    Dim Library As String
    Library = "xlwings32-"
    #If Win64 Then
        Library = "xlwings64-"
    #End If
    SetupNow = SetupOf(GetConfig("INTERPRETER_WIN", "pythonw"), Library & XLWINGS_VERSION & ".dll", Found)
    ' An add-in opens with every Excel, which does not wait for Python then.
    If SetupNow <> 0 Or ThisWorkbook.IsAddin Then Exit Function
    On Error GoTo Failed
    SetupNow = 2
    Found = XLPy.Str(XLPy.GetAttr(XLPy.Module("xlwings"), "__version__"))
    If Found <> XLWINGS_VERSION Then Exit Function
    SetupNow = 4
    Found = XLPy.Str(XLPy.GetAttr(XLPy.Module("xlrating"), "__version__"))
    If Found = XLRATING_VERSION Then SetupNow = 0
    Exit Function
Failed:
    SetupNow = 5
    Found = Err.Description
End Function
