import { DpError } from "../../errors.js";
import { checkArrayLike } from "../../validate.js";

/** Checks that there are exactly `length` of them. */
export function checkLength(name: string, items: ArrayLike<unknown>, length: number, unit = "bytes"): void {
  if (checkArrayLike(name, items).length === length) return;
  throw new DpError("BAD_INPUT", `${name} must have ${length} ${unit}, got ${items.length}`, {
    parameter: name,
    value: items.length,
    allowed: `${length} ${unit}`,
  });
}
