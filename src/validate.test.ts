import { describe, expect, it } from "vitest";
import { METHODS } from "./privacy/index.js";
import { checkIterable, checkOneOf, describeRange, didYouMean } from "./validate.js";

describe("didYouMean", () => {
  it.each([
    ["rdp-exac", "rdp-exact"],
    ["rpd-exact", "rdp-exact"],
    ["clones2023", "clones-2023"],
    ["clones-203-pld", "clones-2023-pld"],
    ["published", "rdp-published"],
    ["PLD", "pld"],
    ["magic", undefined],
    ["", undefined],
    ["x", undefined],
    [7, undefined],
    [undefined, undefined],
    [{ toString: () => "pld" }, undefined],
  ])("%j: %j", (value, word) =>
    expect(didYouMean(value, METHODS)).toBe(word === undefined ? "" : `; did you mean ${word}?`),
  );

  it("takes the nearest word", () => {
    expect(didYouMean("aabb", ["aacc", "aabc", "bbbb"])).toBe("; did you mean aabc?");
  });
});

describe("checkOneOf", () => {
  it("names the parameter, the words, the value and the nearest word", () => {
    expect(checkOneOf("x", "sgd", ["sgd", "adam"])).toBe("sgd");
    expect(() => checkOneOf("x", "adm", ["sgd", "adam"])).toThrow(
      'x must be one of sgd, adam, got "adm"; did you mean adam?',
    );
    expect(() => checkOneOf("x", undefined, ["sgd", "adam"])).toThrow(
      "x must be one of sgd, adam, got undefined",
    );
  });
});

describe("describeRange", () => {
  it.each([
    [{ min: 0, max: 1, maxIncluded: false }, "a finite number in [0, 1)"],
    [{ min: 1, max: 1e12, integer: true }, "an integer in [1, 1e12]"],
    [{ min: -1e150, max: 1e150 }, "a finite number in [-1e150, 1e150]"],
    [{ max: 7 }, "a finite number <= 7"],
    [{ max: 1e9, maxIncluded: false, integer: true }, "an integer < 1e9"],
    [{ min: 1e-12, max: 100, orZero: true }, "0 or a finite number in [1e-12, 100]"],
    [{}, "a finite number"],
  ])("%j: %s", (range, words) => expect(describeRange(range)).toBe(words));
});

describe("checkIterable", () => {
  it("takes what a loop can go through, and nothing else", () => {
    for (const value of [[], "ab", new Set([1]), new Int32Array(2)]) {
      expect(checkIterable<unknown>("x", value)).toBe(value);
    }
    for (const value of [undefined, null, 5, {}, { [Symbol.iterator]: 1 }]) {
      expect(() => checkIterable("x", value as never)).toThrow(/^x must be an array, or something else/);
    }
  });
});
