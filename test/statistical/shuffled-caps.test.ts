/**
 * Shuffled reports of PrivUnit and of the hemisphere randomizer never show more than the pair of their event.
 */
import { describe, expect, it } from "vitest";
import { responseShape } from "../../src/accounting/rounds/response-shape.js";
import { shuffledResponsePair } from "../../src/accounting/shuffle/clones/response-law/shuffled-response-pair.js";
import { hemisphereRandomizer, privUnitRandomizer } from "../../src/mechanisms/index.js";
import { PrivacyLossDistribution } from "../../src/pld/privacy-loss-distribution.js";
import type { SubsetResponseEvent } from "../../src/privacy/index.js";
import { seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { hostileCohorts } from "./hostile-cohorts.js";
import { meanInterval } from "./mean-interval.js";
import { shuffledDensities } from "./shuffled-densities.js";

const SEED = 92;
const TRIALS = 20_000;
/**
 * A mean of n numbers in [0, 1] exceeds its expectation by this with probability 1e-6 at most (Hoeffding).
 */
const ERROR = Math.sqrt(Math.log(1e6) / (2 * TRIALS));

type Vector = readonly number[];

const axis = (dimension: number, entry: number, sign = 1): Vector =>
  Array.from({ length: dimension }, (_, i) => (i === entry ? sign : 0));
const inner = (a: ArrayLike<number>, b: Vector): number => b.reduce((sum, each, i) => sum + each * a[i]!, 0);

/** All orders of so few. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => orders(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
}

const COHORTS = (dimension: number): readonly (readonly [string, readonly Vector[]])[] => [
  ["one at the new record", [axis(dimension, 0, -1)]],
  ["one across", [axis(dimension, 1)]],
  ["two at the old record", [axis(dimension, 0), axis(dimension, 0)]],
  ["two across, opposite", [axis(dimension, 1), axis(dimension, 1, -1)]],
  ["two at the two records", [axis(dimension, 0), axis(dimension, 0, -1)]],
];

describe.each([
  ["PrivUnit", privUnitRandomizer, 3],
  ["PrivUnit", privUnitRandomizer, 20],
  ["the hemisphere", hemisphereRandomizer, 5],
] as const)("%s in dimension %3$i", (_, create, dimension) => {
  const localEpsilon = 2;
  const randomizer = create({ localEpsilon, dimension, bound: 1 });
  const event = randomizer.describe() as SubsetResponseEvent;
  const { cap, reportLength } = randomizer;
  const level = Math.exp(localEpsilon);

  /** The density of a report about a record, relative to other reports' least. */
  const density = (report: ArrayLike<number>, record: Vector): number =>
    inner(report, record) >= cap.threshold * reportLength ? level : 1;

  /** Of the reports in any order, by all orders of the records. */
  const shuffledDensity = (reports: readonly ArrayLike<number>[], records: readonly Vector[][]): number =>
    records.reduce(
      (sum, order) => sum + order.reduce((product, record, i) => product * density(reports[i]!, record), 1),
      0,
    );

  it.each(COHORTS(dimension))("others: %s", (_, others) => {
    const source = seededSource(SEED);
    const [held, changed] = [axis(dimension, 0), axis(dimension, 0, -1)].map((record) => [record, ...others]);
    const [heldOrders, changedOrders] = [orders(held!), orders(changed!)];
    // One sample for all epsilons: each mean has its error as from a sample of its own.
    const ratios = Float64Array.from({ length: TRIALS }, () => {
      const reports = held!.map((record) => randomizer.randomize(source, record));
      return shuffledDensity(reports, changedOrders) / shuffledDensity(reports, heldOrders);
    });
    const pair = shuffledResponsePair({
      ...responseShape(event, 1e6),
      reports: others.length + 1,
      samplingRate: 1,
    });
    const loss = PrivacyLossDistribution.of(pair);
    for (const epsilon of [0, 0.5, 1]) {
      const sum = ratios.reduce((total, ratio) => total + Math.max(0, 1 - Math.exp(epsilon) * ratio), 0);
      const delta = sum / TRIALS;
      const { upper } = loss.deltaAtEpsilon(epsilon);
      expect(delta - ERROR).toBeLessThanOrEqual(upper);
      if (epsilon === 0) expect(delta + ERROR).toBeGreaterThan(0.6 * upper); // the bound is not idle
    }
  });
});

describe.each([10, 50])("ten reports of PrivUnit in dimension %i", (dimension) => {
  const randomizer = privUnitRandomizer({ localEpsilon: 2, dimension, bound: 1 });
  const { cap, reportLength } = randomizer;
  const likelihood = (report: ArrayLike<number>, record: Vector): number =>
    inner(report, record) >= cap.threshold * reportLength ? Math.exp(2) : 1;
  const shape = responseShape(randomizer.describe() as SubsetResponseEvent, 1e6);
  const loss = PrivacyLossDistribution.of(shuffledResponsePair({ ...shape, reports: 10, samplingRate: 1 }));
  const cohorts = hostileCohorts(dimension, 9).filter(({ records }) => Math.hypot(...records[0]!) > 0);

  for (const [cases, options] of shortAndLong(cohorts, (_, place) => place % 3 > 0)) {
    it.each(cases)("$name", options, ({ records, sizes, neighbours: [old, changed] }) => {
      const source = seededSource(SEED);
      const held = [old, ...records.flatMap((record, c) => Array<Vector>(sizes[c]!).fill(record))];
      const losses = Float64Array.from({ length: 3000 }, () => {
        const reports = held.map((record) => {
          const report = randomizer.randomize(source, record);
          return {
            own: [likelihood(report, old), likelihood(report, changed)],
            others: records.map((each) => likelihood(report, each)),
          };
        });
        const [p, q] = shuffledDensities(reports, sizes);
        return Math.log(p! / q!);
      });
      for (const epsilon of [0, 0.3]) {
        const { lower } = meanInterval(
          losses.map((each) => Math.max(0, -Math.expm1(epsilon - each))),
          1e-9,
        );
        const bound = loss.deltaAtEpsilon(epsilon).upper;
        expect(lower).toBeLessThanOrEqual(bound);
        if (epsilon === 0) expect(lower).toBeGreaterThan(bound / 2); // half the bound would have been noticed
      }
    });
  }
});
