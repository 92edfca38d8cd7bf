import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { type FigureColumn, figureTables, quoted } from "./figure-tables.js";
import { columnsOf } from "./terminal/columns-of.js";

const EPSILON: FigureColumn<Guarantee> = { title: "epsilon", cell: (each) => quoted(each, each.epsilon) };

export interface GuaranteeTableOptions {
  /** Standard output's by default. */
  readonly width?: number;
  /** Whether a legend of the sources follows; by default it does. */
  readonly sources?: boolean;
}

/** Epsilons as a text table, in the order given. */
export function guaranteeTable(
  figures: readonly Guarantee[],
  { width = columnsOf(process.stdout), sources = true }: GuaranteeTableOptions = {},
): string {
  return figureTables({ columns: [EPSILON], groups: [{ figures }], sources, width }).join("\n\n");
}
