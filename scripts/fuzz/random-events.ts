/** Arbitrary events, nested at random. */
import fc from "fast-check";
import { DpError } from "../../src/errors.js";
import { type MechanismEvent, readEvent } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";
import { evenly, type FieldValues, mostly, powers } from "./field-values.js";
import { rescaled } from "./rescaled.js";

type Events = fc.Arbitrary<MechanismEvent>;

/** Repeated rounds, which methods know; now and then compositions and nestings of any kind. */
export function eventsOf(values: FieldValues): Events {
  const rounds = roundsOf(values);
  const repeated = fc.record({
    kind: fc.constant("repeat" as const),
    times: values.repetitions,
    of: rounds,
  });
  return fc
    .oneof(
      { arbitrary: rounds, weight: 4 },
      { arbitrary: repeated, weight: 4 },
      { arbitrary: treesOf(values, rounds), weight: 2 },
    )
    .filter(isWithinDomain);
}

/** Repetitions within repetitions may be too many rounds, answers too many, and a block's noise too much. */
function isWithinDomain(event: MechanismEvent): boolean {
  try {
    readEvent(event);
    return true;
  } catch (error) {
    if (error instanceof DpError && error.code === "OUT_OF_RANGE") return false;
    throw error;
  }
}

/** As a ledger has them: many rounds, alike, no two of them the same. */
export function differentRoundsOf(values: FieldValues): Events {
  return fc
    .record({
      round: roundsOf(values),
      count: mostly(fc.integer({ min: 2, max: 30 }), fc.constantFrom(49, 97, 385)),
      step: powers(-6, -1),
    })
    .map(({ round, count, step }) => ({
      kind: "sequence" as const,
      of: Array.from({ length: count }, (_, i) => {
        const noisier = rescaled(round, "noise", 1 + i * step) ?? round;
        return rescaled(noisier, "users", 1 + i * step) ?? noisier;
      }),
    }))
    .filter(isWithinDomain);
}

/** Two to eight rounds, repeated, that are likely of different kinds. */
export function unlikeRoundsOf(values: FieldValues): Events {
  const repeated = fc.record({
    kind: fc.constant("repeat" as const),
    times: values.repetitions,
    of: roundsOf(values),
  });
  return fc
    .record({
      kind: fc.constant("sequence" as const),
      of: fc.array(mostly(repeated, roundsOf(values)), { minLength: 2, maxLength: 8 }),
    })
    .filter(isWithinDomain);
}

function treesOf(values: FieldValues, rounds: Events): Events {
  return fc.letrec<{ tree: MechanismEvent }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { arbitrary: rounds, weight: 2 },
      fc.record({ kind: fc.constant("repeat" as const), times: values.repetitions, of: tie("tree") }),
      fc.record({ kind: fc.constant("sequence" as const), of: fc.array(tie("tree"), { maxLength: 4 }) }),
      roundOf(tie("tree"), values),
    ),
  })).tree;
}

function roundsOf(values: FieldValues): Events {
  const gaussian = gaussianOf(values);
  const weightShuffles = fc.record({
    kind: fc.constant("weightShuffle" as const),
    dimension: values.categories,
    batchClipRatio: values.noiseMultipliers,
    of: roundOf(gaussian, values),
  });
  return mostly(roundOf(reportsOf(gaussian, values), values), weightShuffles);
}

function roundOf(of: Events, { users, rates }: FieldValues): Events {
  const absentees = fc.constantFrom("silent" as const, "dummy" as const);
  return fc.oneof(
    of,
    withBlocksAndDummies(fc.record({ kind: fc.constant("shuffle" as const), users, of })),
    withBlocksAndDummies(
      fc
        .record({ kind: fc.constant("subsampledShuffle" as const), users, sampled: users, of })
        .map((event) => ({ ...event, sampled: Math.min(event.users, event.sampled) })),
    ),
    withBlocksAndDummies(
      mostly(
        fc.record({ kind: fc.constant("checkInShuffle" as const), users, checkInRate: rates, of }),
        fc.record({ kind: fc.constant("checkInShuffle" as const), users, checkInRate: rates, absentees, of }),
      ),
    ),
    fc.record({ kind: fc.constant("poissonSample" as const), rate: rates, of }),
    mostly(
      fc.record({ kind: fc.constant("randomAllocation" as const), steps: users, of }),
      fc
        .record({ kind: fc.constant("randomAllocation" as const), steps: users, joined: users, of })
        .map((event) => ({ ...event, joined: Math.min(event.steps, event.joined, 1e9) })),
    ),
  );
}

function withBlocksAndDummies<Event extends MechanismEvent>(shuffles: fc.Arbitrary<Event>): Events {
  const besides = fc.record(
    {
      blocks: fc.constantFrom(1, 2, 16, 64),
      joins: fc.constantFrom("once" as const, "per-block" as const),
      dummies: fc.constantFrom(0, 1, 30, 50_000),
      dummiesBy: fc.constantFrom("shuffler" as const, "users" as const),
    },
    { requiredKeys: [] },
  );
  const joined = fc.tuple(shuffles, besides).map(([event, each]) => ({ ...event, ...each }));
  return mostly(shuffles, joined as Events);
}

function reportsOf(gaussian: Events, values: FieldValues): Events {
  return fc.oneof(
    { arbitrary: gaussian, weight: 3 },
    { arbitrary: localOf(values), weight: 2 },
    fc.record({
      kind: fc.constant("randomizedResponse" as const),
      epsilon: values.localEpsilons,
      categories: values.categories,
    }),
    subsetResponseOf(values),
    discreteChannel,
    answersOf(values),
    fc.record({ kind: fc.constant("gaussianScalar" as const), noiseToWidth: values.noiseMultipliers }),
    fc.record({
      kind: fc.constant("laplaceScalar" as const),
      noiseToWidth: values.noiseMultipliers.map((noise) => Math.max(DOMAIN.laplaceNoise.min, noise)),
    }),
  );
}

function gaussianOf({ noiseMultipliers }: FieldValues): Events {
  return fc.oneof(
    {
      arbitrary: fc.record({ kind: fc.constant("gaussian" as const), noiseMultiplier: noiseMultipliers }),
      weight: 4,
    },
    fc.record({ kind: fc.constant("gaussian" as const), noiseToClip: noiseMultipliers }),
  );
}

function localOf({ localEpsilons, deltas }: FieldValues): Events {
  return fc.record(
    { kind: fc.constant("local" as const), epsilon: localEpsilons, delta: deltas },
    { requiredKeys: ["kind", "epsilon"] },
  ) as Events;
}

function subsetResponseOf({ localEpsilons, rates }: FieldValues): Events {
  return fc
    .record({
      kind: fc.constant("subsetResponse" as const),
      epsilon: localEpsilons,
      mass: rates,
      share: fc.option(evenly(0, 1), { nil: undefined }),
    })
    .map(({ share, ...event }) => (share === undefined ? event : { ...event, overlap: share * event.mass }));
}

/** Up to four kinds of answers, some of them several times. */
function answersOf(values: FieldValues): Events {
  const response = fc.record({
    kind: fc.constant("randomizedResponse" as const),
    epsilon: values.localEpsilons,
    categories: values.categories,
  });
  const answer = mostly(response, subsetResponseOf(values));
  const times = fc.integer({ min: 2, max: 24 });
  const several = fc.record({ kind: fc.constant("repeat" as const), times, of: answer });
  const of = fc.array(fc.oneof(answer, several), { minLength: 1, maxLength: 4 });
  return fc.record({ kind: fc.constant("answers" as const), of });
}

/**
 * Weights of some reports for each of some inputs, many of them tiny or zero; with a report that all inputs
 * make, or not.
 */
const discreteChannel: Events = fc
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
  const weights = mostly(powers(-2, 0), powers(-38, 0), fc.constant(0));
  const row = fc.array(weights, { minLength: reports, maxLength: reports });
  return fc.array(row, { minLength: inputs, maxLength: inputs });
}

/** Probabilities in proportion to the weights, of which one is 1 more. */
function withReport(weights: readonly number[], place: number): number[] {
  const raised = weights.map((weight, report) => (report === place ? weight + 1 : weight));
  const total = raised.reduce((sum, weight) => sum + weight);
  return raised.map((weight) => weight / total);
}
