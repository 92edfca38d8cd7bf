import { rdpPublished } from "../../src/accounting/accountants/rdp-published.js";
import { epsilonFromRenyi } from "../../src/accounting/rdp/renyi-to-epsilon.js";
import type { ChartPoint } from "../../src/charts/line-chart.js";
import { methodLines } from "./_internal/method-lines.js";
import type { Figure } from "./figure.js";

const DELTA = 1 / 60_000;
const ROUND = { kind: "shuffle", users: 60_000, of: { kind: "gaussian", noiseMultiplier: 9.48 } } as const;
const ROUNDS = [1, 3, 7, 20, 50, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];
const PRINTED_CLONES = [0.18623, 0.38461, 0.59516, 0.79355, 1.02241, 1.22689, 1.43138];
const PRINTED_OURS = [0.2282, 0.2282, 0.22821, 0.22821, 0.22821, 0.22822, 0.22822];
/** "We set the maximum lambda to be evaluated as 30." */
const PRINTED_ORDERS = Array.from({ length: 29 }, (_, index) => index + 2);

/** LT22 Table 1 and far beyond its seven rounds. */
export const lt22Table1: Figure = {
  name: "lt22-table-1",
  compute: () => ({
    title: "Shuffled Gaussian reports under composition (LT22, Table 1)",
    subtitle: "60,000 users send with noise multiplier 9.48",
    xTitle: "rounds",
    yTitle: "epsilon at delta = 1 / 60,000, zero-out",
    xScale: "log",
    yScale: "log",
    series: [
      {
        name: "Theorem 1, orders to 30 as in the table (conditional)",
        stroke: "dashed",
        points: lowOrders(),
      },
      ...methodLines(
        ROUND,
        ROUNDS,
        { adjacency: "zero-out", delta: DELTA },
        {
          "rdp-exact": "Both directions, orders to 4,096",
          pld: "The pair's exact privacy loss",
          "clones-2023-pld": "Clones, composed as privacy loss",
          "transposition-pld": "Hidden transposition, best proven",
          "cohort-lower": "No less than",
          unshuffled: "No credit for the shuffle",
        },
      ),
      { name: "Table 1, “Clones”, as printed", stroke: "marks", points: printed(PRINTED_CLONES) },
      { name: "Table 1, “Ours”, as printed", stroke: "marks", points: printed(PRINTED_OURS) },
    ],
  }),
};

function printed(values: readonly number[]): ChartPoint[] {
  return values.map((y, index) => ({ x: index + 1, y }));
}

function lowOrders(): ChartPoint[] {
  return ROUNDS.map((times) => {
    const curve = rdpPublished.renyiCurve!({ kind: "repeat", times, of: ROUND }, "zero-out");
    return { x: times, y: epsilonFromRenyi(curve, DELTA, { orders: PRINTED_ORDERS }).value };
  });
}
