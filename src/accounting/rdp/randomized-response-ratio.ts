import { exponentialExcess } from "./_internal/exponential-excess.js";
import { randomizedResponseLogMoment } from "./randomized-response-curve.js";
import type { Ratio } from "./ratio.js";

/**
 * The ratio of binary randomized response, which every pure local randomizer post-processes: e^epsilon with probability
 * q = 1 / (e^epsilon + 1), else e^-epsilon.
 */
export function randomizedResponseRatio(epsilon: number): Ratio {
  const lie = 1 / (Math.exp(epsilon) + 1);
  const gain = Math.expm1(epsilon);
  const loss = Math.expm1(-epsilon);
  return {
    logMoment: (order) => (order < 2 ? 0 : randomizedResponseLogMoment(epsilon, 2, order)),
    logLaplace: (t) =>
      Math.log1p(lie * exponentialExcess(t * gain) + (1 - lie) * exponentialExcess(t * loss)),
  };
}
