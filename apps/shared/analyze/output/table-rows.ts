import type {
  Choice,
  ColumnEstimates,
  Estimate,
  FrequencyColumnEstimates,
  GroupColumnEstimates,
  HistogramColumnEstimates,
} from "../../../../src/analytics/index.js";
import { choiceNames } from "./choice-names.js";

/** One line of a column's table. */
export interface TableRow {
  /** Empty where there are no groups. */
  readonly group: string;
  /** The category or bin; empty for a mean and for a whole group. */
  readonly name: string;
  /** How many users. */
  readonly count: Estimate | undefined;
  /**
   * Their share of all users or, below a whole group, of the group; a mean. Undefined where nothing is known
   * of it.
   */
  readonly figure: Estimate | undefined;
}

/** What was estimated of a column, line by line; quantiles have a table of their own. */
export function tableRows(report: ColumnEstimates): TableRow[] {
  if (report.kind === "mean") return [{ group: "", name: "", count: undefined, figure: report.mean }];
  if (report.kind === "groups") return groupRows(report);
  const choices: readonly (Choice & Estimate)[] = choicesIn(report);
  const names = choiceNames(choices);
  return choices.map((count, place) => ({
    group: "",
    name: names[place]!,
    count,
    figure: shareOf(count, report.users),
  }));
}

function choicesIn(
  report: FrequencyColumnEstimates | HistogramColumnEstimates,
): readonly (Choice & Estimate)[] {
  return report.kind === "histogram" ? report.bins : report.frequencies;
}

function groupRows({ groups, users }: GroupColumnEstimates): TableRow[] {
  const groupNames = choiceNames(groups.map(({ group }) => group));
  return groups.flatMap(({ size, values }, place) => {
    const group = groupNames[place]!;
    const names = choiceNames(values.map(({ value }) => value));
    const whole = { group, name: "", count: size, figure: shareOf(size, users) };
    return [
      whole,
      ...values.map(({ count, share }, index) => ({ group, name: names[index]!, count, figure: share })),
    ];
  });
}

/** A count as a share of all users. */
function shareOf({ estimate, standardError, lower, upper }: Estimate, users: number): Estimate {
  return {
    estimate: estimate / users,
    standardError: standardError / users,
    lower: lower / users,
    upper: upper / users,
  };
}
