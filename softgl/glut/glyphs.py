"""softgl's own stroke font: printable ASCII as lines on a grid.

A capital is 12 units high, a small letter 8, and 4 lie below the base line. Each character has its
width, and lines of points of two digits, x and then y + 4, in the digits 0 to 9 and a to z.
"""

from __future__ import annotations

from functools import cache

CAPITAL, DESCENT = 12, 4
BESIDE = 1  # units of space on either side of a character
_TABLE = r"""
    ! 0 0g08 0504
    " 3 0g0d 3g3d
    # 8 244g 547g 0888 0c8c
    $ 8 8d6f2f0d0c2a6a8887652507 4h43
    % 8 048g 1g0f0d1c2c3d3f2g1g 685755647485877868
    & 9 942c1e2g4g5e4c19071534547599
    ' 0 0g0d
    ( 3 3i1f0b071330
    ) 3 0i2f3b372300
    * 6 3g3a 0f6b 0b6f
    + 8 454d 0989
    , 1 151402
    - 7 0979
    . 0 0405
    / 7 027i
    0 8 3415080c1f3g5g7f8c88755434 494b
    1 7 1d4g44 1474
    2 8 0d0e2g6g8e8c0484
    3 8 0f2g6g8e8c6a3a 6a8886642405
    4 8 646g0888
    5 8 7g1g0b2c5c8a86642405
    6 8 7f5g3g1e0a071534547587897b5c3c1b09
    7 8 0g8g34
    8 8 2a0c0e2g6g8e8c6a2a0806246486886a
    9 8 153454768a8d7f5g3g1f0d0b193858798b
    : 0 0405 0b0c
    ; 1 151402 1b1c
    < 7 7d0975
    = 8 0b8b 0787
    > 7 0d7905
    ? 7 0d0e2g5g7e7c3937 3534
    @ a 95743415080c1f3g7g9faca99787787c 7b5d4d3b39475779
    A 8 044g84 1777
    B 8 040g5g7f7b5a0a 5a88866404
    C 8 8e6g3g1f0c0815346486
    D 8 040g4g7e8b89764404
    E 7 7g0g0474 0a5a
    F 7 7g0g04 0a5a
    G 8 8e6g3g1f0c08153464868a5a
    H 8 040g 848g 0a8a
    I 0 040g
    J 6 6g6755342406
    K 8 040g 8g08 3b84
    L 7 0g0474
    M a 040g56aga4
    N 8 040g848g
    O 9 3415080c1f3g6g8f9c98856434
    P 8 040g5g7f8d7b5a0a
    Q 9 3415080c1f3g6g8f9c98856434 6793
    R 8 040g5g7f8d7b5a0a 4a84
    S 8 8e6g2g0e0c2a6a8886642406
    T 8 444g 0g8g
    U 8 0g0715345475878g
    V 8 0g448g
    W c 0g346e94cg
    X 8 048g 0g84
    Y 8 0g4a8g 4a44
    Z 8 0g8g0484
    [ 3 3i0i0030
    \ 7 0i72
    ] 3 0i3i3000
    ^ 6 0c3g6c
    _ 8 0181
    ` 2 0g2d
    a 7 7c74 7a5c2c0a06245476
    b 7 0g04 0a2c5c7a76542406
    c 7 7a5c2c0a06245476
    d 7 7g74 7a5c2c0a06245476
    e 7 08787a5c2c0a06245475
    f 5 5g4g2e24 0c5c
    g 7 7c72502001 7a5c2c0a06245476
    h 7 0g04 0a2c5c7a74
    i 0 0c04 0f0g
    j 3 3c321000 3f3g
    k 6 0g04 6c06 2864
    l 2 0g051424
    m a 0c04 0a2c3c5a54 5a7c8caaa4
    n 7 0c04 0a2c5c7a74
    o 7 24060a2c5c7a765424
    p 7 0c00 0a2c5c7a76542406
    q 7 7c70 7a5c2c0a06245476
    r 5 0c04 091b3c5c
    s 6 6b4c2c0b0928486765442405
    t 5 2g264454 0c5c
    u 7 0c06245476 7c74
    v 6 0c346c
    w a 0c245c84ac
    x 6 0c64 6c04
    y 6 0c34 6c342100
    z 6 0c6c0464
    { 4 4i2h2b09272140
    | 0 0i00
    } 4 0i2h2b49272100
    ~ 8 081a3a58788a
"""


@cache
def glyphs() -> dict[str, tuple[int, tuple[tuple[tuple[int, int], ...], ...]]]:
    """Returns each character's width, and its lines of points (x, y), in units."""
    found = {" ": (6, ())}
    for row in _TABLE.strip().splitlines():
        character, width, *lines = row.split()
        found[character] = int(width, 36), tuple(map(_points, lines))
    return found


def _points(line):
    return tuple(
        (int(line[place], 36), int(line[place + 1], 36) - DESCENT)
        for place in range(0, len(line), 2)
    )
