import { gaussianDelta } from "../../src/accounting/theorems/gaussian.js";
import type { Experiment, FigureData, ResultTable } from "../experiment.js";

/** A point of the plane. */
type Point = readonly [number, number];

/** Two data sets' queries, the noise N(0, I) and whether the entries are permuted. */
interface Pair {
  readonly name: string;
  readonly means: readonly [Point, Point];
  readonly permuted: boolean;
  readonly printed: number | null;
}

const ALONG_ONES = Math.SQRT2;
const PAIRS: readonly Pair[] = [
  {
    name: "(2, 0) against (-2, 0), as it is",
    means: [
      [2, 0],
      [-2, 0],
    ],
    permuted: false,
    printed: 18.53,
  },
  {
    name: "(2, 0) against (-2, 0), permuted",
    means: [
      [2, 0],
      [-2, 0],
    ],
    permuted: true,
    printed: 13.96,
  },
  {
    name: "(√2, √2) against (-√2, -√2), permuted",
    means: [
      [ALONG_ONES, ALONG_ONES],
      [-ALONG_ONES, -ALONG_ONES],
    ],
    permuted: true,
    printed: null,
  },
];
const EPSILON = 1;
const REACH = 10;

/** YJX25 Figure 1: a pair that permuting draws together, beside a pair as far apart that it leaves alone. */
export const yjx25Figure1: Experiment = {
  scale:
    "The paper's pair and noise. Its distances are sums over a grid whose step it does not print; ratios do not depend on the step.",
  run: async ({ quick }) => {
    const step = quick ? 0.1 : 0.02;
    const measured = PAIRS.map((pair) => ({ pair, ...distances(pair, step) }));
    const unit = measured[0]!.frobenius;
    const table: ResultTable = {
      title: `Distances of the two laws; delta at epsilon ${EPSILON} by quadrature with step ${step}, both entries up to ${REACH}`,
      columns: [
        "pair",
        "published distance",
        "its ratio to the first",
        "measured ratio",
        "measured delta",
        { title: "plain Gaussian's delta (proven)", rounded: "up" },
      ],
      rows: measured.map(({ pair, frobenius, delta }) => [
        pair.name,
        pair.printed,
        pair.printed === null ? null : pair.printed / PAIRS[0]!.printed!,
        frobenius / unit,
        delta,
        gaussianDelta({ epsilon: EPSILON, noiseMultiplier: 1 / 4 }),
      ]),
    };
    return {
      tables: [table],
      figure: densitiesOf(PAIRS[0]!, "left", "as it is"),
      panels: [densitiesOf(PAIRS[1]!, "right", "permuted")],
      notes: [
        "The paper's pair is drawn together: by 1/√2 in this distance, where the paper prints 0.753, and delta falls too. Two bumps of half the weight, far apart, have that norm on any grid; what made 0.753 is not printed.",
        "The pair along (1, 1) is as far apart and is not moved at all: delta is the plain Gaussian's. A guarantee is about the worst pair, so permuting buys nothing.",
      ],
    };
  },
};

/** Both laws along the first axis, where their bumps are; permuted, one of two is beside it. */
function densitiesOf({ means, permuted, name }: Pair, panel: string, how: string): FigureData {
  const at = Array.from({ length: 81 }, (_, i) => -6 + (12 * i) / 80);
  return {
    title: `Two Gaussians, ${how} (YJX25, Figure 1, ${panel})`,
    subtitle: `${name}: densities at (x, 0), noise 1 on either entry`,
    xTitle: "x",
    yTitle: "density",
    series: means.map((mean, i) => {
      const density = densityOf(mean, permuted);
      return {
        name: `around (${mean.join(", ")})${permuted ? " and its permutation" : ""}`,
        stroke: i === 0 ? "solid" : "dashed",
        points: at.map((x) => ({ x, y: density(x, 0) })),
      };
    }),
  };
}

/** ‖P - Q‖ as the paper measures it, and the hockey-stick divergence ∫ max(0, P - e^ε Q). */
function distances({ means, permuted }: Pair, step: number): { frobenius: number; delta: number } {
  const [first, second] = means.map((mean) => densityOf(mean, permuted));
  let squares = 0;
  let delta = 0;
  for (let x = -REACH; x <= REACH; x += step) {
    for (let y = -REACH; y <= REACH; y += step) {
      const p = first!(x, y);
      const q = second!(x, y);
      squares += (p - q) ** 2;
      delta += Math.max(0, p - Math.exp(EPSILON) * q) * step * step;
    }
  }
  return { frobenius: Math.sqrt(squares), delta };
}

function densityOf(mean: Point, permuted: boolean): (x: number, y: number) => number {
  const [a, b] = mean;
  const normal = (x: number, y: number) => Math.exp(-(x * x + y * y) / 2) / (2 * Math.PI);
  return (x, y) => (permuted ? (normal(x - a, y - b) + normal(x - b, y - a)) / 2 : normal(x - a, y - b));
}
