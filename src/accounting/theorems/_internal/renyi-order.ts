import { checkNumber, type Range } from "../../../validate.js";

const ORDER: Range = { min: 2, max: 100_000, integer: true };

/** Checks an integer Renyi order, or the largest order of a curve. */
export function checkOrder(name: string, order: unknown): number {
  return checkNumber(name, order, ORDER);
}
