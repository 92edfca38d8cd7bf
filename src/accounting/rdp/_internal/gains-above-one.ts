import { gaussLegendre } from "../../../numerics/gauss-legendre.js";
import { LogSum } from "../../../numerics/log-sum.js";

/**
 * The part above 1 of a symmetric pair's likelihood ratio X = dP/dQ: all that the bounds of hidden sampling
 * need. The pair is symmetric if exchanging P and Q leaves its hockey-stick divergences as they are.
 */
export interface GainsAboveOne {
  /**
   * log E_Q[f(X); X > 1], from log x -> log f(x); +Infinity where it is out of reach.
   *
   * @param order f grows no faster than z^order
   * @param rate f is a function of z = 1 + rate (x - 1)
   */
  logExpectation(logF: (logX: number) => number, order: number, rate: number): number;
}

/**
 * Of a panel. Not valid at any number: half as many nodes may lower a divergence by 1e-8. Twice as many
 * change its last digits alone.
 */
const RULE = gaussLegendre(16);
const LOG_WEIGHTS = RULE.weights.map((weight) => Math.log(weight / Math.sqrt(2 * Math.PI)));

/**
 * X = exp(u / s - 1 / (2 s^2)) with u standard normal, by panels of Gauss-Legendre from the kink at X = 1 on.
 */
export function gaussianGains(noiseMultiplier: number): GainsAboveOne {
  return {
    logExpectation: (logF, order, rate) => {
      // The divergences of larger orders are of no use.
      if (!(order < Infinity && order <= 60 * noiseMultiplier)) return Infinity;
      const ends = panelEnds(noiseMultiplier, order, rate);
      const sum = new LogSum();
      for (let panel = 0; panel + 1 < ends.length; panel++) {
        const centre = (ends[panel]! + ends[panel + 1]!) / 2;
        const half = (ends[panel + 1]! - ends[panel]!) / 2;
        const logHalf = Math.log(half);
        for (let i = 0; i < RULE.nodes.length; i++) {
          const u = centre + half * RULE.nodes[i]!;
          const logX = (u - ends[0]!) / noiseMultiplier;
          sum.add(logF(logX) - 0.5 * u * u + logHalf + LOG_WEIGHTS[i]!);
        }
      }
      return sum.log;
    },
  };
}

/**
 * Panels from the kink on, narrow about the zeros of z, which share their real part, and wider with the
 * distance from them.
 */
function panelEnds(noiseMultiplier: number, order: number, rate: number): number[] {
  const kink = 0.5 / noiseMultiplier;
  const zeros = kink + noiseMultiplier * Math.log((1 - rate) / rate);
  // Nine deviations beyond, the normal density adds nothing to a double.
  const end = Math.max(kink, order / noiseMultiplier) + 9;
  // Zeros of z are at a distance of pi s from the real line: a panel is at most four s
  // wide there, and z^order grows by 16 nats over it.
  const narrowest = noiseMultiplier * Math.min(4, 16 / order);
  const ends = [kink];
  for (let u = kink; u < end; ends.push(u)) {
    const distance = u < zeros ? (zeros - u) / 2 : u - zeros;
    // In panels of three deviations at most, 16 nodes resolve the normal density to 1e-20.
    u = Math.min(end, u + Math.min(3, Math.max(narrowest, distance)));
  }
  return ends;
}

/**
 * X = e^epsilon with probability 1 / (e^epsilon + 1), else below 1: randomized response, and so any pure
 * local randomizer.
 */
export function randomizedResponseGains(epsilon: number): GainsAboveOne {
  return {
    logExpectation: (logF) =>
      epsilon === 0 ? -Infinity : logF(epsilon) - epsilon - Math.log1p(Math.exp(-epsilon)),
  };
}
