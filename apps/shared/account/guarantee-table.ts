import type { Guarantee } from "../../../src/privacy/guarantee.js";
import type { Layout } from "../words/layout.js";
import { type FigureColumn, figureTables, quoted } from "./figure-tables.js";

const EPSILON: FigureColumn<Guarantee> = { title: "epsilon", cell: (each) => quoted(each, each.epsilon) };

/** Epsilons as a text table, in the order given, without their sources. */
export function guaranteeTable(figures: readonly Guarantee[], layout: Layout): string {
  return figureTables({ columns: [EPSILON], groups: [{ figures }], sources: false, ...layout }).join("\n\n");
}
