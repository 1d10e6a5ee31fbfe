"""The code of native setters in LLVM's assembly language."""

from __future__ import annotations

# The code that all of them call. `@current` is the address of the table: the thread, and then the
# places. %Kind : the number of arguments, then the fields of `SetterKind`.
COMMON = """
%Kind = type { i64, i64, i64, i1, i1, i64, i64, i64, i64, double }

@current = global ptr null
@None = external global i8
@Exception = external global i8
@OverflowError = external global i8

declare ptr @PyByteArray_AsString(ptr)
declare i32 @PyByteArray_Resize(ptr, i64)
declare i64 @PyByteArray_Size(ptr)
declare ptr @PyBytes_FromStringAndSize(ptr, i64)
declare void @PyErr_Clear()
declare i32 @PyErr_ExceptionMatches(ptr)
declare ptr @PyErr_Occurred()
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyLong_FromSsize_t(i64)
declare i64 @PyNumber_AsSsize_t(ptr, ptr)
declare i32 @PyObject_SetItem(ptr, ptr, ptr)
declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)
declare ptr @PySequence_GetItem(ptr, i64)
declare i64 @PySequence_Size(ptr)
declare ptr @PyThreadState_Get()
declare void @Py_DecRef(ptr)
declare void @Py_IncRef(ptr)

; A number of a kind as a float at an address; whether it is one.
define internal i1 @put(ptr %number, ptr %to, ptr %of) {
  %kind = load %Kind, ptr %of
  %integral = extractvalue %Kind %kind, 4
  br i1 %integral, label %integer, label %float
float:
  %double = call double @PyFloat_AsDouble(ptr %number)
  %single = fptrunc double %double to float
  store float %single, ptr %to
  %strange = fcmp oeq double %double, -1.0
  br i1 %strange, label %ask, label %done
integer:
  %least = extractvalue %Kind %kind, 5
  %largest = extractvalue %Kind %kind, 6
  %whole = call i64 @PyNumber_AsSsize_t(ptr %number, ptr @OverflowError)
  %enough = icmp sge i64 %whole, %least
  %bounded = icmp sle i64 %whole, %largest
  %within = and i1 %enough, %bounded
  br i1 %within, label %divide, label %refuse
divide:
  %divisor = extractvalue %Kind %kind, 9
  %dividend = sitofp i64 %whole to double
  %quotient = fdiv double %dividend, %divisor
  %rounded = fptrunc double %quotient to float
  store float %rounded, ptr %to
  %doubtful = icmp eq i64 %whole, -1
  br i1 %doubtful, label %ask, label %done
ask:
  %error = call ptr @PyErr_Occurred()
  %none = icmp eq ptr %error, null
  ret i1 %none
refuse:
  ret i1 false
done:
  ret i1 true
}

; Append four floats to the rows, or make them an item; whether that is done.
define internal i1 @keep(ptr %four, i64 %place) {
  %table = load ptr, ptr @current
  %entered = icmp ne ptr %table, null
  br i1 %entered, label %whose, label %refuse
whose:
  %thread = load ptr, ptr %table
  %this = call ptr @PyThreadState_Get()
  %ours = icmp eq ptr %thread, %this
  br i1 %ours, label %where, label %refuse
where:
  %places = getelementptr ptr, ptr %table, i64 1
  %rows = load ptr, ptr %places
  %at = getelementptr ptr, ptr %places, i64 %place
  %object = load ptr, ptr %at
  %taking = icmp ne ptr %object, null
  br i1 %taking, label %measure, label %refuse
measure:
  %any = icmp ne ptr %rows, null
  br i1 %any, label %length, label %which
length:
  %length.now = call i64 @PyByteArray_Size(ptr %rows)
  br label %which
which:
  %size = phi i64 [ 0, %measure ], [ %length.now, %length ]
  %is.row = icmp eq ptr %object, %rows
  br i1 %is.row, label %grow, label %item
grow:
  %larger = add i64 %size, 16
  %grown = call i32 @PyByteArray_Resize(ptr %rows, i64 %larger)
  %is.grown = icmp eq i32 %grown, 0
  br i1 %is.grown, label %append, label %refuse
append:
  %start = call ptr @PyByteArray_AsString(ptr %rows)
  %end = getelementptr i8, ptr %start, i64 %size
  %row = load <4 x float>, ptr %four
  store <4 x float> %row, ptr %end, align 1
  ret i1 true
item:
  %bytes = call ptr @PyBytes_FromStringAndSize(ptr %four, i64 16)
  %made = icmp ne ptr %bytes, null
  br i1 %made, label %key, label %refuse
key:
  %number = lshr i64 %size, 4
  %index = call ptr @PyLong_FromSsize_t(i64 %number)
  %is.index = icmp ne ptr %index, null
  br i1 %is.index, label %set, label %drop
set:
  %written = call i32 @PyObject_SetItem(ptr %object, ptr %index, ptr %bytes)
  call void @Py_DecRef(ptr %index)
  call void @Py_DecRef(ptr %bytes)
  %done = icmp eq i32 %written, 0
  ret i1 %done
drop:
  call void @Py_DecRef(ptr %bytes)
  ret i1 false
refuse:
  ret i1 false
}

; Calls the fallback; but an exception that is no `Exception` goes on.
define internal ptr @fallback(ptr %function, ptr %arguments, i64 %count, ptr %keywords) {
  %error = call ptr @PyErr_Occurred()
  %none = icmp eq ptr %error, null
  br i1 %none, label %call, label %which
which:
  %usual = call i32 @PyErr_ExceptionMatches(ptr @Exception)
  %other = icmp eq i32 %usual, 0
  br i1 %other, label %raise, label %clear
raise:
  ret ptr null
clear:
  call void @PyErr_Clear()
  br label %call
call:
  %result = call ptr @PyObject_Vectorcall(
      ptr %function, ptr %arguments, i64 %count, ptr %keywords)
  ret ptr %result
}

; A function of any kind. A call that anything is wrong with, or unusual, begins anew in the
; fallback: nothing has changed by then.
define internal ptr @take(
    ptr %function, ptr %arguments, i64 %count, ptr %keywords, ptr %of) {
  %four = alloca [4 x float], align 16
  store <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, ptr %four
  %kind = load %Kind, ptr %of
  %expected = extractvalue %Kind %kind, 0
  %plain = icmp eq ptr %keywords, null
  %counted = icmp eq i64 %count, %expected
  %usual = and i1 %plain, %counted
  br i1 %usual, label %places, label %fallback
places:
  %first.place = extractvalue %Kind %kind, 1
  %choices = extractvalue %Kind %kind, 8
  %chooses = icmp ne i64 %choices, 0
  br i1 %chooses, label %choose, label %given
choose:
  %choice = load ptr, ptr %arguments
  %chosen = call i64 @PyNumber_AsSsize_t(ptr %choice, ptr null)
  %first = extractvalue %Kind %kind, 7
  %further = sub i64 %chosen, %first
  %known = icmp ult i64 %further, %choices
  %further.place = add i64 %first.place, %further
  %rest = getelementptr ptr, ptr %arguments, i64 1
  br i1 %known, label %given, label %fallback
given:
  %place = phi i64 [ %first.place, %places ], [ %further.place, %choose ]
  %numbers = phi ptr [ %arguments, %places ], [ %rest, %choose ]
  %size = extractvalue %Kind %kind, 2
  %sequence = load ptr, ptr %numbers
  %is.sequence = extractvalue %Kind %kind, 3
  br i1 %is.sequence, label %measure, label %each
measure:
  %length = call i64 @PySequence_Size(ptr %sequence)
  %whole = icmp eq i64 %length, %size
  br i1 %whole, label %each, label %fallback
each:
  %index = phi i64 [ 0, %given ], [ 0, %measure ], [ %next, %taken ]
  %to = getelementptr float, ptr %four, i64 %index
  br i1 %is.sequence, label %item, label %argument
argument:
  %at = getelementptr ptr, ptr %numbers, i64 %index
  %number = load ptr, ptr %at
  %is.number = call i1 @put(ptr %number, ptr %to, ptr %of)
  br i1 %is.number, label %taken, label %fallback
item:
  %element = call ptr @PySequence_GetItem(ptr %sequence, i64 %index)
  %found = icmp ne ptr %element, null
  br i1 %found, label %use, label %fallback
use:
  %is.right = call i1 @put(ptr %element, ptr %to, ptr %of)
  call void @Py_DecRef(ptr %element)
  br i1 %is.right, label %taken, label %fallback
taken:
  %next = add i64 %index, 1
  %more = icmp ult i64 %next, %size
  br i1 %more, label %each, label %store
store:
  %kept = call i1 @keep(ptr %four, i64 %place)
  br i1 %kept, label %done, label %fallback
done:
  call void @Py_IncRef(ptr @None)
  ret ptr @None
fallback:
  %result = call ptr @fallback(ptr %function, ptr %arguments, i64 %count, ptr %keywords)
  ret ptr %result
}
"""
FUNCTION = """
@{name}.kind = internal constant %Kind {{ i64 {count}, i64 {place}, i64 {size}, i1 {sequence},
    i1 {integers}, i64 {least}, i64 {largest}, i64 {first}, i64 {choices}, double {divisor} }}
define ptr @{name}(ptr %function, ptr %arguments, i64 %count, ptr %keywords) {{
  %result = tail call ptr @take(
      ptr %function, ptr %arguments, i64 %count, ptr %keywords, ptr @{name}.kind)
  ret ptr %result
}}
"""


def native_text(names: dict) -> str:
    """The module of LLVM's assembly language with a function of each kind and its name."""
    text = COMMON
    for kind, name in names.items():
        least, largest, divisor = kind.integers or (0, 0, 1)
        text += FUNCTION.format(
            name=name, place=kind.place, size=kind.size, sequence=int(kind.sequence),
            count=bool(kind.choices) + (1 if kind.sequence else kind.size),
            first=kind.first, choices=kind.choices,
            integers=int(kind.integers is not None),
            least=least, largest=largest, divisor=float(divisor),
        )  # fmt: skip
    return text
