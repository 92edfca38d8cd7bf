import { DpError } from "../../../src/errors.js";
import { formatDown, formatUp } from "../../../src/privacy/format-number.js";
import { counted } from "../words/counted.js";
import { groupDigits } from "../words/group-digits.js";

/** The values of a command's flags, by name. */
export type FlagValues = Readonly<Record<NumberFlag, number | undefined>> &
  Readonly<Record<WordFlag, string | undefined>>;

type NumberFlag =
  | "users"
  | "sampled"
  | "checkInRate"
  | "samplingRate"
  | "batchSize"
  | "examples"
  | "steps"
  | "joined"
  | "noiseToClip"
  | "noiseMultiplier"
  | "localEpsilon"
  | "localDelta"
  | "categories"
  | "rounds"
  | "epochs"
  | "blocks"
  | "dummies";
type WordFlag = "joins" | "dummiesBy" | "absentees";

/** Ways to say one thing, each by one or more flags; exactly one of them is taken. */
export type Ways = readonly (readonly string[])[];

/**
 * A shorthand for an event: the flags that it needs and may take, and the event of one round that they make.
 */
export interface Mechanism {
  readonly needs: readonly Ways[];
  readonly takes?: readonly Ways[];
  /** Raw, to be checked by `readEvent`. */
  readonly round: (flags: FlagValues) => object;
  /** How often, where it is not by `--rounds` alone. */
  readonly repetition?: Repetition;
}

export interface Repetition {
  readonly ways: Ways;
  /** Undefined: once, not repeated. */
  readonly times: (flags: FlagValues) => number | undefined;
  /** The question in the words of the flags, where they say more than the event. */
  readonly title: (flags: FlagValues) => string | undefined;
}

/** How users come to send reports: wraps the event of a report. */
interface Cohort extends Omit<Mechanism, "round"> {
  readonly round: (flags: FlagValues, report: object) => object;
}

const NOISE = byOneOf("noiseToClip", "noiseMultiplier");

const GAUSSIAN: Mechanism = {
  needs: [NOISE],
  round: ({ noiseMultiplier, noiseToClip }) => ({
    kind: "gaussian",
    ...(noiseToClip === undefined ? { noiseMultiplier } : { noiseToClip }),
  }),
};

const REPORTS: Readonly<Record<string, Mechanism>> = {
  gaussian: GAUSSIAN,
  local: {
    needs: [byOneOf("localEpsilon")],
    takes: [byOneOf("localDelta")],
    round: ({ localEpsilon: epsilon, localDelta: delta }) => ({
      kind: "local",
      epsilon,
      ...(delta === undefined ? {} : { delta }),
    }),
  },
  "randomized-response": {
    needs: [byOneOf("localEpsilon"), byOneOf("categories")],
    round: ({ localEpsilon: epsilon, categories }) => ({ kind: "randomizedResponse", epsilon, categories }),
  },
};

const DUMMIES: readonly Ways[] = [byOneOf("dummies"), byOneOf("dummiesBy")];
const BLOCKS: readonly Ways[] = [byOneOf("blocks"), byOneOf("joins")];

/** Fields of the same names as their flags, where these are given. */
function given(flags: FlagValues, names: readonly (NumberFlag | WordFlag)[]): object {
  return Object.fromEntries(
    names.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])),
  );
}

function blocksAndDummies(flags: FlagValues): object {
  return given(flags, ["blocks", "joins", "dummies", "dummiesBy"]);
}

const COHORTS: Readonly<Record<string, Cohort>> = {
  shuffle: {
    needs: [byOneOf("users")],
    takes: DUMMIES,
    round: (flags, of) => ({ kind: "shuffle", users: flags.users, ...blocksAndDummies(flags), of }),
  },
  "subsampled-shuffle": {
    needs: [byOneOf("users"), byOneOf("sampled")],
    takes: DUMMIES,
    round: (flags, of) => {
      const { users, sampled } = flags;
      return { kind: "subsampledShuffle", users, sampled, ...blocksAndDummies(flags), of };
    },
  },
  "check-in": {
    needs: [byOneOf("users"), byOneOf("checkInRate")],
    takes: [byOneOf("absentees"), ...DUMMIES],
    round: (flags, of) => {
      const { users, checkInRate } = flags;
      const besides = { ...given(flags, ["absentees"]), ...blocksAndDummies(flags) };
      return { kind: "checkInShuffle", users, checkInRate, ...besides, of };
    },
  },
};

/** Repeated as often as `--rounds` says. */
export const BY_ROUNDS: Repetition = {
  ways: byOneOf("rounds"),
  times: ({ rounds }) => rounds,
  title: () => undefined,
};

const BY_ROUNDS_OR_EPOCHS: Ways = byOneOf("rounds", "epochs");

const POISSON_ROUNDS: Repetition = {
  ways: BY_ROUNDS_OR_EPOCHS,
  times: (flags) => {
    const { rounds, epochs, batchSize, examples } = flags;
    if (epochs === undefined) return rounds;
    return Math.ceil(batchSize === undefined ? epochs / rateOf(flags) : (epochs * examples!) / batchSize);
  },
  title: (flags) => {
    const { samplingRate } = flags;
    const rate = samplingRate === undefined ? [] : [`rate ${formatDown(samplingRate)}`];
    return titleOf(flags, [passesOf(flags), ...rate]);
  },
};

/** An epoch is one allocation. */
const ALLOCATION_ROUNDS: Repetition = {
  ways: BY_ROUNDS_OR_EPOCHS,
  times: ({ rounds, epochs }) => rounds ?? epochs,
  title: (flags) => {
    const { joined = 1 } = flags;
    const batches = `${passesOf(flags)} of ${counted(stepsOf(flags)!, "batch", "batches")}`;
    return titleOf(flags, [batches, ...(joined === 1 ? [] : [`each record in ${groupDigits(joined)}`])]);
  },
};

/** The parts of a title with the batch and the noise; none where the event says it all. */
function titleOf(flags: FlagValues, parts: readonly string[]): string | undefined {
  const { epochs, batchSize, examples, noiseToClip, noiseMultiplier } = flags;
  if (epochs === undefined && batchSize === undefined) return undefined;
  return [
    ...parts,
    ...(batchSize === undefined ? [] : [`batch ${groupDigits(batchSize)} of ${groupDigits(examples!)}`]),
    ...(noiseToClip === undefined ? [] : [`noise ${formatUp(noiseToClip)} C`]),
    ...(noiseMultiplier === undefined ? [] : [`noise multiplier ${formatUp(noiseMultiplier)}`]),
  ].join(", ");
}

function passesOf({ rounds = 1, epochs }: FlagValues): string {
  return epochs === undefined ? counted(rounds, "round") : counted(epochs, "epoch");
}

/** Whole batches alone: fewer of them hide a record less. */
function stepsOf({ steps, batchSize, examples }: FlagValues): number | undefined {
  if (batchSize === undefined || examples === undefined) return steps;
  checkBatchSize(batchSize, examples);
  return Math.floor(examples / batchSize);
}

function rateOf({ samplingRate, batchSize = Number.NaN, examples = Number.NaN }: FlagValues): number {
  if (samplingRate !== undefined) return samplingRate;
  checkBatchSize(batchSize, examples);
  return batchSize / examples;
}

function checkBatchSize(batchSize: number, examples: number): void {
  if (!(batchSize > examples)) return;
  throw new DpError(
    "OUT_OF_RANGE",
    `--batch-size must be at most --examples = ${examples}, got ${batchSize}`,
    {
      parameter: "--batch-size",
      value: batchSize,
      allowed: `at most ${examples}`,
    },
  );
}

/** The shorthands by name. */
export const MECHANISMS: Readonly<Record<string, Mechanism>> = {
  gaussian: GAUSSIAN,
  "poisson-gaussian": {
    needs: [[["samplingRate"], ["batchSize", "examples"]], NOISE],
    round: (flags) => ({ kind: "poissonSample", rate: rateOf(flags), of: GAUSSIAN.round(flags) }),
    repetition: POISSON_ROUNDS,
  },
  "random-allocation-gaussian": {
    needs: [[["steps"], ["batchSize", "examples"]], NOISE],
    takes: [byOneOf("joined")],
    round: (flags) => ({
      kind: "randomAllocation",
      steps: stepsOf(flags),
      ...given(flags, ["joined"]),
      of: GAUSSIAN.round(flags),
    }),
    repetition: ALLOCATION_ROUNDS,
  },
  ...Object.fromEntries(
    Object.entries(COHORTS).flatMap(([cohort, each]) =>
      Object.entries(REPORTS).map(([report, of]) => [`${cohort}-${report}`, combined(each, of)]),
    ),
  ),
};

function byOneOf(...names: readonly string[]): Ways {
  return names.map((name) => [name]);
}

function combined(cohort: Cohort, report: Mechanism): Mechanism {
  return {
    needs: [...cohort.needs, ...report.needs],
    takes: [...(cohort.takes ?? []), ...(report === GAUSSIAN ? BLOCKS : []), ...(report.takes ?? [])],
    round: (flags) => cohort.round(flags, report.round(flags)),
  };
}
