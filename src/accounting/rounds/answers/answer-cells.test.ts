import { expect, it } from "vitest";
import { type AnswerCell, jointCells, mostJointCells, type RepeatedCells } from "./answer-cells.js";

const PARTS: readonly RepeatedCells[] = [
  {
    times: 3,
    cells: [
      { powers: [1, 0], masses: [0.1, 0.3, 0.1] },
      { powers: [0, 1], masses: [0.1, 0.1, 0.3] },
      { powers: [-1, -1], masses: [0.3, 0.1, 0.1] },
      { powers: [0, 0], masses: [0.5, 0.5, 0.5] },
    ],
  },
  {
    times: 2,
    cells: [
      { powers: [1, 0], masses: [0.2, 0.8, 0.2] },
      { powers: [-1, 0], masses: [0.8, 0.2, 0.8] },
    ],
  },
];

/** Every report by itself, of all answers one after the other. */
function everyReport(parts: readonly RepeatedCells[]): Map<string, number[]> {
  const answers: readonly (readonly [AnswerCell, number])[][] = parts.flatMap(({ cells, times }, part) =>
    Array.from({ length: times }, () => cells.map((cell) => [cell, part] as const)),
  );
  const found = new Map<string, number[]>();
  const visit = (at: number, powers: readonly number[], masses: readonly number[]): void => {
    if (at === answers.length) {
      const known = found.get(powers.join()) ?? [0, 0, 0];
      found.set(
        powers.join(),
        known.map((each, i) => each + masses[i]!),
      );
      return;
    }
    for (const [cell, part] of answers[at]!) {
      const next = [...powers];
      next[2 * part] = next[2 * part]! + cell.powers[0];
      next[2 * part + 1] = next[2 * part + 1]! + cell.powers[1];
      visit(
        at + 1,
        next,
        masses.map((each, i) => each * cell.masses[i]!),
      );
    }
  };
  visit(
    0,
    parts.flatMap(() => [0, 0]),
    [1, 1, 1],
  );
  return found;
}

const sorted = (rows: readonly (readonly number[])[]): number[][] =>
  rows
    .map((row) => row.map((each) => Number(each.toPrecision(12))))
    .sort((a, b) => a[1]! - b[1]! || a[2]! - b[2]!);

it("adds up the masses of reports of equal ratios, and of no others", () => {
  const cells = jointCells(PARTS);
  const every = everyReport(PARTS);
  expect(cells.length).toBe(every.size);
  expect(sorted(cells)).toEqual(sorted([...every.values()]));
});

it("has no more cells than it says", () => {
  expect(jointCells(PARTS).length).toBeLessThanOrEqual(mostJointCells(PARTS));
  const [, binary] = PARTS as [RepeatedCells, RepeatedCells];
  expect(mostJointCells([{ ...binary, times: 100 }])).toBe(101);
});
