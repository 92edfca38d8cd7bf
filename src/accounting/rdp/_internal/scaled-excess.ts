/**
 * Terms this far below the largest (in nats) cannot change a double. Half of it lowers a moment by up to
 * 2e-13.
 */
export const NEGLIGIBLE = -45;

/** e^(logWeight - scale) (e^gain - 1), without overflow. */
export function scaledExcess(logWeight: number, gain: number, scale: number): number {
  return gain < 30 ? Math.exp(logWeight - scale) * Math.expm1(gain) : Math.exp(logWeight + gain - scale);
}

/** log(1 + sum e^scale), to full relative accuracy near zero. */
export function logOnePlus(sum: number, scale: number): number {
  const log = scale + Math.log(sum);
  if (log > 30) return log + Math.exp(-log);
  return Math.log1p(scale < 700 ? sum * Math.exp(scale) : Math.exp(log));
}
