import { checkNumber, DOMAIN, type Range } from "../../../validate.js";

const INTEGER_ORDER: Range = { min: 2, max: 100_000, integer: true };

/** Checks an integer Renyi order, or the largest order of a table. */
export function checkOrder(name: string, order: unknown): number {
  return checkNumber(name, order, INTEGER_ORDER);
}

/** Checks a real Renyi order, which may be infinite. */
export function checkRealOrder(name: string, order: unknown): number {
  return order === Infinity ? order : checkNumber(name, order, DOMAIN.order);
}
