import { type AxisXOptions, type Data, scale } from "@observablehq/plot";
import type { AxisScale } from "../line-chart.js";

/** Where values go along one side of a chart. */
export interface Axis {
  /** Pixels of a value. */
  readonly apply: (value: number) => number;
  /** The value of a pixel, also beyond the ends. */
  readonly invert: (pixel: number) => number;
  /** For the plot. */
  readonly options: {
    readonly type: AxisScale;
    readonly domain: readonly number[];
    readonly range: readonly number[];
  };
  /** For the plot: the ticks, or how many. */
  readonly ticks: number[] | number;
}

export interface AxisOptions {
  readonly scale?: AxisScale;
  /** Pixels of the first and the last value. */
  readonly range: readonly [number, number];
  readonly maxTicks: number;
  /** Ends at the first and the last value instead of at ticks beyond them. */
  readonly tight?: boolean;
}

/** An axis that shows all of `values`. */
export function axisFor(
  values: readonly number[],
  { scale: type = "linear", ...options }: AxisOptions,
): Axis {
  const { range, maxTicks, tight = false } = options;
  const extent = apart(Math.min(...values), Math.max(...values), type);
  const powers = type === "log" ? logTicks(extent, maxTicks) : undefined;
  const domain = tight || powers === undefined ? extent : [powers[0]!, powers.at(-1)!];
  const nice = tight || powers !== undefined ? false : maxTicks;
  const settled = scale({ x: { type, domain, range: [...range], nice } });
  return {
    apply: settled.apply,
    invert: settled.invert!,
    options: { type, domain: [...settled.domain!] as number[], range: [...range] },
    ticks: powers === undefined ? maxTicks : ticksWithin(powers, domain as [number, number]),
  };
}

/**
 * What an axis mark takes for ticks that are all labelled: of its own accord it leaves some of a logarithm's
 * without.
 */
export function labelledTicks({ ticks }: Axis, format: (value: number) => string): [Data, AxisXOptions] {
  const options = { tickSize: 0, label: null };
  if (typeof ticks === "number") return [null as never, { ...options, ticks, tickFormat: format }];
  return [ticks, { ...options, text: format }];
}

/** The ticks of a tight axis, its ends where no two lie between them. */
function ticksWithin(ticks: number[], [low, high]: readonly [number, number]): number[] {
  const within = ticks.filter((tick) => tick >= low && tick <= high);
  return within.length < 2 ? [low, high] : within;
}

/** A lone value gets room around it, and so do values that differ in their last digits alone. */
function apart(low: number, high: number, type: AxisScale): [number, number] {
  if (high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high))) return [low, high];
  if (type === "log") return [low / 2 || low, Math.min(high * 2, Number.MAX_VALUE)];
  const room = Math.abs(low) / 2 || 1;
  return [low - room, high + room];
}

/**
 * Powers of ten, with twice and five times them where there is room; only some of the powers where there is
 * little.
 */
function logTicks([low, high]: readonly [number, number], maxTicks: number): number[] {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const dense = between(first, last, 1, [1, 2, 5], low, high);
  if (dense.length <= maxTicks) return dense;
  const step = Math.max(1, Math.ceil((last - first) / (maxTicks - 1)));
  return between(first, last, step, [1], low, high);
}

/** From the last tick that is at most `low` to the first that is at least `high`. */
function between(
  first: number,
  last: number,
  step: number,
  factors: readonly number[],
  low: number,
  high: number,
): number[] {
  const powers = Array.from({ length: Math.ceil((last - first) / step) + 1 }, (_, i) => first + i * step);
  const ticks = powers
    .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
    .filter((tick) => tick > 0 && tick < Infinity);
  const from = Math.max(
    0,
    ticks.findLastIndex((tick) => tick <= low),
  );
  const to = ticks.findIndex((tick) => tick >= high);
  return ticks.slice(from, to < 0 ? undefined : to + 1);
}
