"""LLVM's assembly language of the rows in the queue: vertices and attributes.

`softgl.capi.native` fills in the fields.
"""

ROW_FUNCTIONS = """
; A component of an attribute, of a kind, as a float.
define internal float @component(ptr %from, i64 %kind) {{
  switch i64 %kind, label %float [ i64 1, label %double i64 2, label %unit
                                   i64 3, label %short i64 4, label %int ]
float:
  %f = load float, ptr %from, align 1
  ret float %f
double:
  %d = load double, ptr %from, align 1
  %d.single = fptrunc double %d to float
  ret float %d.single
unit:
  %u = load i8, ptr %from
  %u.double = uitofp i8 %u to double
  %u.ratio = fdiv double %u.double, 255.0
  %u.single = fptrunc double %u.ratio to float
  ret float %u.single
short:
  %s = load i16, ptr %from, align 1
  %s.single = sitofp i16 %s to float
  ret float %s.single
int:
  %i = load i32, ptr %from, align 1
  %i.single = sitofp i32 %i to float
  ret float %i.single
}}

; Where the rows go: the record that is open, or a new one.
define internal void @open_rows(ptr %thread) {{
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  %rows = load i64, ptr %rows.at
  %is.open = icmp ne i64 %rows, 0
  br i1 %is.open, label %done, label %new
new:
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %next = load i64, ptr %next.at
  %base = load ptr, ptr %thread
  %head = getelementptr i64, ptr %base, i64 %next
  store i64 {rows_head}, ptr %head
  %after = add i64 %next, 1
  store i64 %after, ptr %next.at
  store i64 %after, ptr %rows.at
  %vertices.at = getelementptr i64, ptr %thread, i64 {at_vertices}
  store i64 0, ptr %vertices.at
  br label %done
done:
  ret void
}}

; Append the row of an attribute or a vertex; false for an index that there is not, or NULL.
define internal i1 @attribute(ptr %thread, ptr %shape, ptr %block) {{
  %head = load <8 x i8>, ptr %shape, align 1
  %place.byte = extractelement <8 x i8> %head, i64 2
  %size.byte = extractelement <8 x i8> %head, i64 3
  %kind.byte = extractelement <8 x i8> %head, i64 4
  %sequence.byte = extractelement <8 x i8> %head, i64 5
  %choose.byte = extractelement <8 x i8> %head, i64 6
  %choices.byte = extractelement <8 x i8> %head, i64 7
  %place.0 = zext i8 %place.byte to i32
  %size = zext i8 %size.byte to i64
  %kind = zext i8 %kind.byte to i64
  %is.sequence = icmp ne i8 %sequence.byte, 0
  %chooses = icmp ne i8 %choose.byte, 0
  %places = getelementptr i8, ptr %shape, i64 {head}
  br i1 %chooses, label %choose, label %given
choose:
  %choose.which = zext i8 %choose.byte to i64
  %least.at = getelementptr i32, ptr @firsts, i64 %choose.which
  %least = load i32, ptr %least.at
  %index.place = load i8, ptr %places
  %index.word = zext i8 %index.place to i64
  %index.at = getelementptr i64, ptr %block, i64 %index.word
  %index.given = load i32, ptr %index.at
  %index = sub i32 %index.given, %least
  %choices = zext i8 %choices.byte to i32
  %is.choice = icmp ult i32 %index, %choices
  br i1 %is.choice, label %chosen, label %refuse
chosen:
  %place.1 = add i32 %place.0, %index
  %is.first = icmp eq i32 %place.1, {provoking0}
  %is.second = icmp eq i32 %place.1, {provoking1}
  %is.third = icmp eq i32 %place.1, {provoking2}
  %is.either = or i1 %is.first, %is.second
  %provokes = or i1 %is.either, %is.third
  %place.2 = select i1 %provokes, i32 0, i32 %place.1
  br label %given
given:
  %place = phi i32 [ %place.0, %0 ], [ %place.2, %chosen ]
  %is.generic = phi i1 [ false, %0 ], [ %provokes, %chosen ]
  %skipped = zext i1 %chooses to i64
  %numbers = getelementptr i8, ptr %places, i64 %skipped
  %first.place = load i8, ptr %numbers
  %first.word = zext i8 %first.place to i64
  %first.at = getelementptr i64, ptr %block, i64 %first.word
  %memory.0 = load ptr, ptr %first.at
  %memory = select i1 %is.sequence, ptr %memory.0, ptr %block
  %is.there = icmp ne ptr %memory, null
  br i1 %is.there, label %row, label %refuse
row:
  call void @open_rows(ptr %thread)
  %next.at = getelementptr i64, ptr %thread, i64 {at_next}
  %next = load i64, ptr %next.at
  %base = load ptr, ptr %thread
  %to = getelementptr i64, ptr %base, i64 %next
  store i32 %place, ptr %to
  %vertices.at = getelementptr i64, ptr %thread, i64 {at_vertices}
  %vertices = load i64, ptr %vertices.at
  %vertices.word = trunc i64 %vertices to i32
  %number.at = getelementptr i32, ptr %to, i64 1
  %number = select i1 %is.generic, i32 {generic0}, i32 %vertices.word
  store i32 %number, ptr %number.at
  %is.vertex = icmp eq i32 %place, 0
  %one = zext i1 %is.vertex to i64
  %vertices.now = add i64 %vertices, %one
  store i64 %vertices.now, ptr %vertices.at
  %floats = getelementptr i64, ptr %to, i64 1
  store <4 x float> <float 0.0, float 0.0, float 0.0, float 1.0>, ptr %floats, align 4
  %stride.at = getelementptr i64, ptr @sizes, i64 %kind
  %stride = load i64, ptr %stride.at
  br label %loop
loop:
  %k = phi i64 [ 0, %row ], [ %after, %put ]
  %offset = mul i64 %k, %stride
  %element = getelementptr i8, ptr %memory, i64 %offset
  %word.place.at = getelementptr i8, ptr %numbers, i64 %k
  %word.place.byte = load i8, ptr %word.place.at
  %word.place = zext i8 %word.place.byte to i64
  %word = getelementptr i64, ptr %block, i64 %word.place
  %from = select i1 %is.sequence, ptr %element, ptr %word
  br label %put
put:
  %value = call float @component(ptr %from, i64 %kind)
  %component.at = getelementptr float, ptr %floats, i64 %k
  store float %value, ptr %component.at
  %after = add i64 %k, 1
  %more = icmp ult i64 %after, %size
  br i1 %more, label %loop, label %done
done:
  %next.now = add i64 %next, {row_words}
  store i64 %next.now, ptr %next.at
  %rows.at = getelementptr i64, ptr %thread, i64 {at_rows}
  %rows = load i64, ptr %rows.at
  %rows.head.0 = getelementptr i64, ptr %base, i64 %rows
  %rows.head = getelementptr i64, ptr %rows.head.0, i64 -1
  %head.before = load i64, ptr %rows.head
  %head.now = add i64 %head.before, {rows_more}
  store i64 %head.now, ptr %rows.head
  ret i1 true
refuse:
  ret i1 false
}}
"""
