import { expect, test } from "vitest";
import { memoize } from "./memoize.js";

test("computes each value once, zero too", () => {
  const calls: number[] = [];
  const zero = memoize((x: number) => {
    calls.push(x);
    return 0 * x;
  });
  expect([zero(1), zero(2), zero(1)]).toEqual([0, 0, 0]);
  expect(calls).toEqual([1, 2]);
});

test("tells calls apart by their key, and keeps the latest results only", () => {
  const calls: string[] = [];
  const product = memoize(
    (a: number, b: number) => {
      calls.push(`${a} ${b}`);
      return a * b;
    },
    { key: (a, b) => `${a} ${b}`, capacity: 2 },
  );
  expect([product(1, 2), product(2, 1), product(1, 2), product(3, 3), product(2, 1), product(1, 2)]).toEqual([
    2, 2, 2, 9, 2, 2,
  ]);
  expect(calls).toEqual(["1 2", "2 1", "3 3", "1 2"]);
});

test("keeps nothing of a call that throws", () => {
  let calls = 0;
  const failing = memoize((x: number): number => {
    calls++;
    throw new Error(String(x));
  });
  for (let i = 0; i < 2; i++) expect(() => failing(1)).toThrow("1");
  expect(calls).toBe(2);
});
