import type { RoundResult, SurveyResult } from "../../../../src/federated/messages/documents.js";
import type { StudyFigures } from "../../../../src/federated/messages/study-figures.js";
import type { Study } from "../../../../src/federated/study/study.js";
import type { Guarantee } from "../../../../src/privacy/index.js";
import { tableRows } from "../../../shared/analyze/output/table-rows.js";

/** A share, or a mean, with its interval beside the truth. */
export interface ReportedShare {
  readonly column: string;
  /** A mean is in the number's unit. */
  readonly kind: "share" | "mean";
  readonly group?: string;
  /** The category or bin; empty for a whole group. */
  readonly value: string;
  readonly estimate: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
  readonly truth: number;
}

/** What the population may spend, and has. */
export interface ReportedBudget {
  readonly population: string;
  readonly epsilon: number;
  readonly delta: number;
  readonly adjacency: Study["adjacency"];
  readonly rounds: RoundResult["rounds"];
  /** Of the rounds charged so far, against readers of the results. */
  readonly spent: number;
}

/** What a simulation prints as JSON. */
export interface ResultReport {
  readonly study: string;
  readonly round: number;
  readonly clients: number;
  readonly acknowledged: number;
  readonly reports: number;
  readonly dummies: number;
  readonly invalid: readonly number[];
  readonly estimates: readonly ReportedShare[];
  readonly guarantee: Guarantee;
  readonly figures: StudyFigures;
  readonly budget: ReportedBudget;
}

/** Shares of a result beside the truth. */
export function reportedShares(
  { estimates }: SurveyResult,
  truthOf: (column: string) => readonly number[],
): readonly ReportedShare[] {
  return (estimates ?? []).flatMap((report) => {
    const truths = truthOf(report.column);
    return tableRows(report).flatMap(({ group, name, figure }, index) =>
      figure === undefined
        ? []
        : [
            {
              column: report.column,
              kind: report.kind === "mean" ? "mean" : "share",
              ...(group !== "" && { group }),
              value: name,
              ...figure,
              truth: truths[index]!,
            },
          ],
    );
  });
}

/** What a population may spend, and has when a round is published. */
export function reportedBudget(study: Study, { figures, rounds }: RoundResult): ReportedBudget {
  const { population, adjacency, budget } = study;
  return { population, ...budget, adjacency, rounds, spent: figures.full.guarantee.epsilon.upper };
}
