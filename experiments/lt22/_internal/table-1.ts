import { rdpPublished } from "../../../src/accounting/accountants/rdp-published.js";
import { epsilonFromRenyi } from "../../../src/accounting/rdp/renyi-to-epsilon.js";
import { clones2021Epsilon } from "../../../src/accounting/theorems/clones-2021.js";
import type { MechanismEvent } from "../../../src/privacy/index.js";
import { type MethodLine, methodFigures, seriesOf } from "../../_internal/method-figures.js";
import type { Experiment, ResultTable } from "../../experiment.js";

export const USERS = 60_000;
export const DELTA: number = 1 / USERS;
const ROUND = { kind: "shuffle", users: USERS, of: { kind: "gaussian", noiseMultiplier: 9.48 } } as const;
/** Of the figure. */
export const FAR_ROUNDS: readonly number[] = [1, 3, 7, 20, 50, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];

/** What both papers print of the clones, for 1 to 7 rounds. */
export const PRINTED_CLONES: readonly number[] = [
  0.18623, 0.38461, 0.59516, 0.79355, 1.02241, 1.22689, 1.43138,
];
/** And of their own method. */
export const PRINTED_OURS: readonly number[] = [0.2282, 0.2282, 0.22821, 0.22821, 0.22821, 0.22822, 0.22822];
/** "We set the maximum lambda to be evaluated as 30." */
const PRINTED_ORDERS = Array.from({ length: 29 }, (_, index) => index + 2);
/**
 * What the authors scanned, found by matching the digits: delta0 halves from 1e-10 until the rounds fit in
 * 1/n.
 */
const LOCAL_DELTAS = [1e-10, 5e-11, 2.5e-11, 2.5e-11, 1.25e-11, 1.25e-11, 1.25e-11];

const METHODS = {
  "rdp-exact": "Both directions, orders to 4,096",
  pld: "The pair's exact privacy loss",
  "clones-2023-pld": "Clones, composed as privacy loss",
  "transposition-pld": "Hidden transposition, best proven",
  "cohort-lower": "No less than",
  unshuffled: "No credit for the shuffle",
} as const;

export const repeated = (times: number): MechanismEvent => ({ kind: "repeat", times, of: ROUND });

/** Table 1 of LT22, which LT23 prints again. */
export function table1(paper: string): Experiment {
  return {
    scale: "As printed: 60,000 users, sigma 9.48, delta 1/60,000, zero-out, orders to 30.",
    run: async ({ quick, onProgress }) => {
      onProgress("seven rounds");
      const rounds = PRINTED_OURS.map((_, i) => i + 1);
      const near = linesAt(quick ? [1, 7] : rounds);
      if (!quick) onProgress("and far beyond");
      const far = quick ? near : linesAt(FAR_ROUNDS);
      return {
        tables: [tableOfRounds(quick ? [1, 7] : rounds, near)],
        figure: {
          title: `Shuffled Gaussian reports under composition (${paper}, Table 1)`,
          subtitle: "60,000 users send with noise multiplier 9.48",
          xTitle: "rounds",
          yTitle: "epsilon at delta = 1 / 60,000, zero-out",
          xScale: "log",
          yScale: "log",
          series: [
            {
              name: "Theorem 1, orders to 30 as in the table (conditional)",
              stroke: "dashed",
              points: (quick ? [1, 7] : FAR_ROUNDS).map((x) => ({ x, y: epsilonAsPrinted(x) })),
            },
            ...far.map(seriesOf),
            ...[
              ["Table 1, “Clones”, as printed", PRINTED_CLONES] as const,
              ["Table 1, “Ours”, as printed", PRINTED_OURS] as const,
            ].map(([name, values]) => ({
              name,
              stroke: "marks" as const,
              points: values.map((y, i) => ({ x: i + 1, y })),
            })),
          ],
        },
        notes: [
          "Theorem 1's pair of data sets is no worst case: its figures hold where all other users hold one record, and its exact figure (pld) is below the lower end.",
          "The column of the clones is T times the closed form of 2021 at the textbook's calibration; composed as privacy loss the clones are far below it.",
          "Orders up to 30 are far from the best one: the row hardly rises with T because the conversion costs more than the rounds.",
        ],
      };
    },
  };
}

/** Theorem 1 by the orders that the papers evaluate. */
export function epsilonAsPrinted(times: number): number {
  const curve = rdpPublished.renyiCurve!(repeated(times), "zero-out");
  return epsilonFromRenyi(curve, DELTA, { orders: PRINTED_ORDERS }).value;
}

function linesAt(values: readonly number[]): MethodLine[] {
  return methodFigures({ methods: METHODS, values, eventOf: repeated, adjacency: "zero-out", delta: DELTA });
}

function tableOfRounds(rounds: readonly number[], lines: readonly MethodLine[]): ResultTable {
  const endOf = (method: MethodLine["method"], times: number): number | null => {
    const figure = lines.find((line) => line.method === method)?.figures.get(times);
    if (figure === undefined) return null;
    return figure.side === "lower" ? figure.epsilon.lower : figure.epsilon.upper;
  };
  return {
    title: "Epsilon at delta 1/60,000, zero-out",
    columns: [
      "rounds",
      "printed, Ours (conditional)",
      { title: "Theorem 1, orders to 30 (conditional)", rounded: "up" },
      "printed, Clones (proven)",
      { title: "clones 2021 as printed (proven)", rounded: "up" },
      { title: "clones-2023-pld (proven)", rounded: "up" },
      { title: "transposition-pld, our best (proven)", rounded: "up" },
      { title: "cohort-lower, no less than (proven)", rounded: "down" },
    ],
    rows: rounds.map((times) => [
      times,
      PRINTED_OURS[times - 1]!,
      epsilonAsPrinted(times),
      PRINTED_CLONES[times - 1]!,
      clonesAsPrinted(times),
      endOf("clones-2023-pld", times),
      endOf("transposition-pld", times),
      endOf("cohort-lower", times),
    ]),
  };
}

/** T times one round's figure, at the noise's textbook calibration to sensitivity 2. */
export function clonesAsPrinted(times: number): number {
  const sigma = 2 * Math.sqrt(2 * Math.log(1.25 * USERS));
  const delta = LOCAL_DELTAS[times - 1]!;
  const localEpsilon = (2 * Math.sqrt(2 * Math.log(1.25 / delta))) / sigma;
  return times * clones2021Epsilon({ localEpsilon, users: USERS, delta }).upper;
}
