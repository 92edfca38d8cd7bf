import { openColumns, type ReadColumns } from "../../../shared/analyze/input/open-columns.js";
import type { AnalyzePlan } from "../../../shared/analyze/input/plan.js";
import type { Separation } from "../../../shared/analyze/input/separation.js";
import { readTable } from "./input/read-table.js";

/** The columns of a plan from a table, and what separates them there. */
export async function readColumns(
  file: string,
  plan: AnalyzePlan,
): Promise<{ readonly read: ReadColumns; readonly separation: Separation }> {
  const open = openColumns(plan);
  const { names: columns, takesEmpty: blankIsRecord, end: onEnd } = open;
  const separation = await readTable(
    { file, columns, blankIsRecord, delimiter: plan.delimiter, onEnd },
    open.push,
  );
  return { read: open.finish(), separation };
}
