/**
 * Copies of parts of a matrix whose elements are `line` floats apart from line to line and `step` along a
 * line.
 *
 * `interleave` puts the elements of the same index of 8 lines side by side, with zeros for lines past
 * `lines`; `straighten` puts each line in one piece, `depth` floats long.
 */
const WIDTH: i32 = 8;

export function interleave(lines: i32, depth: i32, source: usize, line: i32, step: i32, target: usize): void {
  if (lines < WIDTH) copyEach(WIDTH, lines, depth, source, line, step, target, 1, WIDTH);
  else if (line == 1) copyEight(depth, source, <usize>step << 2, target);
  else if (step == 1) transpose(WIDTH, depth, source, line, target, WIDTH);
  else copyEach(WIDTH, WIDTH, depth, source, line, step, target, 1, WIDTH);
}

export function straighten(lines: i32, depth: i32, source: usize, line: i32, step: i32, target: usize): void {
  // A transpose of the transpose: here the elements of an index are the lines.
  if (line == 1) transpose(depth, lines, source, step, target, depth);
  else copyEach(lines, lines, depth, source, line, step, target, depth, 1);
}

/** Any strides, one float at a time, up to `width` lines. */
function copyEach(
  width: i32, lines: i32, depth: i32, source: usize, line: i32, step: i32, target: usize, targetLine: i32, targetStep: i32,
): void {
  for (let i = 0; i < width; i++, source += <usize>line << 2, target += <usize>targetLine << 2) {
    let from = source, to = target;
    for (let k = 0; k < depth; k++, from += <usize>step << 2, to += <usize>targetStep << 2) {
      store<f32>(to, i < lines ? load<f32>(from) : 0);
    }
  }
}

/** Lines side by side already. */
function copyEight(depth: i32, source: usize, step: usize, target: usize): void {
  for (const end = target + (<usize>depth << 5); target < end; target += 32, source += step) {
    v128.store(target, v128.load(source));
    v128.store(target, v128.load(source, 16), 16);
  }
}

/**
 * Element k of line i goes to row k, column i of the target; lines are in one piece, rows `row` floats apart.
 */
function transpose(lines: i32, depth: i32, source: usize, line: i32, target: usize, row: i32): void {
  const lineBytes = <usize>line << 2, rowBytes = <usize>row << 2, whole = depth & ~3;
  for (let i = 0; i + 4 <= lines; i += 4) {
    let from = source + <usize>i * lineBytes, to = target + (<usize>i << 2);
    for (let k = 0; k < whole; k += 4, from += 16, to += 4 * rowBytes) transposeFour(from, lineBytes, to, rowBytes);
    copyEach(4, 4, depth - whole, from, line, 1, to, 1, row);
  }
  const rest = <usize>(lines & ~3);
  copyEach(lines & 3, lines & 3, depth, source + rest * lineBytes, line, 1, target + (rest << 2), 1, row);
}

// @ts-ignore: decorator
@inline
function transposeFour(source: usize, line: usize, target: usize, row: usize): void {
  const a = v128.load(source), b = v128.load(source + line);
  const c = v128.load(source + 2 * line), d = v128.load(source + 3 * line);
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5), cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7), cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(target, v128.shuffle<i64>(ab, cd, 0, 2));
  v128.store(target + row, v128.shuffle<i64>(ab, cd, 1, 3));
  v128.store(target + 2 * row, v128.shuffle<i64>(abHigh, cdHigh, 0, 2));
  v128.store(target + 3 * row, v128.shuffle<i64>(abHigh, cdHigh, 1, 3));
}
