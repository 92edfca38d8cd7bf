import { fillNormals, seededSource } from "../../src/random/index.js";

export type Vector = readonly number[];

/**
 * The others: different records of norm 1 at most, and how many hold each; and two records of the changed
 * user.
 */
export interface Cohort {
  readonly name: string;
  readonly records: readonly Vector[];
  readonly sizes: readonly number[];
  readonly neighbours: readonly [Vector, Vector];
}

/** Few enough records that the density of the shuffled reports stays cheap. */
const MAX_RECORDS = 6;

const axis = (dimension: number, entry: number, sign = 1): Vector =>
  Array.from({ length: dimension }, (_, i) => (i === entry ? sign : 0));

export const scaled = (vector: Vector, factor: number): Vector => vector.map((each) => each * factor);

/** Shares of `total` as equal as can be. */
const spread = (total: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, i) => Math.floor((total + i) / parts));

/** Cohorts that may hide a record badly; `dimension` is at least 3. */
export function hostileCohorts(dimension: number, others: number): Cohort[] {
  const [record, opposite] = [axis(dimension, 0), axis(dimension, 0, -1)];
  const neighbours = [record, opposite] as const;
  const sides = Array.from({ length: Math.min(others, MAX_RECORDS, 2 * (dimension - 1)) }, (_, i) =>
    axis(dimension, 1 + (i >> 1), i % 2 === 0 ? 1 : -1),
  );
  const corners = simplex(dimension, Math.min(dimension, MAX_RECORDS));
  const random = Array.from({ length: Math.min(others, 4) }, (_, i) => randomDirection(dimension, i));
  const cohort = (name: string, records: readonly Vector[], sizes: readonly number[]): Cohort => {
    return { name, records, sizes, neighbours };
  };
  return [
    cohort("all at the record", [record], [others]),
    cohort("all opposite", [opposite], [others]),
    cohort("all at zero", [scaled(record, 0)], [others]),
    cohort("orthogonal", sides, spread(others, sides.length)),
    {
      ...cohort("simplex", corners, spread(others, corners.length)),
      neighbours: [corners[0]!, corners[1]!],
    },
    cohort("two clusters", [opposite, sides[0]!], spread(others, 2)),
    cohort("a minority at the record", [opposite, record], [others - 1, 1]),
    cohort("random directions", random, spread(others, random.length)),
  ];
}

/** The corners of a regular simplex on the unit sphere. */
function simplex(dimension: number, corners: number): Vector[] {
  const length = Math.sqrt(corners / (corners - 1));
  return Array.from({ length: corners }, (_, corner) =>
    Array.from({ length: dimension }, (_, i) =>
      i < corners ? length * ((i === corner ? 1 : 0) - 1 / corners) : 0,
    ),
  );
}

function randomDirection(dimension: number, seed: number): Vector {
  const direction = new Float64Array(dimension);
  fillNormals(seededSource(seed), direction, 1);
  return scaled([...direction], 1 / Math.hypot(...direction));
}
