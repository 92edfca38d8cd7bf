/** Terms this far below the largest (in nats) cannot change a double. */
export const NEGLIGIBLE = -45;

/** e^(logWeight - scale) (e^gain - 1), without overflow. */
export function scaledExcess(logWeight: number, gain: number, scale: number): number {
  return gain < 30 ? Math.exp(logWeight - scale) * Math.expm1(gain) : Math.exp(logWeight + gain - scale);
}

/** log(1 + sum e^scale). */
export function logOnePlus(sum: number, scale: number): number {
  return scale < 30 ? Math.log1p(sum * Math.exp(scale)) : scale + Math.log(sum + Math.exp(-scale));
}
