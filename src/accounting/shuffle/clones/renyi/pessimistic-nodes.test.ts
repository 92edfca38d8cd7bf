import { expect, test } from "vitest";
import { clones2023Pair, gaussianShift } from "../pair/clones-pair.js";
import { clonesNodes } from "./clones-nodes.js";
import { logMomentAt } from "./log-moments.js";
import { pessimisticNodes } from "./pessimistic-nodes.js";

test.each([
  [1e-4, 30_000],
  [0.5, 2000],
  [2, 10_000],
  [6, 1e9],
])("at localEpsilon %f, %f users: fewer nodes, moments a little larger", (localEpsilon, users) => {
  const pair = clones2023Pair({ localEpsilon, users });
  const shift = gaussianShift(pair);
  const maxOrder = Math.ceil(20 / shift);
  const nodes = clonesNodes(pair, maxOrder);
  const above = (_: number, i: number): boolean => nodes.excesses[i]! > 0;
  const exact = { logMasses: nodes.logMasses.filter(above), excesses: nodes.excesses.filter(above) };
  const merged = pessimisticNodes(nodes, shift / 64);
  expect(merged.excesses.length).toBeLessThan(exact.excesses.length / 2);
  for (const order of [1.5, 2, 0.3 * maxOrder, maxOrder]) {
    const ratio = logMomentAt(merged, order) / logMomentAt(exact, order);
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1 + 1e-4);
  }
});
