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

/**
 * target += sum of `rows` rows of `columns` floats, `row` floats apart: one row after the other, four in a
 * turn.
 */
export function addColumnSums(target: usize, values: usize, rows: i32, row: i32, columns: i32): void {
  const rowBytes = <usize>row << 2, blocks = <usize>(columns & ~3) << 2;
  for (; rows >= 4; rows -= 4, values += 4 * rowBytes) {
    let value = values;
    for (let to = target; to < target + blocks; to += 16, value += 16) {
      const two = f32x4.add(f32x4.add(v128.load(to), v128.load(value)), v128.load(value + rowBytes));
      const next = value + 2 * rowBytes;
      v128.store(to, f32x4.add(f32x4.add(two, v128.load(next)), v128.load(next + rowBytes)));
    }
    for (let i: usize = 0; i < 4; i++) addTo(target + blocks, values + i * rowBytes + blocks, columns & 3);
  }
  for (; rows > 0; rows--, values += rowBytes) addTo(target, values, columns);
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
