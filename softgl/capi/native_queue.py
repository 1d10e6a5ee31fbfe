"""LLVM's assembly language of the queue of calls: a thread's state, records, and copies of arrays.

`softgl.capi.native` fills in the fields.
"""

QUEUE = """
@softgl_run = global ptr null, align 8
@softgl_state = global {{ i64, i64, ptr, ptr, ptr, ptr, ptr, i64, [{words} x i64] }} {{
    i64 0, i64 0, ptr @softgl_end_thread, ptr @softgl_before_fork, ptr @softgl_parent_forked,
    ptr @softgl_child_forked, ptr @softgl_exit, i64 {functions},
    [{words} x i64] zeroinitializer }}, align 8
@softgl_shapes = internal constant [{table_bytes} x i8] c"{table}"
@firsts = internal constant [3 x i32] [i32 0, i32 33984, i32 0]
@sizes = internal constant [5 x i64] [i64 4, i64 8, i64 1, i64 2, i64 4]

declare ptr @pthread_getspecific(i32)
declare i32 @pthread_setspecific(i32, ptr)
declare ptr @calloc(i64, i64)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @pthread_setcancelstate(i32, ptr)

; A word of the state of the library.
define internal i64 @state(i64 %number) {{
  %at = getelementptr i64, ptr @softgl_state, i64 %number
  %value = load atomic i64, ptr %at acquire, align 8
  ret i64 %value
}}

; The state of the calling thread, made if there is none; null if there is no memory.
define internal ptr @this_thread() {{
  %key.word = call i64 @state(i64 {of_key})
  %key = trunc i64 %key.word to i32
  %known = call ptr @pthread_getspecific(i32 %key)
  %is.known = icmp ne ptr %known, null
  br i1 %is.known, label %found, label %make
found:
  ret ptr %known
make:
  %made = call ptr @calloc(i64 1, i64 {state})
  %is.made = icmp ne ptr %made, null
  br i1 %is.made, label %queue, label %none
queue:
  %words = call ptr @malloc(i64 {queue_bytes})
  %is.queue = icmp ne ptr %words, null
  br i1 %is.queue, label %keep, label %drop
keep:
  store ptr %words, ptr %made
  %kept = call i32 @pthread_setspecific(i32 %key, ptr %made)
  ret ptr %made
drop:
  call void @free(ptr %made)
  ret ptr null
none:
  ret ptr null
}}

; Run the queue; return the result of the last call. A signal that Python took for the program as
; the run began is given back to it afterwards.
define internal i64 @flush(ptr %thread) {{
  %first.at = getelementptr i64, ptr %thread, i64 {at_first}
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %running.at = getelementptr i64, ptr %thread, i64 {at_running}
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  %start = load i64, ptr %first.at
  %end = load i64, ptr %next.at
  %running = load i64, ptr %running.at
  %deeper = add i64 %running, 1
  store i64 %end, ptr %first.at
  store i64 0, ptr %rows.at
  store i64 %deeper, ptr %running.at
  %result = call i64 @run(ptr %thread, i64 %start, i64 %end)
  store i64 %start, ptr %first.at
  store i64 %start, ptr %next.at
  store i64 0, ptr %rows.at
  store i64 %running, ptr %running.at
  ret i64 %result
}}

; Let Python execute words of the queue, or, if the start lies behind the end, end the thread.
; pthread_cancel() waits meanwhile: a thread that ended there would keep Python's lock.
define internal i64 @run(ptr %thread, i64 %start, i64 %end) {{
  %before = alloca i32
  %disabled = call i32 @pthread_setcancelstate(i32 1, ptr %before)
  %done.at = getelementptr i64, ptr %thread, i64 {at_done}
  %interrupted.at = getelementptr i64, ptr %thread, i64 {at_interrupted}
  %result.at = getelementptr i64, ptr %thread, i64 {at_result}
  br label %again
again:
  %times = phi i32 [ 0, %0 ], [ %more, %interrupted ]
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %call, label %ended
call:
  store i64 0, ptr %done.at
  %run = load ptr, ptr @softgl_run
  call void %run(ptr %thread, i64 %start, i64 %end)
  %done = load i64, ptr %done.at
  %is.done = icmp ne i64 %done, 0
  br i1 %is.done, label %signal, label %interrupted
interrupted:
  store i64 1, ptr %interrupted.at
  %more = add i32 %times, 1
  %too.often = icmp ugt i32 %more, 8
  br i1 %too.often, label %ended, label %again
signal:
  %stopped = load i64, ptr %interrupted.at
  %is.stopped = icmp ne i64 %stopped, 0
  br i1 %is.stopped, label %tell, label %return
tell:
  store i64 0, ptr %interrupted.at
  %set = call i64 @state(i64 {of_PyErr_SetInterrupt})
  %set.pointer = inttoptr i64 %set to ptr
  call void %set.pointer()
  br label %return
return:
  %last = load i64, ptr %result.at
  br label %ended
ended:
  %result = phi i64 [ 0, %again ], [ 0, %interrupted ], [ %last, %return ]
  %state = load i32, ptr %before
  %restored = call i32 @pthread_setcancelstate(i32 %state, ptr null)
  ret i64 %result
}}

; Append a call to the queue; false if there is no room.
define internal i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block) {{
  %count.at = getelementptr i8, ptr %shape, i64 1
  %count.byte = load i8, ptr %count.at
  %count = zext i8 %count.byte to i64
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %next = load i64, ptr %next.at
  %words = add i64 %count, 1
  %end = add i64 %next, %words
  %fits = icmp ule i64 %end, {room}
  br i1 %fits, label %write, label %refuse
write:
  %base = load ptr, ptr %thread
  %to = getelementptr i64, ptr %base, i64 %next
  %size = shl i64 %words, 16
  %head = or i64 %size, %id
  store i64 %head, ptr %to
  store i64 %end, ptr %next.at
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  store i64 0, ptr %rows.at
  %places = getelementptr i8, ptr %shape, i64 {head}
  br label %loop
loop:
  %index = phi i64 [ 0, %write ], [ %after, %copy ]
  %more = icmp ult i64 %index, %count
  br i1 %more, label %copy, label %done
copy:
  %after = add i64 %index, 1
  %place.at = getelementptr i8, ptr %places, i64 %index
  %place.byte = load i8, ptr %place.at
  %place = zext i8 %place.byte to i64
  %from = getelementptr i64, ptr %block, i64 %place
  %word = load i64, ptr %from
  %argument = getelementptr i64, ptr %to, i64 %after
  store i64 %word, ptr %argument
  br label %loop
done:
  ret i1 true
refuse:
  ret i1 false
}}

; The number of elements that there are by pname; -1 if that is not known.
define internal i64 @size_of(i32 %pname) {{
  switch i32 %pname, label %unknown [ {sizes} ]
one:
  ret i64 1
three:
  ret i64 3
four:
  ret i64 4
unknown:
  ret i64 -1
}}

; A word of the arguments of a call, by the number of a parameter.
define internal i64 @argument(ptr %shape, ptr %block, i64 %number) {{
  %places = getelementptr i8, ptr %shape, i64 {head}
  %place.at = getelementptr i8, ptr %places, i64 %number
  %place.byte = load i8, ptr %place.at
  %place = zext i8 %place.byte to i64
  %at = getelementptr i64, ptr %block, i64 %place
  %word = load i64, ptr %at
  ret i64 %word
}}

; Append a call with a copy of the array that it is given; false if that is too large, or NULL.
define internal i1 @copy(ptr %thread, i64 %id, ptr %shape, ptr %block) {{
  %head = load <8 x i8>, ptr %shape, align 1
  %words = zext <8 x i8> %head to <8 x i64>
  %pointer = extractelement <8 x i64> %words, i64 2
  %element = extractelement <8 x i64> %words, i64 3
  %factor = extractelement <8 x i64> %words, i64 4
  %kind = extractelement <8 x i64> %words, i64 5
  %source = extractelement <8 x i64> %words, i64 6
  %given.word = call i64 @argument(ptr %shape, ptr %block, i64 %source)
  %given = trunc i64 %given.word to i32
  switch i64 %kind, label %size [
      i64 {by_pname}, label %by.pname i64 {by_parameter}, label %by.count
      i64 {by_size}, label %by.size ]
by.pname:
  %known = call i64 @size_of(i32 %given)
  br label %size
by.count:
  %each = sext i32 %given to i64
  %elements = mul i64 %each, %factor
  br label %size
by.size: ; all 64 bits of it
  br label %size
size:
  %count = phi i64 [ %factor, %0 ], [ %known, %by.pname ], [ %elements, %by.count ],
                   [ %given.word, %by.size ]
  %bytes = mul i64 %count, %element
  %is.small = icmp ule i64 %bytes, {max_bytes}
  %address = call i64 @argument(ptr %shape, ptr %block, i64 %pointer)
  %is.there = icmp ne i64 %address, 0
  %is.fit = and i1 %is.small, %is.there
  %start.at = getelementptr i64, ptr %thread, i64 {at_next}
  %start = load i64, ptr %start.at
  %is.room = icmp ult i64 %start, {limit}
  %copies = and i1 %is.fit, %is.room
  br i1 %copies, label %append, label %refuse
append:
  %appended = call i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block)
  %base = load ptr, ptr %thread
  %record = getelementptr i64, ptr %base, i64 %start
  %end = load i64, ptr %start.at
  %to = getelementptr i64, ptr %base, i64 %end
  %first = getelementptr i64, ptr %record, i64 1
  %patched = getelementptr i64, ptr %first, i64 %pointer
  store ptr %to, ptr %patched
  %rounded = add i64 %bytes, 7
  %more = lshr i64 %rounded, 3
  %end.now = add i64 %end, %more
  store i64 %end.now, ptr %start.at
  %head.before = load i64, ptr %record
  %head.more = shl i64 %more, 16
  %head.now = add i64 %head.before, %head.more
  store i64 %head.now, ptr %record
  %from = inttoptr i64 %address to ptr
  br label %loop
loop:
  %index = phi i64 [ 0, %append ], [ %after, %byte ]
  %is.more = icmp ult i64 %index, %bytes
  br i1 %is.more, label %byte, label %done
byte:
  %byte.at = getelementptr i8, ptr %from, i64 %index
  %value = load i8, ptr %byte.at
  %byte.to = getelementptr i8, ptr %to, i64 %index
  store i8 %value, ptr %byte.to
  %after = add i64 %index, 1
  br label %loop
done:
  ret i1 true
refuse:
  ret i1 false
}}
"""
