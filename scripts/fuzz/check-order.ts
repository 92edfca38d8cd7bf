/** Figures of two questions, one of which cannot have the larger answer. */
import type { Bracket, Claim, Method } from "../../src/privacy/index.js";
import { DOMAIN } from "../../src/validate.js";
import type { Faults } from "./check-report.js";

export interface Figure extends Pick<Claim, "side" | "status" | "method" | "remark"> {
  readonly bracket: Bracket;
}

/**
 * What an upper end may be above its method's own value where no lower end is known: a search's precision.
 */
const ROOM = 1e-3;
/** Certified from below only: two of its figures may be out of order. */
const LOWER_ENDS: Method = "cohort-lower";
/** Room for rounding where another method takes over. */
const ROUNDING = 1e-9;
/** Of refuted formulas, whose figures have no bracket. */
const REFUTED_ROUNDING = 1e-6;
/** Figures below it, deltas in all cases, tell nothing: a search among orders may end at any of them. */
const NOTHING = DOMAIN.delta.min;
/**
 * Profiles that are found by a search, and joined numbers of reports, have no lower end either: by so much it
 * may miss what it finds for the other question, and below that it tells nothing.
 */
const MISSED = { epsilon: 1.25, delta: 30 };
const MIN_SEARCHED = 1e-10;
/**
 * What a profile's points leave for the rounding of transforms of up to four million reports, which the ends
 * of its composition do not show.
 */
const PROFILE_ROUNDING = 1e-6;

let compared = 0;

/** How many figures were held against another question's since the last time. */
export function takeCompared(): number {
  const taken = compared;
  compared = 0;
  return taken;
}

export type Quantity = "epsilon" | "delta";

/**
 * Each method's figure, and the best proven one.
 *
 * @param better the question that cannot have the larger answer
 * @param room by what share a method's own value may be larger nevertheless
 */
export function faultsOfOrder(
  [quantity, change]: readonly [Quantity, string],
  better: readonly Figure[],
  worse: readonly Figure[],
  room = 0,
): Faults {
  const what = `${quantity}, ${change}`;
  const others = new Map<Method, Figure>(worse.map((figure) => [figure.method, figure]));
  compared += worse.length;
  const faults = better.flatMap((figure) => {
    const other = others.get(figure.method);
    return other !== undefined &&
      ![figure, other].some(isJoined) &&
      leastOf(figure, quantity) > NOTHING &&
      figure.method !== LOWER_ENDS &&
      leastOf(figure, quantity) > other.bracket.upper * (1 + Math.max(room, roundingOf(figure)))
      ? [`${figure.method}, ${what}: ${leastOf(figure, quantity)} > ${other.bracket.upper}`]
      : [];
  });
  const best = bestProven(better);
  const bestOfWorse = bestProven(worse);
  if (bestOfWorse === undefined || [...better, ...worse].some(isJoined)) return faults;
  if (best === undefined)
    return [...faults, `${what}: no proven figure, but ${bestOfWorse.method}'s for the worse`];
  const staysAway = better.every(({ method }) => method !== bestOfWorse.method);
  if (staysAway && best.bracket.upper > bestOfWorse.bracket.upper * (1 + Math.max(room, ROUNDING))) {
    const [one, other] = [best, bestOfWorse].map(({ bracket, method }) => `${bracket.upper} (${method})`);
    faults.push(`best proven, ${what}: ${one} > ${other}`);
  }
  return faults;
}

/**
 * Of many different rounds those that are alike are charged as one: which are alike depends on where they
 * fall.
 */
function isJoined({ remark = "" }: Figure): boolean {
  return remark.includes("different rounds are charged as");
}

/** What the method's own value is at least, or nearly. */
function leastOf({ method, bracket: { lower, estimate, upper } }: Figure, quantity: Quantity): number {
  if (lower > 0) return lower;
  if (!method.includes("pld")) return upper * (1 - ROOM);
  const reachesZero = estimate < upper / 2; // the bracket of a composition, not a search
  return upper > MIN_SEARCHED && !reachesZero ? upper / MISSED[quantity] : 0;
}

function roundingOf({ method, status }: Figure): number {
  if (method.includes("pld")) return PROFILE_ROUNDING;
  return status === "refuted" ? REFUTED_ROUNDING : 0;
}

function bestProven(figures: readonly Figure[]): Figure | undefined {
  const proven = figures.filter(({ side, status }) => side === "upper" && status === "proven");
  if (proven.length === 0) return undefined;
  return proven.reduce((one, other) => (other.bracket.upper < one.bracket.upper ? other : one));
}
