import { guarantees, repeat } from "../../src/accounting/index.js";
import type { ChartPoint, ChartSeries } from "../../src/charts/line-chart.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import type { Figure } from "./figure.js";

const USERS = 60_000;
const BATCH = 60;
const ROUNDS = 40_000;
/** Of a batch's sum, in clip bounds. */
const TOTAL_NOISE = 0.86 * Math.sqrt(BATCH);
const BLOCKS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** LT23's run with its noise on every sum, in more and more blocks, with and without dummies. */
export const blocksAndDummies: Figure = {
  name: "blocks-and-dummies",
  compute: () => ({
    title: "Blocks and dummies, the same total noise (LT23's run)",
    subtitle: "60 of 60,000 users a round, 40,000 rounds; noise of 6.66 clip bounds on every sum",
    xTitle: "blocks",
    yTitle: "epsilon at delta = 1e-5, replace-one",
    xScale: "log",
    yScale: "log",
    series: [
      lineOf("Blocks (proven)", (blocks) => roundOf(blocks, 0)),
      lineOf("Blocks, and a dummy for every report (proven)", (blocks) => roundOf(blocks, BATCH)),
      lineOf("Trusted server (proven)", () => ({
        kind: "poissonSample",
        rate: BATCH / USERS,
        of: { kind: "gaussian", noiseToClip: TOTAL_NOISE },
      })),
    ],
  }),
};

/** A round of this many blocks and dummies, of the same noise on the sum. */
function roundOf(blocks: number, dummies: number): MechanismEvent {
  const of = { kind: "gaussian", noiseToClip: TOTAL_NOISE / Math.sqrt(BATCH + dummies) } as const;
  return { kind: "subsampledShuffle", users: USERS, sampled: BATCH, blocks, dummies, of };
}

function lineOf(name: string, round: (blocks: number) => MechanismEvent): ChartSeries {
  const points = BLOCKS.map((blocks): ChartPoint => ({ x: blocks, y: provenEpsilon(round(blocks)) }));
  return { name, stroke: "solid", points };
}

function provenEpsilon(round: MechanismEvent): number {
  const report = guarantees(repeat({ times: ROUNDS, of: round }), {
    adjacency: "replace-one",
    delta: 1e-5,
  });
  return report.guarantees.find(({ side, status }) => side === "upper" && status === "proven")!.epsilon.upper;
}
