/**
 * Positions of a block, and floats of their vectors that are packed at once: 64 KiB for each of two blocks.
 */
const BLOCK: i32 = 32;
const DEPTH: i32 = 256;

/** Positions of a panel. */
const PANEL: i32 = 4;

/** Floats of scratch memory that `gramProduct` needs. */
export function gramScratch(): i32 {
  return 4 * (BLOCK * DEPTH + BLOCK * BLOCK);
}

/**
 * Squared Frobenius norm of the sum over positions of the outer product left[s] x right[s]:
 * the sum over s and t of <left[s], left[t]> <right[s], right[t]>.
 *
 * Vectors are `leftRow` and `rightRow` floats apart. All arithmetic is in f64 on products that are exact
 * there: off by less than (leftSize + rightSize + positions²) 2^-53 times (sum over s of |left[s]|
 * |right[s]|)². Positions t > s are not worked out.
 */
export function gramProduct(
  positions: i32, left: usize, leftRow: i32, leftSize: i32, right: usize, rightRow: i32, rightSize: i32, scratch: usize,
): f64 {
  const lefts = scratch + <usize>(BLOCK * DEPTH * 16), rights = lefts + <usize>(BLOCK * BLOCK * 8);
  let total: f64 = 0;
  for (let s = 0; s < positions; s += BLOCK) {
    for (let t = 0; t <= s; t += BLOCK) {
      innerProducts(positions, s, t, left, leftRow, leftSize, lefts, scratch);
      innerProducts(positions, s, t, right, rightRow, rightSize, rights, scratch);
      total += s == t ? diagonalSum(lefts, rights) : 2 * blockSum(lefts, rights, BLOCK * BLOCK);
    }
  }
  return total;
}

/** Sum over positions of |left[s]| |right[s]|, in f64. */
export function normProducts(
  positions: i32, left: usize, leftRow: i32, leftSize: i32, right: usize, rightRow: i32, rightSize: i32,
): f64 {
  let total: f64 = 0;
  for (; positions > 0; positions--, left += <usize>leftRow << 2, right += <usize>rightRow << 2) {
    total += Math.sqrt(squares(left, leftSize) * squares(right, rightSize));
  }
  return total;
}

function squares(values: usize, count: i32): f64 {
  let sums = f64x2.splat(0);
  const end = values + (<usize>count << 2);
  for (const pairs = values + (<usize>(count & ~1) << 2); values < pairs; values += 8) {
    const pair = f64x2.promote_low_f32x4(v128.load64_zero(values));
    sums = f64x2.add(sums, f64x2.mul(pair, pair));
  }
  const last = values < end ? <f64>load<f32>(values) : 0;
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1) + last * last;
}

/**
 * Inner products of positions from s on with those from t on, panel by panel (4 x 4), zeros past the last
 * position.
 */
function innerProducts(
  positions: i32, s: i32, t: i32, vectors: usize, row: i32, size: i32, target: usize, scratch: usize,
): void {
  const others = s == t ? scratch : scratch + <usize>(BLOCK * DEPTH * 8);
  memory.fill(target, 0, BLOCK * BLOCK * 8);
  for (let k = 0; k < size; k += DEPTH) {
    const depth = min(DEPTH, size - k), panelBytes = <usize>depth << 5;
    packBlock(min(BLOCK, positions - s), depth, vectors + (<usize>(s * row + k) << 2), row, scratch);
    if (s != t) packBlock(min(BLOCK, positions - t), depth, vectors + (<usize>(t * row + k) << 2), row, others);
    let cell = target;
    for (let i = 0; i < BLOCK / PANEL; i++) {
      for (let j = 0; j < BLOCK / PANEL; j++, cell += 128) {
        if (s == t && j > i) continue;
        tile(depth, scratch + <usize>i * panelBytes, others + <usize>j * panelBytes, cell);
      }
    }
  }
}

/**
 * Panels of four positions in f64, their elements of the same index side by side; zeros past the last
 * position.
 */
function packBlock(positions: i32, depth: i32, vectors: usize, row: i32, target: usize): void {
  const rowBytes = <usize>row << 2;
  for (let panel = 0; panel < BLOCK; panel += PANEL) {
    for (let lane = 0; lane < PANEL; lane++) {
      const from = vectors + <usize>(panel + lane) * rowBytes;
      let to = target + (<usize>lane << 3);
      if (panel + lane < positions) for (let k = 0; k < depth; k++, to += 32) store<f64>(to, <f64>load<f32>(from + (<usize>k << 2)));
      else for (let k = 0; k < depth; k++, to += 32) store<f64>(to, 0);
    }
    target += <usize>depth << 5;
  }
}

/** 4 x 4 sums in f64, added to those at `cell`. */
function tile(depth: i32, a: usize, b: usize, cell: usize): void {
  let c00 = v128.load(cell), c01 = v128.load(cell, 16), c10 = v128.load(cell, 32), c11 = v128.load(cell, 48);
  let c20 = v128.load(cell, 64), c21 = v128.load(cell, 80), c30 = v128.load(cell, 96), c31 = v128.load(cell, 112);
  for (const end = a + (<usize>depth << 5); a < end; a += 32, b += 32) {
    const left = v128.load(b), right = v128.load(b, 16);
    let x = v128.load_splat<f64>(a);
    c00 = add(c00, x, left); c01 = add(c01, x, right);
    x = v128.load_splat<f64>(a, 8);
    c10 = add(c10, x, left); c11 = add(c11, x, right);
    x = v128.load_splat<f64>(a, 16);
    c20 = add(c20, x, left); c21 = add(c21, x, right);
    x = v128.load_splat<f64>(a, 24);
    c30 = add(c30, x, left); c31 = add(c31, x, right);
  }
  v128.store(cell, c00); v128.store(cell, c01, 16); v128.store(cell, c10, 32); v128.store(cell, c11, 48);
  v128.store(cell, c20, 64); v128.store(cell, c21, 80); v128.store(cell, c30, 96); v128.store(cell, c31, 112);
}

/** Sum over a block of which only panels on and below the diagonal are there: those below count twice. */
function diagonalSum(lefts: usize, rights: usize): f64 {
  let total: f64 = 0;
  for (let i: usize = 0; i < <usize>(BLOCK / PANEL); i++) {
    const row = i * <usize>(BLOCK / PANEL) * 128, own = row + i * 128;
    total += 2 * blockSum(lefts + row, rights + row, <i32>i * 16) + blockSum(lefts + own, rights + own, 16);
  }
  return total;
}

function blockSum(lefts: usize, rights: usize, count: i32): f64 {
  let sums = f64x2.splat(0);
  for (const end = lefts + (<usize>count << 3); lefts < end; lefts += 16, rights += 16) {
    sums = f64x2.add(sums, f64x2.mul(v128.load(lefts), v128.load(rights)));
  }
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

// @ts-ignore: decorator
@inline
function add(sum: v128, x: v128, y: v128): v128 {
  return f64x2.add(sum, f64x2.mul(x, y));
}
