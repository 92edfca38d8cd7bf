import { guarantees, repeat } from "../../src/accounting/index.js";
import { rotateAndCut } from "../../src/mechanisms/index.js";
import { formatUp } from "../../src/privacy/format-number.js";
import type { Adjacency, MechanismEvent } from "../../src/privacy/index.js";
import { dimensionOf } from "../../src/training/models/model.js";
import { modelOf } from "../../src/training/models/model-name.js";
import { rotationColumnsOf } from "../../src/training/models/rotation-columns-of.js";

const USERS = 60_000;
const DELTA = 1e-5;
const BLOCKS = 64;

interface Setting {
  readonly name: string;
  readonly adjacency: Adjacency;
  readonly rounds: number;
  /** Of those who join a round. */
  readonly rate: number;
  /** A fixed number joins, not each user by herself. */
  readonly isFixed?: true;
  /** Noise of a report without dummies, in clip bounds. */
  readonly noiseToClip: number;
  readonly model: "mnist-hog" | "mnist-cnn";
}

const SETTINGS: readonly Setting[] = [
  {
    name: "rate 0.25, 400 rounds, noise 5 C, `mnist-hog`",
    ...{ adjacency: "replace-one", rounds: 400, rate: 0.25, noiseToClip: 5, model: "mnist-hog" },
  },
  {
    name: "rate 0.5, 3,000 rounds, noise 1.44 C, `mnist-hog`",
    ...{ adjacency: "replace-one", rounds: 3000, rate: 0.5, noiseToClip: 1.44, model: "mnist-hog" },
  },
  {
    name: "LT22's, zero-out",
    ...{ adjacency: "zero-out", rounds: 5540, rate: 0.1, noiseToClip: 5, model: "mnist-cnn" },
  },
  {
    name: "LT23's",
    ...{ adjacency: "replace-one", rounds: 40_000, rate: 0.001, noiseToClip: 0.86, model: "mnist-cnn" },
    isFixed: true,
  },
];

/** The proven epsilon of runs at equal total noise, and what a user who joins sends, as a Markdown table. */
export function blocksTable(): string {
  return [
    `| run | plain | ${BLOCKS} blocks | dummies | blocks and dummies | trusted server | a user's report, whole and in blocks |`,
    "|---|---|---|---|---|---|---|",
    ...SETTINGS.map((setting) => {
      const reports = USERS * setting.rate;
      const events = [
        roundOf(setting, 1, 0),
        roundOf(setting, BLOCKS, 0),
        roundOf(setting, 1, reports),
        roundOf(setting, BLOCKS, reports),
        serverRoundOf(setting),
      ];
      const cells = events.map((event) => formatUp(epsilonOf(setting, event)));
      return `| ${setting.name} | ${cells.join(" | ")} | ${trafficOf(setting)} |`;
    }),
  ].join("\n");
}

function roundOf({ rate, isFixed, noiseToClip }: Setting, blocks: number, dummies: number): MechanismEvent {
  const reports = USERS * rate;
  const of = {
    kind: "gaussian",
    noiseToClip: noiseToClip * Math.sqrt(reports / (reports + dummies)),
  } as const;
  const besides = { users: USERS, blocks, dummies, of };
  return isFixed
    ? { kind: "subsampledShuffle", sampled: reports, ...besides }
    : { kind: "checkInShuffle", checkInRate: rate, ...besides };
}

function serverRoundOf({ rate, noiseToClip }: Setting): MechanismEvent {
  return {
    kind: "poissonSample",
    rate,
    of: { kind: "gaussian", noiseToClip: noiseToClip * Math.sqrt(USERS * rate) },
  };
}

function epsilonOf({ adjacency, rounds }: Setting, of: MechanismEvent): number {
  const report = guarantees(repeat({ times: rounds, of }), { adjacency, delta: DELTA });
  return report.guarantees.find(({ side, status }) => side === "upper" && status === "proven")!.epsilon.upper;
}

/** Four bytes an entry, those of the padding too. */
function trafficOf(setting: Setting): string {
  const model = modelOf(setting.model);
  const dimension = dimensionOf(model);
  const columns = rotationColumnsOf(model, BLOCKS);
  const { blockLength } = rotateAndCut({ dimension, columns, blocks: BLOCKS, clipBound: 1, seed: 0 });
  return `${(4 * dimension).toLocaleString("en")} bytes; ${BLOCKS} × ${(4 * blockLength).toLocaleString("en")}`;
}
