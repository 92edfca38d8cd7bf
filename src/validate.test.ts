import { describe, expect, it } from "vitest";
import { METHODS } from "./privacy/index.js";
import { checkOneOf, didYouMean } from "./validate.js";

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
