import { checkNumber, RANGES, wrongShape } from "../../../validate.js";

/** A copy of the ids, each below the vocabulary. */
export function checkIds(name: string, ids: ArrayLike<number>, vocabulary: number): number[] {
  const isArray = Array.isArray(ids) || (ArrayBuffer.isView(ids) && "length" in ids);
  if (!isArray) throw wrongShape(name, ids, "an array of ids");
  const range = { ...RANGES.nonNegativeInteger, max: vocabulary - 1 };
  return Array.from(ids, (id, i) => checkNumber(`${name}[${i}]`, id, range));
}
