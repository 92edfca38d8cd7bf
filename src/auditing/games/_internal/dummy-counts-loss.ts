import type { DummyCountsEvent } from "../../../privacy/index.js";
import { type RandomSource, sampleUniform } from "../../../random/index.js";
import { drawOutcome, type Loss } from "./finite-loss.js";
import { checkDraws } from "./shuffle-loss.js";

/**
 * Counts with random numbers of dummies, the others' messages taken out: of a message about the first
 * category, or about the second.
 */
export function dummyCountsLoss(event: DummyCountsEvent): Loss {
  if (event.epsilon !== undefined) checkDraws(event, event.categories, "counts");
  const [present, absent] = [0, 1].map((truth) => messageRow(event, truth));
  const countsWith = event.total === "constant" ? constantCounts(event) : independentCounts(event);
  return (secret, source) => {
    const named = drawOutcome((secret ? present : absent)!, source);
    const likelihoods = countsWith(named, source);
    const ofRow = (row: readonly number[]): number =>
      Math.log(row.reduce((sum, mass, category) => sum + mass * likelihoods[category]!, 0));
    return ofRow(present!) - ofRow(absent!);
  };
}

/** How likely a message about a category names each. */
function messageRow({ categories, epsilon = Infinity }: DummyCountsEvent, truth: number): readonly number[] {
  const lie = 1 / (Math.exp(epsilon) + categories - 1);
  return Array.from({ length: epsilon === Infinity ? 2 : categories }, (_, category) =>
    category === truth ? 1 - (categories - 1) * lie : lie,
  );
}

/** Draws the counts; how likely they are if the message names each category, but for a common factor. */
type DrawLikelihoods = (named: number, source: RandomSource) => readonly number[];

function independentCounts({ categories, laplaceScale, centre, epsilon }: DummyCountsEvent): DrawLikelihoods {
  const counted = epsilon === undefined ? 2 : categories;
  return (named, source) =>
    Array.from({ length: counted }, (_, category) => {
      const count = drawNumber(source, laplaceScale, centre, Infinity) + Number(category === named);
      return count === 0 ? 0 : Math.exp((count <= centre ? 1 : -1) / laplaceScale);
    });
}

function constantCounts({ laplaceScale, centre }: DummyCountsEvent): DrawLikelihoods {
  const last = 2 * centre;
  const mass = (number: number): number =>
    number < 0 || number > last ? 0 : Math.exp(-Math.abs(number - centre) / laplaceScale);
  return (named, source) => {
    const count = drawNumber(source, laplaceScale, centre, last) + Number(named === 0);
    return [mass(count - 1), mass(count)];
  };
}

/** A difference of two geometric numbers around the centre, redrawn until it is between 0 and the last. */
function drawNumber(source: RandomSource, laplaceScale: number, centre: number, last: number): number {
  const geometric = (): number => Math.floor(-Math.log1p(-sampleUniform(source)) * laplaceScale);
  for (;;) {
    const number = centre + geometric() - geometric();
    if (number >= 0 && number <= last) return number;
  }
}
