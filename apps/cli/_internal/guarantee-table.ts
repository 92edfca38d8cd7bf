import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { type FigureColumn, figureTables, quoted } from "./figure-tables.js";
import { columnsOf } from "./terminal/columns-of.js";

const EPSILON: FigureColumn<Guarantee> = { title: "epsilon", cell: (each) => quoted(each, each.epsilon) };

/** Epsilons as a text table, in the order given, and their sources below it; by default as wide as standard output. */
export function guaranteeTable(
  figures: readonly Guarantee[],
  width: number = columnsOf(process.stdout),
): string {
  return figureTables({ columns: [EPSILON], groups: [{ figures }], sources: true, width }).join("\n\n");
}
