import fc from "fast-check";
import { expect, it } from "vitest";
import { isotonic } from "./isotonic.js";

it.each([
  [[], []],
  [
    [1, 2, 2, 5],
    [1, 2, 2, 5],
  ],
  [
    [3, 1],
    [2, 2],
  ],
  [
    [1, 4, 3, 2, 6],
    [1, 3, 3, 3, 6],
  ],
  [
    [5, 1, 0],
    [2, 2, 2],
  ],
])("%j becomes %j", (values, expected) => {
  expect(isotonic(values)).toEqual(expected);
});

it("is the nearest ascending row: by the min-max formula max over i <= k of min over j >= k of mean(i..j)", () => {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 12 }), (values) => {
      const places = values.map((_, place) => place);
      const expected = places.map((k) =>
        Math.max(
          ...places
            .filter((i) => i <= k)
            .map((i) => Math.min(...places.filter((j) => j >= k).map((j) => mean(values.slice(i, j + 1))))),
        ),
      );
      isotonic(values).forEach((each, place) => {
        expect(each).toBeCloseTo(expected[place]!, 10);
      });
    }),
  );
});
