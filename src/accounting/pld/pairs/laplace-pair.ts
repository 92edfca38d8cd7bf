import { LossBins } from "../_internal/loss-bins.js";
import { rememberLast } from "../_internal/remember-last.js";
import type { LossPair } from "../loss-pair.js";

const CELLS_PER_STEP = 4;

/** Laplace noise of scale b and sensitivity one: losses +-1/b with atoms, and a density between them. */
export function laplacePair(laplaceScale: number): LossPair {
  const largest = 1 / laplaceScale;
  // P-mass of the losses below l: e^(-(1/b - l) / 2) / 2; between two losses the mean ratio is that of their middle.
  const massBelow = (loss: number) => Math.exp((loss - largest) / 2) / 2;
  return {
    symmetric: true,
    lossScale: Math.min(largest, Math.sqrt(largest)),
    lossSpan: () => 2 * largest,
    alignment: largest,
    atoms: rememberLast((step) => {
      const bins = new LossBins(step / CELLS_PER_STEP);
      const add = (loss: number, mass: number) =>
        bins.add(loss, mass * Math.exp(Math.min(0, -loss)), -mass * Math.expm1(-loss));
      const cells = CELLS_PER_STEP * Math.round(largest / step);
      const width = largest / cells;
      for (let k = -cells; k < cells; k++) {
        add((k + 0.5) * width, massBelow(k * width) * Math.expm1(width / 2));
      }
      add(-largest, massBelow(-largest));
      add(largest, 0.5);
      return { upper: bins.raised(0), lower: bins.merged() };
    }),
  };
}
