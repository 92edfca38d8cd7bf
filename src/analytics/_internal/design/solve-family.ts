import { budgetGuarantee, calibrate, guarantees } from "../../../accounting/index.js";
import { DpError } from "../../../errors.js";
import { bisect } from "../../../numerics/bisect.js";
import { memoize } from "../../../numerics/memoize.js";
import { formatDown } from "../../../privacy/format-number.js";
import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import { DOMAIN, LOCAL_EPSILONS } from "../../../validate.js";
import type { DesignedRandomizer } from "../../designed-randomizer.js";
import { allRounds, type Family, type FamilyMember, type Setting } from "./family.js";

/** The guarantee or the error that a randomizer must reach. */
export type DesignTarget = { readonly targetEpsilon: number } | { readonly targetError: number };

export interface DesignQuery {
  readonly setting: Setting;
  readonly adjacency: Adjacency;
  readonly delta: number;
}

/**
 * More shapes than this are not tried one after the other, nor one that promises less than this share of the
 * error.
 */
const MAX_SHAPES = 4;
const WORTH_TRYING = 0.99;
/** Of alternatives every third is tried first. */
const SCAN_STEP = 3;
/** A number's noise over the width of its interval is half of it over the clip bound. */
const NOISES = { min: 2 * DOMAIN.noise.min, max: DOMAIN.noise.max };
const STEPS = 100;
/**
 * Of the parameter, relative: under a target epsilon, where a figure may take seconds, and under a target
 * error.
 */
const CALIBRATION_PRECISION = 1e-4;
const ERROR_PRECISION = 1e-9;

/** A family's member, and the spread at which it was found. */
export interface SolvedFamily {
  readonly design: DesignedRandomizer;
  readonly spread: number;
}

/** A member that meets the target by some proven figure: which one is best there is not known yet. */
interface Candidate {
  readonly value: number;
  readonly shape: number;
  readonly standardError: number;
  readonly spread: number;
}

/**
 * The family's member with the least error under the target epsilon, or the least epsilon under the target
 * error.
 *
 * The spread suggests the shape; whatever it suggests, a member is charged by its best proven figure.
 *
 * @param spread about where the answer is, e.g. that of another family
 * @throws DpError NOT_APPLICABLE no member reaches the target, or none has a proven figure
 */
export function solveFamily(
  family: Family,
  query: DesignQuery,
  target: DesignTarget,
  spread: number,
): SolvedFamily {
  if ("targetError" in target) return underError(family, query, target.targetError);
  const { value, shape } = bestUnderEpsilon(family, query, target.targetEpsilon, spread);
  return charged(family, query, value, shape);
}

function bestUnderEpsilon(
  family: Family,
  query: DesignQuery,
  targetEpsilon: number,
  spread: number,
): Candidate {
  const solve = (shape: number, guess: number): Candidate =>
    underEpsilon(family, query, targetEpsilon, { shape, guess });
  let shape = bestShapeAt(family, spread);
  let best = solve(shape, spread);
  if (family.alternatives !== undefined) {
    const nearby = bestAlternative(family, query, best.standardError, shape);
    return nearby === shape ? best : solve(nearby, best.spread);
  }
  for (let latest = best, tries = 1; tries < MAX_SHAPES; tries++) {
    const next = bestShapeAt(family, latest.spread);
    const promised = memberAtSpread(family, latest.spread, next).standardError;
    if (next === shape || promised > WORTH_TRYING * best.standardError) break;
    shape = next;
    latest = solve(shape, latest.spread);
    if (latest.standardError < best.standardError) best = latest;
  }
  return best;
}

function underEpsilon(
  family: Family,
  query: DesignQuery,
  targetEpsilon: number,
  { shape, guess }: { readonly shape: number; readonly guess: number },
): Candidate {
  const { min, max } = rangeOf(family);
  const about = within(family, family.valueAtSpread(guess, shape));
  const leastPrivate = family.parameter === "localEpsilon" ? max : min;
  if (about === leastPrivate) {
    const { design } = charged(family, query, leastPrivate, shape);
    if (design.guarantee.epsilon.upper <= targetEpsilon) return candidateAt(family, leastPrivate, shape);
  }
  const eventAt = (free: number): MechanismEvent =>
    allRounds(query.setting, family.member(within(family, free), shape).round);
  try {
    const { value } = calibrate(eventAt, {
      adjacency: query.adjacency,
      delta: query.delta,
      targetEpsilon,
      parameter: family.parameter,
      precision: CALIBRATION_PRECISION,
      guess: about,
    });
    return candidateAt(family, within(family, value), shape);
  } catch (error) {
    if (!(error instanceof DpError) || error.details.parameter !== "targetEpsilon") throw error;
    const message = `${family.randomizer}: epsilon is ${error.details.allowed}`;
    throw new DpError("NOT_APPLICABLE", message, error.details, error);
  }
}

/** The shape of the least spread where each meets the error. */
function underError(family: Family, query: DesignQuery, targetError: number): SolvedFamily {
  const spreadOf = (shape: number): number => {
    const value = valueUnderError(family, targetError, shape);
    return value === undefined ? Infinity : family.spreadAt(value, shape);
  };
  const suggested = leastBy(family.shapes, spreadOf);
  const shape =
    spreadOf(suggested) === Infinity ? suggested : bestAlternative(family, query, targetError, suggested);
  const value = valueUnderError(family, targetError, shape);
  if (value === undefined) throw unreachable(family, targetError);
  return charged(family, query, value, shape);
}

/**
 * Of the alternatives to a shape that of the least proven epsilon at an error: the best of some, and from
 * there on step by step.
 */
function bestAlternative(family: Family, query: DesignQuery, targetError: number, start: number): number {
  const shapes = family.alternatives?.(start) ?? [start];
  if (shapes.length === 1) return start;
  const epsilonOf = memoize((shape: number): number => {
    const value = valueUnderError(family, targetError, shape);
    return value === undefined
      ? Infinity
      : charged(family, query, value, shape).design.guarantee.epsilon.upper;
  });
  const some = shapes.filter((_, place) => (shapes.length - 1 - place) % SCAN_STEP === 0);
  let best = leastBy([start, ...some], epsilonOf);
  for (let steps = 0; steps < SCAN_STEP; steps++) {
    const place = shapes.indexOf(best);
    best = leastBy([best, ...shapes.slice(Math.max(0, place - 1), place + 2)], epsilonOf);
  }
  return best;
}

function candidateAt(family: Family, value: number, shape: number): Candidate {
  const { standardError } = family.member(value, shape);
  return { value, shape, standardError, spread: family.spreadAt(value, shape) };
}

/** The member with the best proven figure for all rounds. */
function charged(family: Family, query: DesignQuery, value: number, shape: number): SolvedFamily {
  const { adjacency, delta, setting } = query;
  const { parameters, round, standardError, traffic } = family.member(value, shape);
  const event = allRounds(setting, round);
  const guarantee = budgetGuarantee(guarantees(event, { adjacency, delta }));
  const { randomizer } = family;
  const design = { randomizer, parameters, standardError, event, guarantee, ...(traffic && { traffic }) };
  return { design, spread: family.spreadAt(value, shape) };
}

function bestShapeAt(family: Family, spread: number): number {
  return leastBy(family.shapes, (shape) => memberAtSpread(family, spread, shape).standardError);
}

function memberAtSpread(family: Family, spread: number, shape: number): FamilyMember {
  return family.member(within(family, family.valueAtSpread(spread, shape)), shape);
}

function rangeOf({ parameter }: Family): { readonly min: number; readonly max: number } {
  return parameter === "localEpsilon" ? LOCAL_EPSILONS : NOISES;
}

function within(family: Family, value: number): number {
  const { min, max } = rangeOf(family);
  return Math.max(min, Math.min(max, value));
}

/**
 * The parameter that spends least of those at which a member's error is at most the target; undefined where
 * there is none.
 */
function valueUnderError(family: Family, targetError: number, shape: number): number | undefined {
  const { min, max } = rangeOf(family);
  const meets = (value: number): boolean => family.member(value, shape).standardError <= targetError;
  const [fails, holds] = family.parameter === "localEpsilon" ? [min, max] : [max, min];
  if (!meets(holds)) return undefined;
  if (meets(fails)) return fails;
  return bisect(meets, { fails, holds }, { steps: STEPS, width: ERROR_PRECISION }).holds;
}

function unreachable(family: Family, targetError: number): DpError {
  const { randomizer, parameter, shapes } = family;
  const { min, max } = rangeOf(family);
  const value = parameter === "localEpsilon" ? max : min;
  const least = Math.min(...shapes.map((shape) => family.member(value, shape).standardError));
  const message = `${randomizer}: the error is at least ${formatDown(least)}, at ${parameter} ${value}`;
  return new DpError("NOT_APPLICABLE", message, {
    parameter: "targetError",
    value: targetError,
    allowed: `at least ${least}`,
  });
}

function leastBy(shapes: readonly number[], cost: (shape: number) => number): number {
  let best = shapes[0]!;
  let least = Infinity;
  for (const shape of shapes) {
    const found = cost(shape);
    if (found < least) [best, least] = [shape, found];
  }
  return best;
}
