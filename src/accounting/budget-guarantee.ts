import { DpError } from "../errors.js";
import type { Guarantee, Method } from "../privacy/index.js";
import { checkArray, checkOptions } from "../validate.js";
import type { GuaranteesReport } from "./guarantees.js";

/**
 * The upper bound that a budget is measured by: the one of `method`, or the best proven one.
 *
 * @throws DpError NOT_APPLICABLE there is none, with the reasons; BAD_INPUT `report` is no report
 * @example
 * const report = guarantees({ kind: "gaussian", noiseMultiplier: 2 }, { adjacency: "replace-one", delta: 1e-5 });
 * budgetGuarantee(report).status; // "proven"
 */
export function budgetGuarantee(report: GuaranteesReport, method?: Method): Guarantee {
  const { guarantees, notApplicable } = checkOptions("budgetGuarantee", report, "report");
  const chosen = checkArray("budgetGuarantee: report.guarantees", guarantees).find(
    (each) =>
      each.side === "upper" && (method === undefined ? each.status === "proven" : each.method === method),
  );
  if (chosen !== undefined) return chosen;
  const reasons = checkArray("budgetGuarantee: report.notApplicable", notApplicable)
    .map((each) => `${each.method}: ${each.reason}`)
    .join("; ");
  throw new DpError(
    "NOT_APPLICABLE",
    `budgetGuarantee: no ${method ?? "proven"} upper bound applies (${reasons || "nothing was evaluated"}); name a method that does`,
    { parameter: "method", value: method },
  );
}
