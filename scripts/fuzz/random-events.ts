/** Arbitrary events: mostly of ordinary size, often at the ends of what a field may be, nested at random. */
import fc from "fast-check";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { rescaled } from "./rescaled.js";

const MOST = Number.MAX_SAFE_INTEGER;

const FRACTIONS = 2 ** 31 - 1;

/** Evenly between two numbers: `fc.double` draws bits, and a single draw prefers the ends. */
export function evenly(low: number, high: number): fc.Arbitrary<number> {
  return fc.noBias(fc.nat(FRACTIONS)).map((part) => low + ((high - low) * part) / FRACTIONS);
}

/** Between two powers of ten, evenly in the exponent. */
export function powers(low: number, high: number): fc.Arbitrary<number> {
  return evenly(low, high).map((exponent) => 10 ** exponent);
}

function integers(high: number): fc.Arbitrary<number> {
  return powers(0, Math.log10(high)).map((value) => Math.min(high, Math.max(1, Math.round(value))));
}

/** Ordinary values five times as often as extreme ones. */
function mostly<Value>(
  ordinary: fc.Arbitrary<Value>,
  ...extreme: readonly fc.Arbitrary<Value>[]
): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: ordinary, weight: 5 * extreme.length },
    ...extreme.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
}

export const noiseMultipliers: fc.Arbitrary<number> = mostly(
  powers(-0.7, 2),
  powers(-300, 308),
  fc.constantFrom(5e-324, 1e-300, 1e-155, 0.05, 0.1, 0.4, 1e155, 1e307, 1.7e308),
);

export const epsilons: fc.Arbitrary<number> = mostly(
  powers(-2, 1),
  powers(-300, 300),
  fc.constantFrom(0, 5e-324, 30, 36.8, 700, 709.8, 1e300, 1.7e308),
);

export const deltas: fc.Arbitrary<number> = mostly(
  powers(-12, -1),
  powers(-300, -1),
  powers(-15.9, -1).map((complement) => 1 - complement),
  fc.constantFrom(5e-324, 1e-300, 1e-25, 0.5, 1 - 2 ** -53),
);

const users = mostly(integers(1e6), integers(20), integers(MOST), fc.constantFrom(1e12, 9e15, MOST));
const rates = mostly(powers(-4, 0), powers(-300, 0), fc.constantFrom(5e-324, 1 - 2 ** -53, 1, 0.5));
const repetitions = mostly(integers(1e4), fc.nat(3), integers(MOST), fc.constantFrom(0, MOST));
const categories = mostly(
  fc.integer({ min: 2, max: 100 }),
  integers(MOST).map((count) => Math.max(2, count)),
);

const gaussian: fc.Arbitrary<MechanismEvent> = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant("gaussian" as const), noiseMultiplier: noiseMultipliers }),
    weight: 4,
  },
  fc.record({ kind: fc.constant("gaussian" as const), noiseToClip: noiseMultipliers }),
);
const local: fc.Arbitrary<MechanismEvent> = fc.record(
  { kind: fc.constant("local" as const), epsilon: epsilons, delta: deltas },
  { requiredKeys: ["kind", "epsilon"] },
) as fc.Arbitrary<MechanismEvent>;
const randomizedResponse: fc.Arbitrary<MechanismEvent> = fc.record({
  kind: fc.constant("randomizedResponse" as const),
  epsilon: epsilons,
  categories,
});
const subsetResponse: fc.Arbitrary<MechanismEvent> = fc
  .record({
    kind: fc.constant("subsetResponse" as const),
    epsilon: epsilons,
    mass: rates,
    share: fc.option(evenly(0, 1), { nil: undefined }),
  })
  .map(({ share, ...event }) => (share === undefined ? event : { ...event, overlap: share * event.mass }));
/** Weights of some reports for each of some inputs, many of them tiny or zero; with a report that all inputs make, or not. */
const discreteChannel: fc.Arbitrary<MechanismEvent> = fc
  .record({
    inputs: mostly(fc.constantFrom(2, 3), fc.constant(6)),
    reports: mostly(fc.constantFrom(2, 3), fc.constant(12)),
    isCommon: fc.nat(3).map((part) => part > 0),
  })
  .chain(({ inputs, reports, isCommon }) =>
    matrixOf(inputs, reports).map((rows) => ({
      kind: "discreteChannel" as const,
      matrix: rows.map((row, input) => withReport(row, isCommon ? 0 : input % reports)),
    })),
  );

function matrixOf(inputs: number, reports: number): fc.Arbitrary<number[][]> {
  const weights = mostly(powers(-2, 0), powers(-300, 0), fc.constant(0));
  const row = fc.array(weights, { minLength: reports, maxLength: reports });
  return fc.array(row, { minLength: inputs, maxLength: inputs });
}

/** Probabilities in proportion to the weights, of which one is 1 more. */
function withReport(weights: readonly number[], place: number): number[] {
  const raised = weights.map((weight, report) => (report === place ? weight + 1 : weight));
  const total = raised.reduce((sum, weight) => sum + weight);
  return raised.map((weight) => weight / total);
}
const scalar: fc.Arbitrary<MechanismEvent> = fc.record({
  kind: fc.constantFrom("laplaceScalar" as const, "gaussianScalar" as const),
  noiseToWidth: noiseMultipliers,
});
const reports = fc.oneof(
  { arbitrary: gaussian, weight: 3 },
  { arbitrary: local, weight: 2 },
  randomizedResponse,
  subsetResponse,
  discreteChannel,
  scalar,
);

function roundsOf(of: fc.Arbitrary<MechanismEvent>): fc.Arbitrary<MechanismEvent> {
  return fc.oneof(
    of,
    fc.record({ kind: fc.constant("shuffle" as const), users, of }),
    fc
      .record({ kind: fc.constant("subsampledShuffle" as const), users, sampled: users, of })
      .map((event) => ({ ...event, sampled: Math.min(event.users, event.sampled) })),
    fc.record({ kind: fc.constant("checkInShuffle" as const), users, checkInRate: rates, of }),
    fc.record({ kind: fc.constant("poissonSample" as const), rate: rates, of }),
    fc.record({ kind: fc.constant("randomAllocation" as const), steps: users, of }),
  );
}

const weightShuffles: fc.Arbitrary<MechanismEvent> = fc.record({
  kind: fc.constant("weightShuffle" as const),
  dimension: categories,
  batchClipRatio: noiseMultipliers,
  of: roundsOf(gaussian),
});
const rounds = mostly(roundsOf(reports), weightShuffles);

const { tree } = fc.letrec<{ tree: MechanismEvent }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { arbitrary: rounds, weight: 2 },
    fc.record({ kind: fc.constant("repeat" as const), times: repetitions, of: tie("tree") }),
    fc.record({ kind: fc.constant("sequence" as const), of: fc.array(tie("tree"), { maxLength: 4 }) }),
    roundsOf(tie("tree")),
  ),
}));

/** Repeated rounds, which methods know; now and then compositions and nestings of any kind. */
export const events: fc.Arbitrary<MechanismEvent> = fc.oneof(
  { arbitrary: rounds, weight: 4 },
  {
    arbitrary: fc.record({ kind: fc.constant("repeat" as const), times: repetitions, of: rounds }),
    weight: 4,
  },
  { arbitrary: tree, weight: 2 },
);

/** As a ledger has them: many rounds, alike, no two of them the same. */
export const differentRounds: fc.Arbitrary<MechanismEvent> = fc
  .record({
    round: rounds,
    count: mostly(fc.integer({ min: 2, max: 30 }), fc.constantFrom(49, 97, 385)),
    step: powers(-6, -1),
  })
  .map(({ round, count, step }) => ({
    kind: "sequence" as const,
    of: Array.from({ length: count }, (_, i) => {
      const noisier = rescaled(round, "noise", 1 + i * step) ?? round;
      return rescaled(noisier, "users", 1 + i * step) ?? noisier;
    }),
  }));
