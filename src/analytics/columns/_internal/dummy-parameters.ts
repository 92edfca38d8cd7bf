import { calibrate } from "../../../accounting/index.js";
import { DpError } from "../../../errors.js";
import type { MechanismEvent } from "../../../privacy/index.js";
import { checkNumber, checkOptions, LOCAL_EPSILONS, wrongShape } from "../../../validate.js";
import { DUMMY_SCALES, dummyTargets } from "../../random-dummies.js";
import type { ColumnsBudget } from "../columns-budget.js";
import type { ReportParameters } from "../planned-column.js";
import type { DummyParameters } from "./chosen-dummies.js";

/**
 * How reports and dummies of several columns are made: the dummies as the budget says, the reports with the
 * local epsilon that is left to them, or the truth, but for the largest local epsilon.
 *
 * @param eventOf what all columns spend with some parameters
 */
export function parametersWithDummies(
  {
    columns,
    localEpsilon,
    targetEpsilon,
    randomDummies,
    adjacency,
    delta,
  }: ColumnsBudget & { readonly columns: readonly unknown[] },
  eventOf: (parameters: ReportParameters) => MechanismEvent,
): ReportParameters {
  const { length: count } = columns;
  const own = { localEpsilon: localEpsilon === undefined ? LOCAL_EPSILONS.max : localEpsilon / count };
  // A single column's figure is known; of several, half of delta is left to what is composed.
  const ofColumn = count === 1 ? delta : delta / (2 * count);
  const given = randomDummies!.laplaceScale;
  const scaled = (laplaceScale: DummyParameters["laplaceScale"]): ReportParameters => ({
    ...own,
    dummies: { laplaceScale, delta: ofColumn },
  });
  if (given !== undefined) return scaled(() => given);
  const within = (scale: number): number => Math.max(DUMMY_SCALES.min!, Math.min(DUMMY_SCALES.max!, scale));
  const perCount = (scale: number) => scaled((moved) => within(moved * scale));
  const single = perCount((1 + 2 ** -45) / targetEpsilon!);
  if (count === 1) return single;
  const guess = count / targetEpsilon!;
  const method = "dummies-pld";
  const target = { adjacency, delta, targetEpsilon: targetEpsilon!, method, precision: 1e-3, guess } as const;
  return perCount(calibrate((scale) => eventOf(perCount(scale)), target).value);
}

/** Checks what is said about dummies and epsilons together. */
export function checkDummiesBudget(name: string, budget: ColumnsBudget, columns: number): void {
  const { randomDummies, targetEpsilon, adjacency } = budget;
  const { laplaceScale } = checkOptions(`${name}: randomDummies`, randomDummies!);
  if ((laplaceScale === undefined) === (targetEpsilon === undefined)) {
    throw wrongShape(
      `${name}: randomDummies.laplaceScale`,
      laplaceScale,
      "given, or targetEpsilon, one of them",
    );
  }
  if (laplaceScale !== undefined)
    checkNumber(`${name}: randomDummies.laplaceScale`, laplaceScale, DUMMY_SCALES);
  else checkNumber(`${name}: targetEpsilon`, targetEpsilon!, dummyTargets(columns));
  if (adjacency !== "add-or-remove") return;
  const allowed = "replace-one or zero-out";
  const message = `${name}: adjacency must be ${allowed} with dummies, got ${adjacency}; the number of users is public`;
  throw new DpError("NOT_APPLICABLE", message, { parameter: "adjacency", value: adjacency, allowed });
}
