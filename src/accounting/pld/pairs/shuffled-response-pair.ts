/**
 * Shuffled randomized response: the pair that dominates n shuffled reports, one of which may change.
 *
 * k-ary response draws, with probability k / (e^eps0 + k - 1), uniformly among the k answers, else tells the truth. The truthful
 * reports of the others are given away; B ~ Bin(n - 1, k / (e^eps0 + k - 1)) uniform ones hide the report in question. With
 * counts a, b of its two possible truths and r of the other answers, a + b + r = B + 1, the likelihood ratio is
 * (e^eps0 a + b + r) / (a + e^eps0 b + r). For k = 2 this is the "stronger clones" pair, which dominates every eps0-LDP
 * randomizer. Derivation: docs/theorems/clones-pld.md.
 *
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling", SODA 2023, arXiv:2208.04591, Theorem 3.1
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837, section 5
 */
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { binomialWindow } from "../_internal/binomial-window.js";
import { eachHalfBinomial } from "../_internal/half-binomial.js";
import { LossBins } from "../_internal/loss-bins.js";
import { rememberLast } from "../_internal/remember-last.js";
import { SampledBins } from "../_internal/sampled-bins.js";
import type { LossPair } from "../loss-pair.js";

export interface ShuffledResponse {
  readonly localEpsilon: number;
  /** Reports in one shuffle. */
  readonly reports: number;
  /** k; 2 stands for any randomizer of that local epsilon. */
  readonly categories: number;
  /** The share of the users that is drawn, without replacement, to report. */
  readonly samplingRate: number;
}

/** Bins per lattice step. */
const BINS_PER_STEP = 8;

export function shuffledResponsePair(response: ShuffledResponse): LossPair {
  const { localEpsilon, reports, samplingRate } = response;
  const lossScale = scaleOf(response);
  return {
    symmetric: true,
    lossScale,
    lossSpan: () => Math.min(2 * localEpsilon, 40 * lossScale),
    ...(reports === 1 && samplingRate === 1 ? { alignment: localEpsilon } : {}),
    atoms: rememberLast((step, negligible) => {
      // Groups of hiding reports cost half their relative width in epsilon.
      const tolerance = (step / lossScale) ** 2 / 4;
      const side = (round: Round) => {
        const bins = new SampledBins(new LossBins(step / BINS_PER_STEP), samplingRate);
        const grid = { tolerance, negligible, round };
        for (const group of hidingGroups(response, grid)) {
          addOutcomes(bins, response, group, grid);
        }
        return bins.finish();
      };
      const cut = (2 * response.categories + 1) * negligible; // P-mass is at most `categories` times the uniform mass
      return { upper: side("down").raised(cut), lower: side("up").merged() };
    }),
  };
}

/** Which end of a group stands for it: the smallest number on the upper side. */
type Round = "down" | "up";

interface Grid {
  /** Relative width of groups. */
  readonly tolerance: number;
  readonly negligible: number;
  readonly round: Round;
}

interface HidingGroup {
  readonly hiding: number;
  readonly mass: number;
}

/** About the standard deviation of the loss: that of gamma (e^eps0 - 1) (a - b) / (a + e^eps0 b + r). */
function scaleOf({ localEpsilon, reports, categories, samplingRate }: ShuffledResponse): number {
  const hiding = 1 + (reports - 1) * hidingRate({ localEpsilon, categories });
  const spread = Math.expm1(localEpsilon) * Math.sqrt((2 * categories) / hiding);
  return Math.min(localEpsilon, (samplingRate * spread) / (Math.exp(localEpsilon) + categories - 1));
}

function hidingRate({
  localEpsilon,
  categories,
}: Pick<ShuffledResponse, "localEpsilon" | "categories">): number {
  return categories / (Math.exp(localEpsilon) + categories - 1);
}

/**
 * The law of the number of hiding reports, in groups that stand for their smallest or largest number.
 *
 * Fewer hiding reports give a dominating pair, because one more is post-processing.
 */
function* hidingGroups(
  response: ShuffledResponse,
  { tolerance, negligible, round }: Grid,
): Generator<HidingGroup> {
  const trials = response.reports - 1;
  const probability = hidingRate(response);
  const complement =
    Math.expm1(response.localEpsilon) / (Math.exp(response.localEpsilon) + response.categories - 1);
  const { from, to } = binomialWindow(trials, probability, negligible);
  const width = Math.max(1, Math.floor(trials * probability * tolerance));
  for (let start = from; start <= to; start += width) {
    const end = Math.min(to, start + width - 1);
    let mass = 0;
    for (let k = start; k <= end; k++)
      mass += Math.exp(logBinomialMass(k, trials, { probability, complement }));
    yield { hiding: round === "down" ? start : end, mass };
  }
}

/** All outcomes with a given number of hiding reports: counts (a, b, r) with a + b + r = hiding + 1. */
function addOutcomes(bins: SampledBins, response: ShuffledResponse, group: HidingGroup, grid: Grid): void {
  const { localEpsilon } = response;
  const growth = Math.expm1(localEpsilon);
  for (const { both, others, mass } of pairCountGroups(response, group.hiding + 1, grid)) {
    // Given a + b and r, the P-mass is that of Bin(a + b, 1/2) times (e^eps0 a + b + r) over its mean.
    const total = both + others;
    const scale = (group.mass * mass) / (total + (growth * both) / 2);
    eachHalfBinomial(both, grid.negligible, (a, share) => {
      const unit = scale * share;
      bins.add(
        unit * (total + growth * a),
        unit * (total + growth * (both - a)),
        unit * growth * (2 * a - both),
      );
    });
  }
}

interface PairCountGroup {
  readonly both: number;
  /** r, as it stands in the ratio; need not be a whole number. */
  readonly others: number;
  readonly mass: number;
}

/**
 * The law of a + b under P, in groups.
 *
 * More fair reports a + b and a larger r / (a + b) only blur the pair; a group from S1 to S2 stands for S1 with the ratio
 * at S2 on the dominating side, and for S2 with the ratio at S1 on the other.
 */
function* pairCountGroups(
  { localEpsilon, categories }: ShuffledResponse,
  total: number,
  { tolerance, negligible, round }: Grid,
): Generator<PairCountGroup> {
  if (categories === 2) {
    yield { both: total, others: 0, mass: 1 };
    return;
  }
  const probability = 2 / categories;
  const { from, to } = binomialWindow(total, probability, negligible);
  const width = Math.max(1, Math.floor(total * probability * tolerance));
  const weight = (both: number) =>
    (((total + (Math.expm1(localEpsilon) / 2) * both) * categories) /
      (total * (Math.exp(localEpsilon) + categories - 1))) *
    Math.exp(logBinomialMass(both, total, { probability, complement: 1 - probability }));
  if (from === 0) yield { both: 0, others: total, mass: weight(0) };
  for (let start = Math.max(1, from); start <= to; start += width) {
    const end = Math.min(to, start + width - 1);
    let mass = 0;
    for (let both = start; both <= end; both++) mass += weight(both);
    const [both, ratioAt] = round === "down" ? [start, end] : [end, start];
    yield { both, others: (both * (total - ratioAt)) / ratioAt, mass };
  }
}
