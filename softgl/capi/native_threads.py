"""LLVM's assembly language of a call, of the end of a thread, and of fork().

`softgl.capi.native` fills in the fields.
"""

ENTER = """
; The answer to a call without Python, which has ended, or failed to start.
define internal i64 @answer(ptr %shape, i64 %failed) {{
  %mode = load i8, ptr %shape
  %is.at.once = icmp eq i8 %mode, {at_once}
  br i1 %is.at.once, label %look, label %nothing
look:
  %answer.at = getelementptr i8, ptr %shape, i64 2
  %answer = load i8, ptr %answer.at
  switch i8 %answer, label %nothing [ i8 {done}, label %done i8 {error}, label %error ]
done:
  %success = xor i64 %failed, 1
  ret i64 %success
error:
  %code = add i64 %failed, 12288
  ret i64 %code
nothing:
  ret i64 0
}}

; A call: `block` holds the registers, and the arguments on the stack behind them.
define hidden i64 @softgl_enter(i32 %number, ptr %block) {{
  %id = zext i32 %number to i64
  %gate = call i64 @state(i64 {of_gate})
  %shape = getelementptr [{shape_bytes} x i8], ptr @softgl_shapes, i64 %id
  switch i64 %gate, label %start [ i64 {open}, label %go i64 {ended}, label %ended ]
ended:
  %answer = call i64 @answer(ptr %shape, i64 0)
  ret i64 %answer
start:
  %before = alloca i32
  %disabled = call i32 @pthread_setcancelstate(i32 1, ptr %before)
  %started = call i32 @softgl_start()
  %kept = load i32, ptr %before
  %restored = call i32 @pthread_setcancelstate(i32 %kept, ptr null)
  %gate.now = call i64 @state(i64 {of_gate})
  %is.started = icmp eq i64 %gate.now, {open}
  br i1 %is.started, label %go, label %failed
failed:
  %excuse = call i64 @answer(ptr %shape, i64 1)
  ret i64 %excuse
go:
  %thread = call ptr @this_thread()
  %is.thread = icmp ne ptr %thread, null
  br i1 %is.thread, label %which, label %nothing
which:
  %mode = load i8, ptr %shape
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  switch i8 %mode, label %at.once [
      i8 0, label %queued i8 2, label %attributes i8 3, label %error i8 4, label %copied
      i8 {arrays}, label %draw ]
draw:
  %buffered.at = getelementptr i64, ptr %thread, i64 {at_buffered}
  %buffered = load i64, ptr %buffered.at
  %is.buffered = icmp ne i64 %buffered, 0
  br i1 %is.buffered, label %queued, label %at.once
copied:
  %is.copied = call i1 @copy(ptr %thread, i64 %id, ptr %shape, ptr %block)
  br i1 %is.copied, label %later, label %at.once
at.once:
  %is.appended = call i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block)
  br i1 %is.appended, label %flush, label %nothing
flush:
  %result = call i64 @flush(ptr %thread)
  ret i64 %result
error:
  %clear.at = getelementptr i64, ptr %thread, i64 {at_clear}
  %clear = load i64, ptr %clear.at
  %waiting = load i64, ptr %next.at
  %is.clear = icmp ne i64 %clear, 0
  %is.empty = icmp eq i64 %waiting, 0
  %is.known = and i1 %is.clear, %is.empty
  br i1 %is.known, label %nothing, label %at.once
attributes:
  %is.attribute = call i1 @attribute(ptr %thread, ptr %shape, ptr %block)
  br i1 %is.attribute, label %later, label %at.once
queued:
  %is.queued = call i1 @append(ptr %thread, i64 %id, ptr %shape, ptr %block)
  br i1 %is.queued, label %later, label %nothing
later:
  %queueing.at = getelementptr i64, ptr %thread, i64 {at_queueing}
  %queueing = load i64, ptr %queueing.at
  %is.queueing = icmp ne i64 %queueing, 0
  %next = load i64, ptr %next.at
  %is.room = icmp ult i64 %next, {limit}
  %running.at = getelementptr i64, ptr %thread, i64 {at_running}
  %running = load i64, ptr %running.at
  %is.outermost = icmp eq i64 %running, 0
  %may.wait = and i1 %is.queueing, %is.room
  %waits = and i1 %may.wait, %is.outermost
  br i1 %waits, label %nothing, label %flush
nothing:
  ret i64 0
}}
"""
THREADS = """
; The end of a thread: Python lets go of what it holds for it. One that ends within a call, by
; pthread_exit() in a callback, leaves it all as it is: Python is in the midst of that call.
define hidden void @softgl_end_thread(ptr %thread) {{
  %running.at = getelementptr i64, ptr %thread, i64 {at_running}
  %running = load i64, ptr %running.at
  %is.within = icmp ne i64 %running, 0
  br i1 %is.within, label %leave, label %ask
leave:
  ret void
ask:
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %tell, label %release
tell:
  %result = call i64 @run(ptr %thread, i64 1, i64 0)
  br label %release
release:
  %key.word = call i64 @state(i64 {of_key})
  %key = trunc i64 %key.word to i32
  %forgotten = call i32 @pthread_setspecific(i32 %key, ptr null)
  %base = load ptr, ptr %thread
  call void @free(ptr %base)
  call void @free(ptr %thread)
  ret void
}}

; exit(): threads that compile must not go on while LLVM's own data is destroyed. Within Python, as
; in a handler of a signal, nothing can be waited for; but there no other thread gets Python's lock.
define hidden void @softgl_exit(ptr %nothing) {{
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %close, label %done
close:
  store atomic i64 {ended}, ptr @softgl_state release, align 8
  %check.word = call i64 @state(i64 {of_PyGILState_Check})
  %check = inttoptr i64 %check.word to ptr
  %held = call i32 %check()
  %is.held = icmp ne i32 %held, 0
  br i1 %is.held, label %done, label %tell
tell:
  %run = load ptr, ptr @softgl_run
  call void %run(ptr null, i64 0, i64 0)
  br label %done
done:
  ret void
}}

; fork(), of a thread that does not hold Python's lock: Python is told of it as of os.fork().
@forking = internal global i64 0
@lock = internal global i32 0
define hidden void @softgl_before_fork() {{
  %gate = call i64 @state(i64 {of_gate})
  %is.open = icmp eq i64 %gate, {open}
  br i1 %is.open, label %ask, label %not
ask:
  %check.word = call i64 @state(i64 {of_PyGILState_Check})
  %check = inttoptr i64 %check.word to ptr
  %held = call i32 %check()
  %is.held = icmp ne i32 %held, 0
  br i1 %is.held, label %not, label %take
take:
  %ensure.word = call i64 @state(i64 {of_PyGILState_Ensure})
  %ensure = inttoptr i64 %ensure.word to ptr
  %lock = call i32 %ensure()
  store i32 %lock, ptr @lock
  store i64 1, ptr @forking
  %before.word = call i64 @state(i64 {of_PyOS_BeforeFork})
  %before = inttoptr i64 %before.word to ptr
  call void %before()
  ret void
not:
  ret void
}}
define internal void @forked(i64 %number) {{
  %forking = load i64, ptr @forking
  %is.forking = icmp ne i64 %forking, 0
  br i1 %is.forking, label %tell, label %done
tell:
  store i64 0, ptr @forking
  %after.word = call i64 @state(i64 %number)
  %after = inttoptr i64 %after.word to ptr
  call void %after()
  %is.child = icmp eq i64 %number, {of_PyOS_AfterFork_Child}
  br i1 %is.child, label %keep, label %release
keep: ; the only state of Python in the child, which cannot do without
  %ensure.word = call i64 @state(i64 {of_PyGILState_Ensure})
  %ensure = inttoptr i64 %ensure.word to ptr
  %kept = call i32 %ensure()
  br label %release
release:
  %release.word = call i64 @state(i64 {of_PyGILState_Release})
  %let.go = inttoptr i64 %release.word to ptr
  %lock = load i32, ptr @lock
  call void %let.go(i32 %lock)
  br label %done
done:
  ret void
}}
define hidden void @softgl_parent_forked() {{
  call void @forked(i64 {of_PyOS_AfterFork_Parent})
  ret void
}}
define hidden void @softgl_child_forked() {{
  call void @forked(i64 {of_PyOS_AfterFork_Child})
  ret void
}}
"""
