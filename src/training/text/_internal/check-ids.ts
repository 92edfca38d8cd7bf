import { checkArrayLike, checkNumber, RANGES } from "../../../validate.js";

/** A copy of the ids, each below the vocabulary. */
export function checkIds(name: string, ids: ArrayLike<number>, vocabulary: number): number[] {
  const range = { ...RANGES.nonNegativeInteger, max: vocabulary - 1 };
  return Array.from(checkArrayLike(name, ids), (id, i) => checkNumber(`${name}[${i}]`, id, range));
}
