!!NVfp4.0
# Engraves a picture in integer arithmetic: lines of ink that swell where it is dark and bend where
# it is bright, and contours where it changes. Texels are fetched one by one; 5 x 5 of them, with
# weights from Pascal's triangle, give the brightness and its slopes. Left of the split the picture
# is as it was.
PARAM split = program.local[0];              # the column that divides the window
INT PARAM smooth[5] = { 1, 4, 6, 4, 1 };
INT PARAM slope[5] = { -1, -2, 0, 2, 1 };
INT PARAM grey = { 54, 183, 19, 0 };         # Rec. 709, of 256
INT PARAM lines = { 112, 36, 1024, 3 };      # per row, per column, apart; bend by the brightness
INT PARAM paper = { 244, 236, 218, 0 };
INT PARAM ink = { 20, 34, 72, 0 };
TEMP texel;
INT TEMP size, place, at, tap, weight, sums, t;

TRUNC.S place.xy, fragment.position;
MOV.S place.zw, 0;
SUB.CC texel.x, fragment.position.x, split.x;
IF LT.x;
  TXF texel, place, texture[0], 2D;
  MOV result.color, texel;
ELSE;
  TXQ size, 0, texture[0], 2D;
  SUB.S size.xy, size, 1;
  MOV.S sums, 0;                             # brightness, slope along x, slope along y
  MOV.S at, 0;
  REP.S 5;
    MOV.S at.x, 0;
    REP.S 5;
      ADD.S tap, place, at;
      SUB.S tap.xy, tap, 2;
      MAX.S tap.xy, tap, 0;
      MIN.S tap.xy, tap, size;
      MOV.S tap.zw, 0;
      TXF texel, tap, texture[0], 2D;
      MUL texel, texel, 255.0;
      ROUND.S t, texel;
      MUL.S t, t, grey;
      ADD.S t.x, t.x, t.y;
      ADD.S t.x, t.x, t.z;                   # 256 times the brightness
      MUL.S weight.x, smooth[at.x], smooth[at.y];
      MUL.S weight.y, slope[at.x], smooth[at.y];
      MUL.S weight.z, smooth[at.x], slope[at.y];
      MAD.S sums.xyz, weight, t.x, sums;
      ADD.S at.x, at.x, 1;
    ENDREP;
    ADD.S at.y, at.y, 1;
  ENDREP;
  SHR.S sums.x, sums.x, 8;                   # of 65280
  SHR.S sums.yz, sums, 11;

  # Where between two lines this place is: 0 in the middle of one, lines.z / 2 between two.
  MUL.S t.xy, place, lines.yxzw;
  ADD.S t.x, t.x, t.y;
  SHR.S t.y, sums.x, 6;
  MAD.S t.x, t.y, lines.w, t.x;
  MOD.S t.x, t.x, lines.z;
  SHR.S t.y, lines.z, 1;
  SUB.S t.x, t.x, t.y;
  MOV.S t.x, |t.x|;
  # Ink, of 256: as wide as it is dark, with soft edges; and the contours.
  SUB.S t.z, 65280, sums.x;
  SHR.S t.z, t.z, 7;                         # darkness, to 510
  SUB.S t.x, t.z, t.x;
  SHL.S t.x, t.x, 1;
  MAX.S t.x, t.x, 0;
  MOV.S sums.yz, |sums|;
  ADD.S t.y, sums.y, sums.z;
  ADD.S t.x, t.x, t.y;
  MIN.S t.x, t.x, 256;
  SUB.S t.y, 256, t.x;
  MUL.S weight, paper, t.y;
  MAD.S weight, ink, t.x, weight;
  I2F.S texel, weight;
  MUL texel.xyz, texel, 0.00001531862745;    # 1 / (255 * 256)
  MOV result.color, texel;
ENDIF;
MOV result.color.w, 1.0;
END
