import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { formatNumber, formatUp } from "./format-number.js";
import { formatTable } from "./format-table.js";

/** Figures as a text table, in the order given. */
export function guaranteeTable(guarantees: readonly Guarantee[]): string {
  return formatTable(
    [
      { title: "epsilon", align: "right" },
      { title: "side" },
      { title: "worth" },
      { title: "method" },
      { title: "source" },
    ],
    guarantees.map(({ side, status, method, source, epsilon }) => [
      side === "upper" ? formatUp(epsilon.upper) : formatNumber(epsilon.lower),
      side,
      status,
      method,
      source,
    ]),
  );
}
