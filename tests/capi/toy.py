"""A module with one of each part that libraries are linked of, in LLVM's assembly language."""

from softgl.lanes.target import is_x86

TOY = r"""
@toy_table = global [2 x ptr] [ptr @toy_seven, ptr @strlen]
@text = private unnamed_addr constant [6 x i8] c"hello\00"
@calls = internal global i32 0
@begun = internal global i64 5
@numbers = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@room = internal global [1000 x i64] zeroinitializer
declare extern_weak i32 @toy_nowhere()
declare i64 @strlen(ptr)

define i64 @toy_sum(i32 %place) {
  %before = load i32, ptr @calls
  %after = add i32 %before, 1
  store i32 %after, ptr @calls
  %length = call i64 @strlen(ptr @text)
  %entry = getelementptr [4 x i32], ptr @numbers, i32 0, i32 %place
  %number = load i32, ptr %entry
  %wide = zext i32 %number to i64
  %start = load i64, ptr @begun
  %last = getelementptr [1000 x i64], ptr @room, i32 0, i32 999
  %zero = load i64, ptr %last
  store i64 %zero, ptr @room
  %one = add i64 %length, %start
  %two = add i64 %one, %wide
  %all = add i64 %two, %zero
  ret i64 %all
}

define i32 @toy_calls() {
  %count = load i32, ptr @calls
  ret i32 %count
}

define i32 @toy_lacks() {
  %none = icmp eq ptr @toy_nowhere, null
  %result = zext i1 %none to i32
  ret i32 %result
}

define void @toy_begin() {
  store i64 7, ptr @begun
  ret void
}
"""
SEVEN = """
define i32 @toy_seven() {
  ret i32 7
}
"""
EXPORTS = ("toy_sum", "toy_calls", "toy_lacks", "toy_seven", "toy_table")


def seven_by_assembly() -> str:
    """`toy_seven` in the assembly of this machine."""
    code = "movl $7, %eax; ret" if is_x86() else "mov w0, #7; ret"
    lines = (".text", ".globl toy_seven", ".type toy_seven, @function", f"toy_seven: {code}")
    written = "".join(f'module asm "{line}"\n' for line in lines)
    return written.replace("@function", "%function") + "declare i32 @toy_seven()\n"
