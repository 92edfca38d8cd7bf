import { binomialCells } from "../../numerics/binomial-cells.js";
import { memoize } from "../../numerics/memoize.js";
import { ulps } from "../../numerics/rounding.js";
import { PRECISION } from "../rounds/check-in-bands.js";
import type { CoveredRound, ReportKind, SHUFFLES } from "../rounds/coverage.js";
import { joinedBands } from "../rounds/joined-bands.js";
import type { HidingBand } from "../shuffle/dummies/hidden-profile.js";
import { reportBands } from "./report-bands.js";

/** What hides a report in rounds with blocks or dummies. */
export interface HidingBands {
  readonly bands: readonly HidingBand[];
  /** Probability of a round that is in none of them. */
  readonly failure: number;
}

/**
 * Of vectors: each band costs a third of a second. Valid at any: twice as much raises an epsilon by up to
 * 1.1 %, half as much changes none.
 */
const ALIKE = 0.02;
/**
 * Where every user sends something: within this number of standard deviations around the mean, what hides a
 * report is that of the worse end. Valid at any: half as many lower an epsilon by 0.2 %, twice as many raise
 * it by 1.3 %.
 */
const NEAR = 2.5;
/** Valid at any: twice or half as many move an epsilon by less than 0.1 %. */
const CELLS = 64;

/**
 * @param budget the most that a round may fail with, where the numbers vary
 * @param alike numbers of reports within this share are one band
 */
export function hidingBands(
  round: CoveredRound<(typeof SHUFFLES)[number], ReportKind>,
  budget: number,
  alike: number = ALIKE,
): HidingBands {
  const { dummies = 0, absentees = "silent" } = round.blocksAndDummies ?? {};
  if (absentees === "dummy") return sendingBands({ ...round, dummies }, budget);
  const { bands, failure } = reportBands(round, budget);
  const joined = joinedBands(bands, (reports) => Math.floor(Math.log(reports) / alike));
  return {
    bands: joined.map(({ reports, samplingRate: rate, weight }) => ({
      dummies,
      others: reports - 1,
      rate,
      isZeroSent: false,
      weight,
    })),
    failure,
  };
}

interface SendingUsers {
  readonly users: number;
  readonly samplingRate: number;
  readonly dummies: number;
}

/**
 * Every user sends something: given which of the others send a report, the changed user does by her own coin.
 */
function sendingBands({ users, samplingRate, dummies }: SendingUsers, budget: number): HidingBands {
  const common = { rate: samplingRate, isZeroSent: true } as const;
  if (users === 1) return { bands: [{ ...common, others: 0, dummies, weight: 1 }], failure: 0 };
  const { edges, masses, relativeError } = cellsOf(users - 1, samplingRate, budget / 2);
  const mean = (users - 1) * samplingRate;
  const deviation = Math.sqrt(users * samplingRate * (1 - samplingRate));
  const sideOf = (count: number): number => {
    const distance = (count - mean) / deviation;
    return Math.abs(distance) <= NEAR ? 0 : Math.sign(distance);
  };
  const bands = [0, -1, 1].flatMap((side): HidingBand[] => {
    const cells = [...masses.keys()].filter((i) => sideOf(edges[i]!) === side);
    if (cells.length === 0) return [];
    const mass = cells.reduce((sum, i) => sum + masses[i]!, 0);
    const after = edges[cells.at(-1)! + 1]!;
    return [
      {
        ...common,
        others: edges[cells[0]!]!,
        dummies: dummies + Math.max(0, users - after),
        // At most CELLS masses are added up: 66 u, a quarter of that.
        weight: Math.min(1, mass * (1 + relativeError + ulps(2 * CELLS))),
      },
    ];
  });
  return { bands, failure: budget };
}

const cellsOf = memoize(
  (trials: number, probability: number, tail: number) =>
    binomialCells(
      { trials, probability, complement: 1 - probability },
      { width: 1, maxCells: CELLS, tail, precision: PRECISION },
    ),
  { key: (...law) => law.join(), capacity: 8 },
);
