"""Control flow of all kinds, on both machines; the lanes have the integers INTEGERS."""

from tests.glsl.lower.trees import (
    IN,
    INT,
    OUT,
    again,
    assign,
    call,
    const,
    function,
    give,
    if_,
    leave,
    loop,
    op,
    results_of,
    step,
    switch,
    var,
)


def counter():
    return var("k", INT, initializer=const(0))


def test_loops():
    k = counter()
    total = [
        assign(OUT, 0),
        loop([assign(OUT, k, "+")], op(k, "<", IN), step(k), [k]),
    ]
    assert results_of(*total) == [0, 0, 0, 0, 1, 3, 10, 36]
    k = counter()
    body = [if_(op(k, "==", 2), [again()]), if_(op(k, "==", 5), [leave()]), assign(OUT, k, "+")]
    jumps = [assign(OUT, 0), loop(body, op(k, "<", IN), step(k), [k])]
    assert results_of(*jumps) == [0, 0, 0, 0, 1, 1, 8, 8]
    k = counter()
    after = [k, loop([step(k)], op(k, "<", IN), after=True), assign(OUT, k)]
    assert results_of(*after) == [1, 1, 1, 1, 2, 3, 5, 9]


def test_returns():
    p = var("p", INT)
    deep = if_(op(p, ">", 3), [if_(op(p, ">", 6), [give(600)]), assign(OUT, 50, "+")])
    f = function("f", INT, [p], if_(op(p, "<", 0), [give(-100)]), deep, give(op(p, "*", 2)))
    body = [assign(OUT, 0), assign(OUT, call(f, IN), "+")]
    assert results_of(*body, functions=[f]) == [-100, -100, 0, 2, 4, 6, 60, 600]
    k, p = counter(), var("p", INT)
    inner = loop([if_(op(k, "==", p), [give(77)]), step(k), if_(op(k, ">", 4), [leave()])])
    outer = loop([inner, if_(op(p, ">", 2), [leave()]), give(-9)], None, None, [k])
    g = function("g", INT, [p], outer, give(-1))
    found = results_of(assign(OUT, call(g, IN)), functions=[g])
    assert found == [-9, -9, 77, 77, 77, 77, -1, -1]
    early = results_of(assign(OUT, 5), if_(op(IN, "<", 2), [give()]), assign(OUT, 6))
    assert early == [5, 5, 5, 5, 6, 6, 6, 6]


def test_switches():
    apart = switch(
        IN,
        (1, [assign(OUT, 10), leave()]),
        (2, []),
        (3, [assign(OUT, 23), leave()]),
        (None, [assign(OUT, 99)]),
    )
    assert results_of(assign(OUT, 0), apart) == [99, 99, 99, 10, 23, 23, 99, 99]
    falling = switch(
        IN,
        (1, [assign(OUT, 10, "+")]),
        (2, [assign(OUT, 20, "+"), leave()]),
        (None, [assign(OUT, 5, "+"), if_(op(IN, "==", 9), [leave()]), assign(OUT, 7, "+")]),
        (3, [assign(OUT, 1000, "+")]),
    )
    assert results_of(assign(OUT, 0), falling) == [1012, 1012, 1012, 30, 20, 1000, 1012, 5]


def test_continue_inside_a_switch_reaches_the_loop():
    for steps in (1, 20):  # a long step is not emitted twice
        k, n = counter(), counter()
        cases = switch(k, (1, [again()]), (2, [leave()]), (None, [assign(OUT, 1, "+")]))
        longer = n
        for _ in range(steps):
            longer = op(longer, "+", 0)
        tail = assign(k, op(op(k, "+", 1), "+", longer))
        body = loop([cases, assign(OUT, 100, "+")], op(k, "<", IN), tail, [k])
        found = results_of(n, assign(OUT, 0), body)
        assert found == [0, 0, 0, 101, 101, 201, 403, 807]
