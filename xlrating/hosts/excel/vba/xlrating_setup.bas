Attribute VB_Name = "xlrating_setup"
Option Explicit
Option Private Module

Public Function SetupOf(ByVal Interpreter As String, ByVal Needed As String, Found As String) As Long
    ' What is wrong with a Python, by its files: 0 nothing, 1 it is not there, 2 it has another
    ' xlwings than is needed, 3 it has none. Found is the place, or the version.
    Dim Folder As String, Other As String, Turn As Long
    If Len(FolderOf(Interpreter)) = 0 Then Exit Function ' on the path: only Python itself knows
    If Len(Dir(Interpreter)) = 0 Then
        SetupOf = 1
        Found = Interpreter
        Exit Function
    End If
    Folder = FolderOf(Interpreter)
    SetupOf = 3
    For Turn = 1 To 2 ' of an environment the library is one folder above its Python
        If Len(Dir(Folder & Needed)) > 0 Then
            SetupOf = 0
            Exit Function
        End If
        Other = Dir(Folder & Left(Needed, InStr(Needed, "-")) & "*.dll")
        If Len(Other) > 0 Then
            SetupOf = 2
            Found = Mid(Other, InStr(Other, "-") + 1)
            Found = Left(Found, Len(Found) - 4)
        End If
        Folder = FolderOf(Left(Folder, Len(Folder) - 1))
    Next Turn
End Function

Private Function FolderOf(ByVal Path As String) As String
    ' With its last sign, \ or / as it comes.
    Dim Place As Long
    For Place = Len(Path) To 1 Step -1
        If Mid(Path, Place, 1) = "\" Or Mid(Path, Place, 1) = "/" Then
            FolderOf = Left(Path, Place)
            Exit Function
        End If
    Next Place
End Function
