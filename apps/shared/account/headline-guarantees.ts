import type { Guarantee } from "../../../src/privacy/guarantee.js";

/** The best figure of each side and status, in the order given. */
export function headlineGuarantees(guarantees: readonly Guarantee[]): Guarantee[] {
  return guarantees.filter(
    ({ side, status }, index) =>
      guarantees.findIndex((other) => other.side === side && other.status === status) === index,
  );
}
