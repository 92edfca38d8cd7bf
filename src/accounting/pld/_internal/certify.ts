import type { Bracket } from "../../../privacy/index.js";
import { checkNumber, RANGES } from "../../../validate.js";
import type { LossAtoms, LossPair } from "../loss-pair.js";
import type { ProgressCallback } from "../progress-callback.js";
import type { Side } from "./composed-tail.js";
import { EFFORT, Effort, type EffortLimits } from "./effort.js";
import type { LatticePower } from "./lattice-measure.js";
import { lowerToLattice } from "./lower-to-lattice.js";
import { raiseToLattice } from "./raise-to-lattice.js";
import { type Ends, isNarrow, type RefinementPlan, refine } from "./refine.js";
import { reverseAtoms } from "./reverse-atoms.js";
import { withoutRareEnds } from "./without-rare-ends.js";

export interface QueryOptions {
  /**
   * (upper - lower) / upper that the answer must meet, (0, 1). Left out, 0.001 for epsilon and 0.01 for delta (which cost about the
   * same) are aimed at, and a wider bracket is returned where they are out of reach.
   */
  readonly relativeWidth?: number;
  /** Checked whenever progress is reported; a callback may abort it. */
  readonly signal?: AbortSignal;
  /** Called several times a pass with about the fraction done, rising in [0, 1]. */
  readonly onProgress?: (fraction: number) => void;
}

/** A pair and how often it runs. */
export interface Rounds {
  readonly pair: LossPair;
  readonly times: number;
}

/** A figure of the composed pair, at one side: from a single round's atoms, or from lattice measures. */
export interface Question {
  /** A delta far below which masses do not matter, given what is known of the answer so far. */
  relevantDelta(known: Ends): number;
  readonly defaultWidth: number;
  /** The upper end that says nothing: Infinity for epsilon, 1 for delta. */
  readonly emptyClaim: number;
  /** An absolute width of the answer that is not worth narrowing, where the composed loss spreads by `spread`. */
  negligibleWidth(spread: number): number;
  ofAtoms(atoms: LossAtoms, side: Side): number;
  ofPowers(powers: readonly LatticePower[], side: Side, effort: Effort): number;
}

/** The share of the aimed width that the lattice may spend, for pairs that say nothing else. */
const LATTICE_SHARE = 0.8;
/** Points of a window, in standard deviations of the composed loss. */
const WINDOW = 20;
const STEPS_PER_OCTAVE = 8;
/** A pass whose step is hardly smaller than the last one's is not worth its time. */
const WORTHWHILE = 0.8;
/** Where the first pass is a coarse one. */
const PROBE = 2.5;
/** Masses below this share of the aimed accuracy are cut off, and below LEAST_MASS in any case. */
const CUT = 1e-3;
const LEAST_MASS = 1e-32;

interface Grid {
  readonly step: number;
  readonly negligible: number;
  readonly watch: ProgressCallback;
  readonly effort: Effort;
  readonly isNarrow: (ends: Ends) => boolean;
}

/** Answers a question about composed pairs: the larger one of both directions, on grids fine enough for the aimed width. */
export function certify(rounds: readonly Rounds[], options: QueryOptions, question: Question): Bracket {
  const plan = checkedPlan(options, {
    defaultWidth: question.defaultWidth,
    emptyClaim: question.emptyClaim,
    negligibleWidth: question.negligibleWidth(spreadOf(rounds)),
  });
  if (rounds.length === 0) return { lower: 0, estimate: 0, upper: 0 };
  const { relativeWidth } = plan;
  const total = rounds.reduce((sum, { times }) => sum + times, 0);
  const limits = plan.demanded ? EFFORT.asked : EFFORT.usual;
  const effort = new Effort(limits);
  let affordable = 0;
  return refine({ ...plan, step: firstStep(rounds, relativeWidth) }, (aim, known, watch) => {
    const negligible = negligibleMass((relativeWidth * CUT * question.relevantDelta(known)) / total);
    const smallest = Math.max(affordable, smallestStep(rounds, negligible, limits));
    if (!(smallest < Infinity)) return { ...nothing(question), step: aim, finest: true }; // losses leave the doubles
    const step = aligned(rounds, Math.max(aim, smallest), smallest);
    const workBefore = effort.work;
    const ends = endsAt(
      rounds,
      { step, negligible, watch, effort, isNarrow: (found: Ends) => isNarrow(found, plan) },
      question,
    );
    effort.work += rounds.reduce((sum, { pair }) => sum + (pair.atoms(step, negligible).work ?? 0), 0); // kept
    affordable = step * Math.sqrt((effort.work - workBefore) / Math.max(0, limits.work - effort.work));
    return { ...ends, step, finest: aim <= smallest || affordable > WORTHWHILE * step };
  });
}

/** What was asked of a refinement, but for its first step. */
export function checkedPlan(
  { relativeWidth, signal, onProgress }: QueryOptions,
  question: { readonly defaultWidth: number; readonly emptyClaim: number; readonly negligibleWidth: number },
): Omit<RefinementPlan, "step"> {
  const width = checkNumber(
    "privacy loss: relativeWidth",
    relativeWidth ?? question.defaultWidth,
    RANGES.openProbability,
  );
  return {
    relativeWidth: width,
    demanded: relativeWidth !== undefined,
    emptyClaim: question.emptyClaim,
    negligibleWidth: width * question.negligibleWidth,
    signal,
    onProgress,
  };
}

function firstStep(rounds: readonly Rounds[], relativeWidth: number): number {
  const total = rounds.reduce((sum, { times }) => sum + times, 0);
  // The lattice adds up to h^2 / 4 to the variance s^2 of a round, hence h^2 / (8 s^2) of epsilon to the bracket.
  const share = Math.min(...rounds.map(({ pair }) => pair.latticeShare ?? LATTICE_SHARE));
  const step = (spreadOf(rounds) / Math.sqrt(total)) * Math.sqrt(8 * share * relativeWidth);
  const first = rounds.some(({ pair }) => pair.probeFirst) ? PROBE * step : step;
  return 2 ** (Math.floor(Math.log2(first) * STEPS_PER_OCTAVE) / STEPS_PER_OCTAVE);
}

function smallestStep(rounds: readonly Rounds[], negligible: number, limits: EffortLimits): number {
  const span = Math.max(...rounds.map(({ pair }) => pair.lossSpan(negligible)));
  return Math.max(
    span / limits.round,
    (WINDOW * spreadOf(rounds)) / limits.window,
    ...rounds.map(({ pair }) => pair.smallestStep ?? 0),
  );
}

/** Rounded down to one of a few values: like that of the steps, it lets pairs keep their atoms from question to question. */
function negligibleMass(affordable: number): number {
  return Math.max(LEAST_MASS, 10 ** (8 * Math.floor(Math.log10(affordable) / 8)));
}

/** About the standard deviation of the composed loss. */
function spreadOf(rounds: readonly Rounds[]): number {
  return Math.hypot(...rounds.map(({ pair, times }) => pair.lossScale * Math.sqrt(times)));
}

/** The step, made a whole fraction of the pairs' alignment, or of their bulk if that is not too small, where they agree on one. */
function aligned(rounds: readonly Rounds[], step: number, smallest: number): number {
  const { alignment, bulk = 0 } = rounds[0]!.pair;
  const allHave = (key: "alignment" | "bulk") =>
    rounds.every(({ pair }) => pair[key] === rounds[0]!.pair[key]);
  if (alignment !== undefined && allHave("alignment")) return alignment / Math.ceil(alignment / step);
  const fraction = bulk / Math.ceil(bulk / step);
  return bulk >= step && fraction >= smallest && allHave("bulk") ? fraction : step;
}

function endsAt(rounds: readonly Rounds[], grid: Grid, question: Question): Ends {
  const directions = rounds.every(({ pair }) => pair.symmetric) ? [false] : [false, true];
  let answered = 0;
  const answer = (side: Side, reverse: boolean) => {
    const end = answerOneWay(rounds, grid, question, side, reverse);
    grid.watch(ATOMS_SHARE + (1 - ATOMS_SHARE) * (++answered / (2 * directions.length)));
    return end;
  };
  const ends = { lower: 0, upper: 0 };
  const uppers = directions.map((reverse) => ({ reverse, upper: answer("upper", reverse) }));
  for (const { reverse, upper } of uppers.sort((a, b) => b.upper - a.upper)) {
    ends.upper = Math.max(ends.upper, upper);
    const isSettled = upper <= ends.lower || grid.isNarrow(ends);
    if (!isSettled) ends.lower = Math.max(ends.lower, answer("lower", reverse));
  }
  return ends.lower <= ends.upper ? ends : nothing(question); // nor where an end is not a number
}

function nothing({ emptyClaim }: Question): Ends {
  return { lower: 0, upper: emptyClaim };
}

/** The part of a pass's time that goes into the pairs' atoms, which the first answer computes. */
const ATOMS_SHARE = 0.6;

function answerOneWay(
  rounds: readonly Rounds[],
  { step, negligible, watch, effort }: Grid,
  question: Question,
  side: Side,
  reverse: boolean,
): number {
  const directed = rounds.map(({ pair, times }, i) => {
    const watchAtoms: ProgressCallback = (done) => watch((ATOMS_SHARE * (i + done)) / rounds.length);
    const atoms = pair.atoms(step, negligible, watchAtoms)[side];
    return { atoms: reverse ? reverseAtoms(atoms) : atoms, times };
  });
  if (directed.length === 1 && directed[0]!.times === 1) return question.ofAtoms(directed[0]!.atoms, side);
  const toLattice = side === "upper" ? raiseToLattice : lowerToLattice;
  const fitting = (atoms: LossAtoms): LossAtoms =>
    spanOf(atoms) / step > effort.limits.round ? withoutRareEnds(atoms, negligible, side) : atoms;
  return question.ofPowers(
    directed.map(({ atoms, times }) => ({ measure: toLattice(fitting(atoms), step), times })),
    side,
    effort,
  );
}

function spanOf({ loss }: LossAtoms): number {
  return loss.at(-1)! - loss[0]!;
}
