import type { RandomSource } from "../../../random/index.js";
import { addDummies } from "../../add-dummies.js";
import { encodeReports } from "../../encode-reports.js";
import { shuffleReports } from "../../shuffle-reports.js";
import type { PlannedColumn } from "../planned-column.js";

/** Every user's values of one column by number, and the users' groups, where there are any. */
interface NumberedColumn {
  readonly values: ArrayLike<number>;
  readonly groups: ArrayLike<number> | undefined;
}

/** The clients' and the shuffler's roles for a column whose values are numbered. */
export function columnReports(
  column: PlannedColumn,
  { values, groups }: NumberedColumn,
  source: RandomSource,
): Uint32Array {
  const shuffled = (reports: Uint32Array): Uint32Array =>
    shuffleReports(
      column.dummies === undefined ? reports : addDummies(reports, column.dummies, source),
      source,
    );
  if (column.kind === "mean") return shuffled(encodeReports(values, column.randomizer, source));
  const { response } = column.randomizer;
  const numbers =
    column.kind === "groups" ? pairNumbers(values, groups!, column.randomizer.values.length) : values;
  return shuffled(encodeReports(numbers, response, source));
}

/** The numbers of pairs of a group and one of `width` values. */
function pairNumbers(values: ArrayLike<number>, groups: ArrayLike<number>, width: number): Uint32Array {
  return Uint32Array.from(values, (value, user) => groups[user]! * width + value);
}
