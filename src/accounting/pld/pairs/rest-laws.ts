import { memoize } from "../../../numerics/memoize.js";
import { type Binomial, type BlockPmf, binomialBlocks, binomialPmf } from "../discretize/binomial-blocks.js";
import type { Side } from "../pmf.js";

/** How finely counts are summed over. */
export interface Grid {
  /** Lattice steps in standard deviations of the loss. */
  readonly relativeStep: number;
  readonly negligibleMass: number;
  /** Groups of counts stand for their smallest on the pessimistic side, and for their largest on the optimistic one. */
  readonly side: Side;
}

/** Of the reports that are in neither or both of two sets, or revealed: how likely each is, up to a common factor. */
export interface RestWeights {
  readonly neither: number;
  readonly both: number;
  readonly revealed: number;
}

/** The reports outside of the two sets' difference where so many are in both. */
export interface RestLaw {
  readonly both: number;
  /** The probability that so many are. */
  readonly share: number;
  /** The law of how many are in neither. */
  readonly blocks: BlockPmf;
}

/** Blocks of reports in neither set in a squared lattice step. */
const BLOCKS_PER_STEP = 256;
/** Laws that are kept: groups rise, and use neighbouring ones. */
const MAX_KNOWN_LAWS = { whole: 5, coarse: 1024 };
/** Up to this standard deviation a law keeps all of its counts; beyond, it has one in a standard deviation. */
const FINE_TO = 8;

/**
 * The laws of the reports outside of the two sets' difference, given how many are outside of it or revealed.
 *
 * Fewer candidates are worse, so that they are rounded. Where no report is in both sets, blocks of those in neither stand at an end. Else the
 * divergence is convex in each count: laws are coarser, with cells on their ends, mean kept, on the pessimistic side, and on the
 * integers next to their means on the optimistic one (docs/theorems/subset-response.md).
 */
export function restLaws(
  { neither, both, revealed }: RestWeights,
  { relativeStep, negligibleMass, side }: Grid,
): (candidates: number) => readonly RestLaw[] {
  const single = neither + revealed;
  const inNeither = { probability: neither / single, complement: revealed / single };
  const inBoth = { probability: both / (single + both), complement: single / (single + both) };
  const round = side === "pessimistic" ? "down" : "up";
  const whole = known(MAX_KNOWN_LAWS.whole, (trials, width) =>
    binomialBlocks({ ...inNeither, trials }, negligibleMass, { width, round }),
  );
  const coarse = known(MAX_KNOWN_LAWS.coarse, (trials) =>
    coarseLaw({ ...inNeither, trials }, negligibleMass, side),
  );
  const ofBoth = known(MAX_KNOWN_LAWS.whole, (trials) =>
    coarseLaw({ ...inBoth, trials }, negligibleMass, side),
  );
  const rounded = (count: number, grain: number): number =>
    grain * (round === "down" ? Math.floor(count / grain) : Math.ceil(count / grain));
  return (candidates) => {
    const spacing = Math.max(
      1,
      Math.min(candidates, Math.floor((candidates * relativeStep ** 2) / BLOCKS_PER_STEP)),
    );
    const grain = 2 ** Math.floor(Math.log2(spacing));
    const trials = rounded(candidates, grain);
    const width = Math.max(1, Math.floor(grain * inNeither.probability));
    if (both === 0) return [{ both: 0, share: 1, blocks: whole(trials, width) }];
    const { count, mass } = ofBoth(trials, 1);
    return Array.from(count, (each, i) => ({
      both: each,
      share: mass[i]!,
      blocks: coarse(rounded(trials - each, grain), 1),
    }));
  };
}

function known(capacity: number, lawOf: (trials: number, width: number) => BlockPmf): typeof lawOf {
  return memoize(lawOf, { key: (trials, width) => `${trials} ${width}`, capacity });
}

/** A law on a few counts that is above the binomial one in convex order, or below it. */
function coarseLaw(law: Binomial, negligibleMass: number, side: Side): BlockPmf {
  if (law.probability === 0 || law.trials === 0)
    return { count: Float64Array.of(0), mass: Float64Array.of(1) };
  const { first, mass } = binomialPmf(law, negligibleMass);
  const deviation = Math.sqrt(law.trials * law.probability * law.complement);
  const width = deviation < FINE_TO ? 1 : Math.floor(deviation);
  const found = new Map<number, number>();
  const put = (count: number, more: number) =>
    found.set(first + count, (found.get(first + count) ?? 0) + more);
  for (let start = 0; start < mass.length; start += width) {
    const end = Math.min(mass.length, start + width);
    let [sum, moment] = [0, 0];
    for (let i = start; i < end; i++) {
      sum += mass[i]!;
      moment += (i - start) * mass[i]!;
    }
    const mean = start + (sum > 0 ? moment / sum : 0);
    const ends = [start, Math.min(end, mass.length - 1)] as const;
    const [low, high] = side === "pessimistic" ? ends : [Math.floor(mean), Math.ceil(mean)];
    const up = low === high ? 0 : Math.min(1, Math.max(0, (mean - low) / (high - low)));
    put(low, sum * (1 - up));
    put(high, sum * up);
  }
  const points = [...found].filter(([, each]) => each > 0).sort(([a], [b]) => a - b);
  return {
    count: Float64Array.from(points, ([count]) => count),
    mass: Float64Array.from(points, ([, each]) => each),
  };
}
