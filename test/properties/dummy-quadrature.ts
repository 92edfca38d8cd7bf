/**
 * Shuffles of a few Gaussian reports and dummies on a line, and what docs/theorems/dummies.md says of them,
 * by plain quadrature.
 */

/**
 * A mixture of shuffles: the centres of all reports, in standard deviations of the noise, and a weight.
 * Dummies are reports of 0.
 */
export type Shuffles = readonly (readonly [weight: number, centres: readonly number[]])[];

interface Grid {
  readonly points: readonly number[];
  readonly step: number;
}

const REACH = 7;
const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

const gridOf = (step: number): Grid => ({
  points: Array.from({ length: Math.round((2 * REACH) / step) + 1 }, (_, i) => i * step - REACH),
  step,
});

/** For one to four dimensions: steps that keep the number of tuples small. */
const GRIDS = [1, 0.002, 0.05, 0.25, 0.5].map(gridOf);

/** Visits every choice of `size` points in rising order, with the number of ways to arrange it. */
function tuples(
  count: number,
  size: number,
  visit: (indices: readonly number[], ways: number) => void,
): void {
  const chosen: number[] = [];
  const extend = (from: number, ways: number, run: number): void => {
    if (chosen.length === size) {
      visit(chosen, ways);
      return;
    }
    for (let i = from; i < count; i++) {
      const sameRun = chosen.length > 0 && chosen.at(-1) === i ? run + 1 : 1;
      chosen.push(i);
      extend(i, (ways * chosen.length) / sameRun, sameRun);
      chosen.pop();
    }
  };
  extend(0, 1, 0);
}

function permutations(size: number): number[][] {
  if (size === 0) return [[]];
  return permutations(size - 1).flatMap((rest) =>
    Array.from({ length: size }, (_, at) => [...rest.slice(0, at), size - 1, ...rest.slice(at)]),
  );
}

/** The hockey-stick divergence of two mixtures of shuffles of up to four reports, at t. */
export const exactDelta = (p: Shuffles, q: Shuffles, t: number): number => exactDeltas(p, q, [t])[0]!;

/** The same at each of several values of t. */
export function exactDeltas(p: Shuffles, q: Shuffles, ts: readonly number[]): number[] {
  const size = p[0]![1].length;
  const { points, step } = GRIDS[size]!;
  const orders = permutations(size);
  const centres = [...new Set([...p, ...q].flatMap(([, each]) => each))];
  const table = new Map(centres.map((centre) => [centre, points.map((y) => step * density(y - centre))]));
  const massOf = (shuffles: Shuffles, indices: readonly number[]): number =>
    shuffles.reduce((sum, [weight, each]) => {
      const rows = each.map((centre) => table.get(centre)!);
      const total = orders.reduce(
        (perm, order) => perm + order.reduce((product, at, i) => product * rows[i]![indices[at]!]!, 1),
        0,
      );
      return sum + (weight * total) / orders.length;
    }, 0);
  const deltas = ts.map(() => 0);
  tuples(points.length, size, (indices, ways) => {
    const [inP, inQ] = [massOf(p, indices), massOf(q, indices)];
    for (const [i, t] of ts.entries()) deltas[i]! += ways * Math.max(0, inP - t * inQ);
  });
  return deltas;
}

/** Values and their masses. */
export type Values = readonly (readonly [value: number, mass: number])[];

/** The law of a function of a standard normal number, on a grid of that number of dimensions. */
export function lawOf(value: (z: number) => number, dimensions: number): Values {
  const { points, step } = GRIDS[dimensions]!;
  const masses = points.map((z) => step * density(z));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return points.map((z, i) => [value(z), masses[i]! / total] as const);
}

/** The law of the mean of independent copies. */
export function meanLaw(law: Values, copies: number): Values {
  const found: [number, number][] = [];
  tuples(law.length, copies, (indices, ways) => {
    let [sum, mass] = [0, ways];
    for (const i of indices) {
      sum += law[i]![0];
      mass *= law[i]![1];
    }
    found.push([sum / copies, mass]);
  });
  return found;
}

/** E(V + offset)_+. */
export const positivePart = (law: Values, offset = 0): number =>
  law.reduce((sum, [value, mass]) => sum + mass * Math.max(0, value + offset), 0);

/** E(u V + v V' + offset)_+ of independent V, V'. */
export function weightedPositivePart(
  [u, one]: readonly [number, Values],
  [v, other]: readonly [number, Values],
  offset: number,
): number {
  return one.reduce(
    (sum, [value, mass]) =>
      sum +
      mass *
        other.reduce(
          (inner, [more, weight]) => inner + weight * Math.max(0, u * value + v * more + offset),
          0,
        ),
    0,
  );
}

/** e^(c z - c^2 / 2): N(c, 1) over N(0, 1) at z. */
export const ratio = (c: number, z: number): number => Math.exp(c * z - (c * c) / 2);
