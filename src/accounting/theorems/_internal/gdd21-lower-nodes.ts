import { firstIntegerWhere } from "../../../numerics/first-integer-where.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import type { RatioNodes } from "../../shuffle/clones/renyi/log-moments.js";
import type { SampledReports } from "./sampled-reports.js";

/**
 * Terms this far below the largest (in nats) do not count. Valid at any value: what is left out lowers the
 * bound, by up to 1e-10 of itself at half of it in half the time, and by less than 1e-13 here.
 */
const NEGLIGIBLE = -50;
/**
 * Up to this standard deviation counts are kept one by one, beyond in blocks of a 512th of it. Valid at any
 * number: blocks lower the bound, at half of it by up to 1e-6 in half the time; twice as many raise it by up
 * to 3e-7.
 */
const RESOLUTION = 512;

/**
 * The pair of GDD21 Theorem 2, rounded optimistically to nodes: their Renyi divergences up to `maxOrder` are
 * lower bounds.
 *
 * With m ~ Bin(k, p) flipped reports, p = 1 / (e^eps + 1), the ratio is 1 + (2 sinh(eps) / n) (m - k p).
 * Counts that are negligible at every order are left out; blocks of counts are merged into their means
 * (Jensen's inequality).
 */
export function gdd21LowerNodes(
  { localEpsilon, users, sampled }: SampledReports,
  maxOrder: number,
): RatioNodes {
  const rest = Math.exp(-localEpsilon);
  const law = { probability: rest / (1 + rest), complement: 1 / (1 + rest) };
  const mean = sampled * law.probability;
  const slope = (2 * Math.sinh(localEpsilon)) / users; // gamma / k = 1 / n
  const excessAt = (m: number): number => Math.max(-1, slope * (m - mean)); // rounding may say less
  const logMass = (m: number): number => logBinomialMass(m, sampled, law);
  const logTop = (m: number): number => logMass(m) + maxOrder * Math.log1p(excessAt(m));
  const mode = peakOf(logMass, 0, sampled);
  const peak = peakOf(logTop, mode, sampled);
  const first = firstIntegerWhere((m) => logMass(m) > logMass(mode) + NEGLIGIBLE, 0, mode);
  const end = firstIntegerWhere((m) => logTop(m) < logTop(peak) + NEGLIGIBLE, peak, sampled + 1);
  const width = Math.max(1, Math.floor(Math.sqrt(mean * law.complement) / RESOLUTION));
  const starts = Array.from({ length: Math.ceil((end - first) / width) }, (_, i) => first + i * width);
  const odds = law.probability / law.complement;
  const blocks = starts.map((start) =>
    blockOf(start, Math.min(width, end - start), (m) => ((sampled - m) / (m + 1)) * odds),
  );
  return {
    logMasses: Float64Array.from(blocks, ({ share }, i) => logMass(starts[i]!) + Math.log(share)),
    excesses: Float64Array.from(blocks, ({ centre }) => excessAt(centre)),
  };
}

/**
 * A block's mass in units of its first count's, and its mean; ratio(m) is the mass at m + 1 over that at m.
 */
function blockOf(
  start: number,
  width: number,
  ratio: (m: number) => number,
): { share: number; centre: number } {
  let share = 0;
  let moment = 0;
  for (let i = 0, mass = 1; i < width; mass *= ratio(start + i++)) {
    share += mass;
    moment += i * mass;
  }
  return { share, centre: start + moment / share };
}

/** The largest point of a concave function on the integers low..high. */
function peakOf(f: (m: number) => number, low: number, high: number): number {
  return firstIntegerWhere((m) => !(f(m + 1) > f(m)), low, high);
}
