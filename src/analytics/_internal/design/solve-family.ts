import { budgetGuarantee, calibrate, guarantees } from "../../../accounting/index.js";
import { DpError } from "../../../errors.js";
import { bisect } from "../../../numerics/bisect.js";
import type { Adjacency } from "../../../privacy/index.js";
import type { DesignedRandomizer } from "../../design-randomizer.js";
import { allRounds, type Family, LOCAL_EPSILONS, type Setting } from "./family.js";
import { localEpsilonAtSpread, spreadOf } from "./shape-proxy.js";

/** The guarantee or the error that a randomizer must reach. */
export type DesignTarget = { readonly targetEpsilon: number } | { readonly targetError: number };

export interface DesignQuery {
  readonly setting: Setting;
  readonly adjacency: Adjacency;
  readonly delta: number;
}

/** More shapes than this are not tried one after the other. */
const MOST_SHAPES = 4;
const NOISE_RANGE = { min: 1e-8, max: 1e8 };
const STEPS = 100;
/** Of the parameter, relative: under a target epsilon, where a figure may take seconds, and under a target error. */
const CALIBRATION_PRECISION = 1e-4;
const ERROR_PRECISION = 1e-9;

/**
 * The family's member with the least error under the target epsilon, or the least epsilon under the target error.
 *
 * First the shape that is best for the randomizer by itself; then the shape that promises most at the spread found, until that is one tried
 * before. Whatever the search, each member is charged by its best proven figure, and the best member found is returned.
 *
 * @throws DpError NOT_APPLICABLE no member reaches the target, or none has a proven figure
 */
export function solveFamily(family: Family, query: DesignQuery, target: DesignTarget): DesignedRandomizer {
  const solve = (shape: number): Solved =>
    "targetEpsilon" in target
      ? underEpsilon(family, query, shape, target.targetEpsilon)
      : underError(family, query, shape, target.targetError);
  const cost = ({ design }: Solved): number =>
    "targetEpsilon" in target ? design.standardError : design.guarantee.epsilon.upper;
  const next = (found: Solved): number =>
    "targetEpsilon" in target
      ? shapeAtSpread(family, found)
      : shapeAtError(family, target.targetError, found.shape);
  let best = solve(firstShape(family, target));
  const tried = new Set([best.shape]);
  for (let latest = best; family.levels !== undefined && tried.size < MOST_SHAPES; ) {
    const shape = next(latest);
    if (tried.has(shape)) break;
    tried.add(shape);
    latest = solve(shape);
    if (cost(latest) < cost(best)) best = latest;
  }
  return best.design;
}

interface Solved {
  readonly shape: number;
  readonly value: number;
  readonly design: DesignedRandomizer;
}

/** A shape to begin with: the randomizer's own at the parameter where it meets the target error, or at ε₀ = 2. */
function firstShape(family: Family, target: DesignTarget): number {
  if (family.shapes.length === 1) return family.shapes[0]!;
  if ("targetEpsilon" in target) return family.ownShape(2);
  return family.ownShape(valueUnderError(family, target.targetError));
}

function underEpsilon(family: Family, query: DesignQuery, shape: number, targetEpsilon: number): Solved {
  const { adjacency, delta } = query;
  const { parameter } = family;
  const cut = (value: number): number =>
    parameter === "localEpsilon" ? Math.min(value, LOCAL_EPSILONS.max) : value;
  const { value } = calibrate((free) => allRounds(query.setting, family.member(cut(free), shape).round), {
    adjacency,
    delta,
    targetEpsilon,
    parameter,
    precision: CALIBRATION_PRECISION,
  });
  return { shape, value: cut(value), design: charged(family, query, cut(value), shape) };
}

function underError(family: Family, query: DesignQuery, shape: number, targetError: number): Solved {
  const value = valueUnderError(family, targetError, shape);
  return { shape, value, design: charged(family, query, value, shape) };
}

/** The member with the best proven figure for all rounds. */
function charged(family: Family, query: DesignQuery, value: number, shape: number): DesignedRandomizer {
  const { adjacency, delta, setting } = query;
  const { parameters, round, standardError } = family.member(value, shape);
  const event = allRounds(setting, round);
  const guarantee = budgetGuarantee(guarantees(event, { adjacency, delta }));
  return { randomizer: family.randomizer, parameters, standardError, event, guarantee };
}

/** Of the shapes, each at the ε₀ of the same spread, the one of the least error. */
function shapeAtSpread(family: Family, { shape, value }: Solved): number {
  const spread = spreadOf(family.levels!(shape), value);
  return leastBy(family.shapes, (one) => {
    const localEpsilon = localEpsilonAtSpread(family.levels!(one), spread);
    return localEpsilon >= LOCAL_EPSILONS.min && localEpsilon <= LOCAL_EPSILONS.max
      ? family.member(localEpsilon, one).standardError
      : Infinity;
  });
}

/** Of the shapes, each at the ε₀ that meets the error, the one of the least spread. */
function shapeAtError(family: Family, targetError: number, fallback: number): number {
  const spread = (shape: number): number => {
    const reaches = family.member(LOCAL_EPSILONS.max, shape).standardError <= targetError;
    return reaches ? spreadOf(family.levels!(shape), valueUnderError(family, targetError, shape)) : Infinity;
  };
  return leastBy([fallback, ...family.shapes], spread);
}

/** The parameter at which a member's error is at most the target; its own best shape by default. */
function valueUnderError(family: Family, targetError: number, shape?: number): number {
  const isNoise = family.parameter === "noiseToClip";
  const { min, max } = isNoise ? NOISE_RANGE : LOCAL_EPSILONS;
  const errorAt = (value: number): number =>
    family.member(value, shape ?? family.ownShape(value)).standardError;
  const ends = isNoise ? { fails: max, holds: min } : { fails: min, holds: max };
  if (!(errorAt(ends.holds) <= targetError)) throw unreachable(family, targetError, errorAt(ends.holds));
  if (errorAt(ends.fails) <= targetError) return ends.fails;
  return bisect((value) => errorAt(value) <= targetError, ends, { steps: STEPS, width: ERROR_PRECISION })
    .holds;
}

function unreachable({ randomizer, parameter }: Family, targetError: number, least: number): DpError {
  const words = parameter === "localEpsilon" ? "its largest local epsilon" : "its least noise";
  const message = `${randomizer}: the error is ${least} even with ${words}`;
  return new DpError("NOT_APPLICABLE", message, {
    parameter: "targetError",
    value: targetError,
    allowed: `at least ${least}`,
  });
}

function leastBy(shapes: readonly number[], cost: (shape: number) => number): number {
  let [best, least] = [shapes[0]!, Infinity];
  for (const shape of shapes) {
    const found = cost(shape);
    if (found < least) [best, least] = [shape, found];
  }
  return best;
}
