import { memoize } from "../../../numerics/memoize.js";
import type { Adjacency, DeltaGuarantee, Guarantee } from "../../../privacy/index.js";
import type { Accountant } from "../../accountant.js";
import { isRefusal } from "../../claims/is-refusal.js";
import { isCovered } from "../../rounds/coverage.js";
import type { Family } from "./families-of.js";

/** Rounds that are added to others: what is proven of them, where anything is. */
export interface Part {
  /** Which rounds they are. */
  readonly words: string;
  epsilonAt(delta: number): Guarantee | undefined;
  deltaAt(epsilon: number): DeltaGuarantee | undefined;
}

/** Rounds as one method sees them. */
export function partOf(
  accountant: Accountant,
  { event, words }: Pick<Family, "event" | "words">,
  adjacency: Adjacency,
): Part {
  const epsilonAt = memoize((delta: number) => [
    orUndefined(() => accountant.epsilonAtDelta(event, { adjacency, delta })),
  ]);
  const deltaAt = memoize((epsilon: number) => [
    orUndefined(() => accountant.deltaAtEpsilon(event, { adjacency, epsilon })),
  ]);
  return { words, epsilonAt: (delta) => epsilonAt(delta)[0], deltaAt: (epsilon) => deltaAt(epsilon)[0] };
}

/**
 * The best method at one delta is taken for the best at deltas within this factor of it. Valid at any factor,
 * as the figures of every method are: 2^4 and 2^18 changed none of 12 figures.
 */
const NEAR = 2 ** 9;

/**
 * Rounds as the method sees them whose proven figure is the least, at the delta that is asked for or one near
 * it.
 */
export function bestPartOf(accountants: readonly Accountant[], family: Family, adjacency: Adjacency): Part {
  const parts = accountants
    .filter(({ covers, proves = covers }) => isCovered(proves, family.round, adjacency))
    .map((accountant) => partOf(accountant, family, adjacency));
  const choices: { readonly at: number; readonly part: Part }[] = [];
  const chosen = (delta: number): Part | undefined => {
    const near = choices.find(({ at }) => delta <= at * NEAR && at <= delta * NEAR);
    if (near !== undefined) return near.part;
    const part = leastPart(parts, delta);
    if (part !== undefined) choices.push({ at: delta, part });
    return part;
  };
  return {
    words: family.words,
    epsilonAt: (delta) => chosen(delta)?.epsilonAt(delta),
    // The best method of a part is looked for at this delta.
    deltaAt: (epsilon) => chosen(1e-6)?.deltaAt(epsilon),
  };
}

function leastPart(parts: readonly Part[], delta: number): Part | undefined {
  let least = Infinity;
  let found: Part | undefined;
  for (const part of parts) {
    const figure = part.epsilonAt(delta);
    if (figure?.status !== "proven" || figure.side !== "upper" || !(figure.epsilon.upper < least)) continue;
    least = figure.epsilon.upper;
    found = part;
  }
  return found;
}

function orUndefined<Figure>(evaluate: () => Figure): Figure | undefined {
  try {
    return evaluate();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
