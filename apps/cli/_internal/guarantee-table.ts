import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { figureTable, quoted } from "./figure-table.js";

/** Epsilons as a text table, in the order given. */
export function guaranteeTable(guarantees: readonly Guarantee[], width?: number): string {
  return figureTable([{ title: "epsilon", cell: (each) => quoted(each, each.epsilon) }], guarantees, width);
}
