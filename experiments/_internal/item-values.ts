import { type GuaranteesOptions, guarantees } from "../../src/accounting/guarantees.js";
import { formatDown, formatNumber, formatUp } from "../../src/privacy/format-number.js";
import type { AccountingMethod, MechanismEvent } from "../../src/privacy/index.js";
import type { ItemPart, MeasuredCell, PaperItem, RecordedFigure } from "../paper-item.js";

/** What an item is worth beside what the paper prints. */
type Found = Partial<Pick<PaperItem, "ours" | "proven" | "why">>;

/** An item with a command. */
export function itemOf(
  item: string,
  printed: string,
  command: string,
  verdict: PaperItem["verdict"],
  { ours = null, proven = null, why = "" }: Found = {},
): PaperItem {
  return { item, printed, command, ours, proven, verdict, why };
}

/** An item that a test file compares with an independent computation. */
export function testedItem(item: string, printed: string, path: string, found: Found = {}): PaperItem {
  return itemOf(item, printed, `vitest run ${path}`, "agrees", { ours: "as the test computes it", ...found });
}

/** A figure of one method with its status. */
export function spentBy(
  event: MechanismEvent,
  options: GuaranteesOptions & { method: AccountingMethod },
): ItemPart {
  return () => {
    const [figure] = guarantees(event, options).guarantees;
    if (figure === undefined) throw new Error(`${options.method} does not apply`);
    const { side, status, epsilon, method } = figure;
    return side === "lower"
      ? `no less than ${formatDown(epsilon.lower)} (${method}, ${status})`
      : `${formatUp(epsilon.upper)} (${method}, ${status})`;
  };
}

/** A cell of what an experiment's long form wrote. */
export function measuredCell(
  experiment: string,
  [table, row, column]: readonly [table: number, row: number, column: string],
  unit = "",
): MeasuredCell {
  return { experiment, table, row, column, unit };
}

/** A figure that docs/training.md records. */
export function trained(words: RegExp, unit = ""): RecordedFigure {
  return { page: "docs/training.md", words, unit };
}

/** A number of no guarantee. */
export function computed(value: () => number, unit = ""): ItemPart {
  return () => `${formatNumber(value())}${unit}`;
}
