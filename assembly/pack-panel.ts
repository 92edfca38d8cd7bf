/**
 * Copies up to `width` (8, 6 or 4) lines of a matrix so that their elements of the same index stand side by side: `width` floats
 * per index, zeros for the lines past `lines`, and one more index of zeros where `depth` is odd.
 * Elements are `line` floats apart from line to line and `step` along a line.
 */
export function packPanel(width: i32, lines: i32, depth: i32, source: usize, line: i32, step: i32, target: usize): void {
  if (depth & 1) memory.fill(target + <usize>(width * depth * 4), 0, <usize>width << 2);
  if (lines < width) packEdge(width, lines, depth, source, line, step, target);
  else if (line == 1) copyLines(width, depth, source, <usize>step << 2, target);
  else if (step == 1) transposeLines(width, depth, source, <usize>line << 2, target);
  else packEdge(width, width, depth, source, line, step, target);
}

/** Any strides, one float at a time. */
function packEdge(width: i32, lines: i32, depth: i32, source: usize, line: i32, step: i32, target: usize): void {
  const lineBytes = <usize>line << 2, stepBytes = <usize>step << 2;
  for (let k = 0; k < depth; k++, source += stepBytes) {
    let from = source;
    for (let i = 0; i < width; i++, target += 4, from += lineBytes) store<f32>(target, i < lines ? load<f32>(from) : 0);
  }
}

/** Lines side by side already. */
function copyLines(width: i32, depth: i32, source: usize, step: usize, target: usize): void {
  if (width == 8) {
    for (const end = target + (<usize>depth << 5); target < end; target += 32, source += step) {
      v128.store(target, v128.load(source));
      v128.store(target, v128.load(source, 16), 16);
    }
  } else if (width == 6) {
    for (const end = target + <usize>(depth * 24); target < end; target += 24, source += step) {
      v128.store(target, v128.load(source));
      store<u64>(target, load<u64>(source, 16), 16);
    }
  } else {
    for (const end = target + (<usize>depth << 4); target < end; target += 16, source += step) {
      v128.store(target, v128.load(source));
    }
  }
}

/** Contiguous lines, four indices at a time. */
function transposeLines(width: i32, depth: i32, source: usize, line: usize, target: usize): void {
  const row = <usize>width << 2;
  for (const end = source + (<usize>(depth & ~3) << 2); source < end; source += 16, target += 4 * row) {
    transposeFour(source, line, target, row);
    if (width == 8) transposeFour(source + 4 * line, line, target + 16, row);
    else if (width == 6) transposeTwo(source + 4 * line, line, target + 16, row);
  }
  packEdge(width, width, depth & 3, source, <i32>(line >> 2), 1, target);
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

// @ts-ignore: decorator
@inline
function transposeTwo(source: usize, line: usize, target: usize, row: usize): void {
  const a = v128.load(source), b = v128.load(source + line);
  const low = v128.shuffle<f32>(a, b, 0, 4, 1, 5), high = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  v128.store_lane<u64>(target, low, 0);
  v128.store_lane<u64>(target + row, low, 1);
  v128.store_lane<u64>(target + 2 * row, high, 0);
  v128.store_lane<u64>(target + 3 * row, high, 1);
}
