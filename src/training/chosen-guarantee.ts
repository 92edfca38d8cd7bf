import { DpError } from "../errors.js";
import type { Guarantee } from "../privacy/guarantee.js";
import type { Method } from "../privacy/method.js";

/**
 * The upper bound that a budget is measured by: the one of `method`, or the best proven one.
 *
 * @throws DpError NOT_APPLICABLE there is none
 */
export function chosenGuarantee(guarantees: readonly Guarantee[], method?: Method): Guarantee {
  const chosen = guarantees.find(
    (guarantee) =>
      guarantee.side === "upper" &&
      (method === undefined ? guarantee.status === "proven" : guarantee.method === method),
  );
  if (chosen !== undefined) return chosen;
  throw new DpError(
    "NOT_APPLICABLE",
    `budget: ${method ?? "no proven method"} gives no upper bound for this mechanism; choose another method`,
    { parameter: "method", value: method },
  );
}
