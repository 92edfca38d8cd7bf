import { expect, it } from "vitest";
import { sumOf } from "./least-sum.js";

it("is no less than the real sum of 10,000 terms, however small they are beside the first", () => {
  const terms = [1, ...Array<number>(9999).fill(2 ** -53)]; // each is lost where it is added by itself
  expect(sumOf(terms, (term) => term)!.total).toBeGreaterThanOrEqual(1 + 9999 * 2 ** -53);
});

it("is none where a term is missing", () => {
  expect(sumOf([1, undefined], (term) => term)).toBeUndefined();
});
