import { gaussLegendre } from "../../../numerics/gauss-legendre.js";
import { LogSum } from "../../../numerics/log-sum.js";

/**
 * The part above 1 of a symmetric pair's likelihood ratio X = dP/dQ: all that the bounds of hidden sampling need.
 * The pair is symmetric if exchanging P and Q leaves its hockey-stick divergences as they are.
 */
export interface GainsAboveOne {
  /**
   * log E_Q[f(X); X > 1], from log x -> log f(x); +Infinity where it is out of reach.
   *
   * @param order f grows no faster than x^order
   */
  logExpectation(logF: (logX: number) => number, order: number): number;
}

const RULE = gaussLegendre(16);
/** Normal density beyond this many deviations from an integrand's peak adds nothing to a double. */
const TAIL = 12;
/** Growth of the integrand over one panel, in nats, that 16 nodes still resolve to 1e-12. */
const PANEL_GROWTH = 8;
/** Panel width over s: log(1 - q + q X) has poles at a distance of pi s from the real line. */
const POLE_WIDTH = 4;
/** Orders beyond this many noise multipliers have divergences that nobody can use. */
const REACH = 60;

/** X = exp(z / s - 1 / (2 s^2)) with z standard normal, by panels of Gauss-Legendre from the kink at X = 1 on. */
export function gaussianGains(noiseMultiplier: number): GainsAboveOne {
  return {
    logExpectation: (logF, order) => {
      if (order > REACH * noiseMultiplier) return Infinity;
      const kink = 0.5 / noiseMultiplier;
      const end = Math.max(kink, order / noiseMultiplier) + TAIL;
      const width = Math.min(0.5, POLE_WIDTH * noiseMultiplier, (PANEL_GROWTH * noiseMultiplier) / order);
      const panels = Math.ceil((end - kink) / width);
      const half = (end - kink) / (2 * panels);
      const sum = new LogSum();
      for (let panel = 0; panel < panels; panel++) {
        const centre = kink + (2 * panel + 1) * half;
        for (let i = 0; i < RULE.nodes.length; i++) {
          const z = centre + half * RULE.nodes[i]!;
          sum.add(logF((z - kink) / noiseMultiplier) - 0.5 * z * z + Math.log(half * RULE.weights[i]!));
        }
      }
      return sum.log - 0.5 * Math.log(2 * Math.PI);
    },
  };
}

/** X = e^epsilon with probability 1 / (e^epsilon + 1), else below 1: randomized response, and so any pure local randomizer. */
export function randomizedResponseGains(epsilon: number): GainsAboveOne {
  return {
    logExpectation: (logF) =>
      epsilon === 0 ? -Infinity : logF(epsilon) - epsilon - Math.log1p(Math.exp(-epsilon)),
  };
}
