export type AxisScale = "linear" | "log";

/** One axis: where values go, and where its ticks are. */
export interface Axis {
  readonly ticks: readonly number[];
  /** From a value to [0, 1]. */
  position(value: number): number;
}

/** An axis that shows all of `values`, from tick to tick. */
export function axisFor(values: readonly number[], scale: AxisScale): Axis {
  return scale === "log" ? logAxis(values) : linearAxis(values);
}

function linearAxis(values: readonly number[]): Axis {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const step = niceStep((high > low ? high - low : Math.abs(high) || 1) / 5);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return { ticks, position: (value) => (value / step - first) / (last - first) };
}

/** The smallest of 1, 2, 5 times a power of ten that is not below `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10);
}

/** Ticks at powers of ten, and at twice and five times them where the axis is short. */
function logAxis(values: readonly number[]): Axis {
  const logs = values.map(Math.log10);
  const factors = Math.max(...logs) - Math.min(...logs) > 2.5 ? [1] : [1, 2, 5];
  const candidates = powersAround(Math.min(...logs), Math.max(...logs)).flatMap((power) =>
    factors.map((factor) => Number(`${factor}e${power}`)),
  );
  const from = candidates.findLastIndex((tick) => tick <= Math.min(...values));
  const to = candidates.findIndex((tick) => tick >= Math.max(...values) && tick > candidates[from]!);
  const ticks = candidates.slice(from, to + 1);
  const low = Math.log10(ticks[0]!);
  const width = Math.log10(ticks.at(-1)!) - low;
  return { ticks, position: (value) => (Math.log10(value) - low) / width };
}

function powersAround(low: number, high: number): number[] {
  const first = Math.floor(low) - 1;
  return Array.from({ length: Math.ceil(high) + 2 - first }, (_, i) => first + i);
}
