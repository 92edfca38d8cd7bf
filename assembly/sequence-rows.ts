/** Rows of a sequence, of any length; what whole blocks of 4 floats do not cover goes float by float. */

/** target += values. */
export function addTo(target: usize, values: usize, count: i32): void {
  const end = target + (<usize>count << 2), blocks = target + (<usize>(count & ~3) << 2);
  for (; target < blocks; target += 16, values += 16) {
    v128.store(target, f32x4.add(v128.load(target), v128.load(values)));
  }
  for (; target < end; target += 4, values += 4) store<f32>(target, load<f32>(target) + load<f32>(values));
}

/** target *= factors. */
export function multiplyBy(target: usize, factors: usize, count: i32): void {
  const end = target + (<usize>count << 2), blocks = target + (<usize>(count & ~3) << 2);
  for (; target < blocks; target += 16, factors += 16) {
    v128.store(target, f32x4.mul(v128.load(target), v128.load(factors)));
  }
  for (; target < end; target += 4, factors += 4) store<f32>(target, load<f32>(target) * load<f32>(factors));
}

/** target += sum of `rows` rows of `columns` floats, `row` floats apart. */
export function addColumnSums(target: usize, values: usize, rows: i32, row: i32, columns: i32): void {
  const rowBytes = <usize>row << 2, bytes = rowBytes * rows, end = target + (<usize>columns << 2);
  for (const blocks = target + (<usize>(columns & ~15) << 2); target < blocks; target += 64, values += 64) {
    let s0 = v128.load(target), s1 = v128.load(target, 16), s2 = v128.load(target, 32), s3 = v128.load(target, 48);
    for (let value = values; value < values + bytes; value += rowBytes) {
      s0 = f32x4.add(s0, v128.load(value)); s1 = f32x4.add(s1, v128.load(value, 16));
      s2 = f32x4.add(s2, v128.load(value, 32)); s3 = f32x4.add(s3, v128.load(value, 48));
    }
    v128.store(target, s0); v128.store(target, s1, 16); v128.store(target, s2, 32); v128.store(target, s3, 48);
  }
  for (; target < end; target += 4, values += 4) {
    let sum = load<f32>(target);
    for (let value = values; value < values + bytes; value += rowBytes) sum += load<f32>(value);
    store<f32>(target, sum);
  }
}

/** Row i of the target = row indices[i] (u32) of the table, for `count` indices. */
export function gatherRows(
  target: usize, targetRow: i32, table: usize, tableRow: i32, indices: usize, count: i32, columns: i32,
): void {
  for (const end = indices + (<usize>count << 2); indices < end; indices += 4, target += <usize>targetRow << 2) {
    memory.copy(target, table + ((<usize>load<u32>(indices) * <usize>tableRow) << 2), <usize>columns << 2);
  }
}

/** Row indices[i] (u32) of the table += row i of the values, one after the other. */
export function scatterAddRows(
  table: usize, tableRow: i32, indices: usize, values: usize, valuesRow: i32, count: i32, columns: i32,
): void {
  for (const end = indices + (<usize>count << 2); indices < end; indices += 4, values += <usize>valuesRow << 2) {
    addTo(table + ((<usize>load<u32>(indices) * <usize>tableRow) << 2), values, columns);
  }
}
