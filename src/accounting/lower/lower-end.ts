import { composedStdDev, countOf } from "../../pld/certify/composed-rounds.js";
import { alignedStep, negligibleMassFor, smallestStep } from "../../pld/certify/grid-limits.js";
import { type PldQuery, queryComposed, querySingle } from "../../pld/compose/query-pmf.js";
import { WORK_LIMITS, type WorkCounter } from "../../pld/compose/work-limits.js";
import { onCommonLattice, type RepeatedLaw } from "../../pld/discretize/on-common-lattice.js";
import type { NeighbourPair } from "./neighbour-pair.js";

/** A pair and how often it runs. */
export interface RepeatedNeighbours {
  readonly pair: NeighbourPair;
  readonly times: number;
}

/**
 * The first step, in standard deviations of the loss of one round: it takes a few ten thousandths off. Each
 * next one is half of it, and one that adds no more than a share of GAIN is the last. Valid at any value of
 * both, as each pass is: twice or half of the first moves a lower end by less than 3e-6 of itself.
 */
const FIRST_STEP = 2 ** -4;
/** Twice as much lowers a lower end by up to 0.06 %, half as much raises one by 0.008 %. */
const GAIN = 3e-4;

/**
 * A certified lower end of the figure of composed pairs: the larger one of both directions, on grids made
 * finer until that adds nothing to it. All rounds have the same data sets, so that all are taken in the same
 * direction.
 */
export function lowerEnd(rounds: readonly RepeatedNeighbours[], query: PldQuery): number {
  if (rounds.length === 0) return 0;
  const reverses = rounds.every(({ pair }) => pair.symmetric) ? [false] : [false, true];
  const negligibleMass = negligibleMassOf(rounds, query);
  const directions = reverses.map((reverse) => ({
    reverse,
    smallest: smallestStep(rounds, spanOf(rounds, negligibleMass, reverse), WORK_LIMITS.default),
    work: { limits: WORK_LIMITS.default, used: 0 },
  }));
  let step = FIRST_STEP * stdDevPerRound(rounds);
  let best = 0;
  for (let pass = 0; pass < 5; pass++) {
    const ends = directions.map(({ reverse, smallest, work }) => {
      const taken = alignedStep(rounds, Math.max(step, smallest));
      return directedEnd(rounds, query, reverse, { step: taken, negligibleMass, work });
    });
    const end = ends.reduce((most, each) => (each > most ? each : most), 0);
    const isLast = !(end > best * (1 + GAIN)) || isSingle(rounds);
    if (end > best) best = end;
    if (isLast || directions.every(({ smallest }) => step <= smallest)) return best;
    step /= 2;
  }
  return best;
}

/** 0 where no lattice holds the laws. */
function directedEnd(
  rounds: readonly RepeatedNeighbours[],
  query: PldQuery,
  reverse: boolean,
  pass: Pass,
): number {
  if (!(pass.step > 0 && pass.step < Infinity)) return 0;
  const laws = rounds.map(({ pair, times }) => ({
    pmf: pair.below(pass.step, pass.negligibleMass, reverse),
    times,
  }));
  return laws.some(({ pmf }) => pmf.loss.length === 0) ? 0 : composedEnd(laws, query, pass);
}

interface Pass {
  readonly step: number;
  readonly negligibleMass: number;
  readonly work: WorkCounter;
}

function composedEnd(
  laws: readonly RepeatedLaw[],
  query: PldQuery,
  { step, negligibleMass, work }: Pass,
): number {
  if (isSingle(laws)) return querySingle(laws[0]!.pmf, query, "optimistic");
  const lattice = onCommonLattice(laws, "optimistic", { step, negligibleMass, limits: work.limits });
  return queryComposed(lattice.parts, query, "optimistic", work, lattice.origin);
}

function isSingle(rounds: readonly { readonly times: number }[]): boolean {
  return rounds.length === 1 && rounds[0]!.times === 1;
}

function negligibleMassOf(rounds: readonly RepeatedNeighbours[], query: PldQuery): number {
  // Masses below a millionth of delta may be cut off.
  const share = query.find === "epsilon" ? (1e-6 * query.delta) / countOf(rounds) : 0;
  return negligibleMassFor(share);
}

function spanOf(rounds: readonly RepeatedNeighbours[], negligibleMass: number, reverse: boolean): number {
  return Math.max(...rounds.map(({ pair }) => pair.lossSpan(negligibleMass, reverse)));
}

/** The root of the rounds' mean variance of the loss. */
function stdDevPerRound(rounds: readonly RepeatedNeighbours[]): number {
  return composedStdDev(rounds) / Math.sqrt(countOf(rounds));
}
