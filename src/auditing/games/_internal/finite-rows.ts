import type { LocalEvent, RandomizedResponseEvent, SubsetResponseEvent } from "../../../privacy/index.js";

type Row = readonly number[];

/** k-ary response about each of some answers; all other answers' reports have one law and count as one. */
export function responseRows({ epsilon, categories }: RandomizedResponseEvent, answers: Row): Row[] {
  const truth = 1 / (1 + (categories - 1) * Math.exp(-epsilon));
  const lie = truth * Math.exp(-epsilon);
  const named = [...new Set(answers)];
  const rest = (categories - named.length) * lie;
  return answers.map((answer) => [...named.map((each) => (each === answer ? truth : lie)), rest]);
}

/**
 * A k-ary response, shown with its record with probability delta: the randomizer of that epsilon and delta
 * that the others hide least.
 */
export function localRows({ epsilon, delta = 0 }: LocalEvent, records: Row): Row[] {
  const categories = Math.max(2, 1 + Math.max(...records));
  const rows = responseRows({ kind: "randomizedResponse", epsilon, categories }, records);
  return rows.map((row, i) => [
    ...row.map((each) => (1 - delta) * each),
    ...[0, 1, 2].map((record) => (records[i] === record ? delta : 0)),
  ]);
}

/**
 * Reports of two levels about three inputs, whose sets all meet in one core: beside it those of inputs 0 and
 * 1 have nothing in common, and that of input 2 takes what neither has, and of both alike what is still
 * missing (docs/theorems/lower-ends.md, section 5).
 */
export function subsetRows(event: SubsetResponseEvent, inputs: Row): Row[] {
  const { epsilon, mass } = event;
  const high = 1 / (mass + (1 - mass) * Math.exp(-epsilon));
  const low = high * Math.exp(-epsilon);
  const cells = subsetCells(event);
  return inputs.map((input) => cells.map(([size, of]) => size * (of.includes(input) ? high : low)));
}

/** Cells of those reports: their mass under the base law, and the inputs whose sets hold them. */
export function subsetCells({
  mass,
  overlap = 0,
}: SubsetResponseEvent): readonly (readonly [mass: number, ofInputs: readonly number[]])[] {
  const core = Math.max(overlap, 2 * mass - 1);
  const own = Math.max(0, mass - core);
  const free = Math.max(0, 1 - 2 * mass + core);
  const shared = Math.max(0, own - free) / 2;
  return [
    [core, [0, 1, 2]],
    [own - shared, [0]],
    [shared, [0, 2]],
    [own - shared, [1]],
    [shared, [1, 2]],
    [Math.min(free, own), [2]],
    [Math.max(0, free - own), []],
  ];
}
