import { calibrate } from "../../src/accounting/calibrate.js";
import { guarantees } from "../../src/accounting/guarantees.js";
import { calibrateWeightShuffle } from "../../src/accounting/theorems/weight-shuffle-calibration.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import type { Experiment, ResultTable } from "../experiment.js";
import {
  BATCH_CLIP_RATIO,
  BATCH_SIZE,
  PUBLISHED_RUNS,
  type PublishedRun,
  samplingRateOf,
  stepsOf,
} from "./_internal/published-runs.js";

const EPSILONS = [0.25, 0.5, 1, 2, 4];
const ADJACENCY = "add-or-remove";

/** What one run needs of noise at one epsilon, by whose word, and what the published noise keeps. */
interface Noise {
  readonly run: PublishedRun;
  readonly epsilon: number;
  readonly published: number;
  readonly plain: number;
  readonly renyi: number;
  readonly best: number;
  readonly stepDelta: number;
  readonly trueDelta: number;
  readonly provenUpper: number;
  readonly provenLower: number;
}

/**
 * YJX25 Figure 3: the noise that the paper's condition asks for, beside plain DP-SGD's, and what the former
 * is worth.
 */
export const yjx25Figure3: Experiment = {
  scale: `The paper's models, data sizes, epochs and deltas. It states a batch size for its audit alone (${BATCH_SIZE}, Section VI-F), which is taken here, and leaves c' open: c' = ${BATCH_CLIP_RATIO} c.`,
  run: async ({ quick, onProgress }) => {
    const noises = (quick ? PUBLISHED_RUNS.slice(0, 1) : PUBLISHED_RUNS).flatMap((run) =>
      (quick ? [0.25, 1] : EPSILONS).map((epsilon) => {
        onProgress(`${run.name}, epsilon ${epsilon}`);
        return noiseOf(run, epsilon);
      }),
    );
    const first = noises.filter(({ run }) => run === PUBLISHED_RUNS[0]);
    const points = (yOf: (noise: Noise) => number) =>
      first.map((noise) => ({ x: noise.epsilon, y: yOf(noise) }));
    return {
      tables: [tableOf(noises)],
      figure: {
        title: "Noise against epsilon (YJX25, Figure 3)",
        subtitle: `${first[0]!.run.name}: ${BATCH_SIZE} of 50,000 a step, c' = c, delta 5e-6, add-or-remove`,
        xTitle: "epsilon of all steps",
        yTitle: "noise multiplier",
        xScale: "log",
        yScale: "log",
        series: [
          {
            name: "Plain, advanced composition (proven)",
            stroke: "solid",
            points: points(({ plain }) => plain),
          },
          { name: "Plain, rdp-poisson (proven)", stroke: "solid", points: points(({ renyi }) => renyi) },
          {
            name: "Plain or permuted, our best (proven)",
            stroke: "solid",
            points: points(({ best }) => best),
          },
          {
            name: "Permuted, Theorem 6 (refuted)",
            stroke: "dotted",
            points: points(({ published }) => published),
          },
        ],
      },
      notes: [
        "The published noise is refuted: permuting is post-processing, and for a change along (1, ..., 1) a step is the plain Gaussian mechanism. The last three columns are what it keeps.",
        "What plain DP-SGD needs stands in three columns, all proven, and is needed with permutations too.",
      ],
    };
  },
};

function noiseOf(run: PublishedRun, epsilon: number): Noise {
  const { delta, dimension } = run;
  const [samplingRate, steps] = [samplingRateOf(run), stepsOf(run)];
  const budget = { epsilon, delta, samplingRate, steps, dimension, batchClipRatio: BATCH_CLIP_RATIO };
  const { step, publishedNoiseMultiplier, plainNoiseMultiplier, equalEntryDelta } =
    calibrateWeightShuffle(budget);
  const eventOf = (noiseMultiplier: number): MechanismEvent => ({
    kind: "repeat",
    times: steps,
    of: { kind: "poissonSample", rate: samplingRate, of: { kind: "gaussian", noiseMultiplier } },
  });
  const query = { adjacency: ADJACENCY, delta } as const;
  const target = { ...query, targetEpsilon: epsilon, precision: 1e-3 };
  const figures = guarantees(eventOf(publishedNoiseMultiplier), query).guarantees;
  const lowers = figures.filter(({ side, status }) => side === "lower" && status === "proven");
  return {
    run,
    epsilon,
    published: publishedNoiseMultiplier,
    plain: plainNoiseMultiplier,
    renyi: calibrate(eventOf, { ...target, method: "rdp-poisson" }).value,
    best: calibrate(eventOf, target).value,
    stepDelta: step.delta,
    trueDelta: equalEntryDelta,
    provenUpper: figures[0]!.epsilon.upper,
    provenLower: Math.max(0, ...lowers.map((figure) => figure.epsilon.lower)),
  };
}

function tableOf(noises: readonly Noise[]): ResultTable {
  return {
    title: "Noise multipliers at the delta of each run",
    columns: [
      "run",
      "epsilon",
      "published, permuted (refuted)",
      { title: "advanced composition (proven)", rounded: "up" },
      { title: "rdp-poisson (proven)", rounded: "up" },
      { title: "our best (proven)", rounded: "up" },
      "delta a step may spend",
      { title: "a permuted step's true delta (proven)", rounded: "down" },
      { title: "epsilon of the published noise, at most (proven)", rounded: "up" },
      { title: "and at least (proven)", rounded: "down" },
    ],
    rows: noises.map((noise) => [
      noise.run.name,
      noise.epsilon,
      noise.published,
      noise.plain,
      noise.renyi,
      noise.best,
      noise.stepDelta,
      noise.trueDelta,
      noise.provenUpper,
      noise.provenLower,
    ]),
  };
}
