import { describe, expect, it } from "vitest";
import { scriptedSource } from "../../test/statistical/scripted-source.js";
import { digitOfPart, HEADS } from "./_internal/whole-parts.js";
import { sampleRoundedNormal } from "./sample-rounded-normal.js";
import { seededSource } from "./seeded-source.js";

const HALF = 2 ** 31;
const MAX_WORD = 2 ** 32 - 1;

/** The words of a draw of k = 0 whose fraction begins with `digit`: the number after it is larger. */
const first = (digit: number, sign: number) => [1, digit, MAX_WORD, sign];

describe("sampleRoundedNormal", () => {
  it.each([
    ["down", 0.3, 0, 0],
    ["up", 0.7, 0, 1],
    ["up from the middle of two integers", 0.5, 0, 1],
    ["to the nearest of the grid's", 0.6, 2, 2],
    ["to a whole number", 0.9, 2, 4],
  ])("rounds %s", (_, fraction, bits, expected) => {
    const digit = Math.floor(fraction * 2 ** 32);
    expect(sampleRoundedNormal(scriptedSource(...first(digit, 1)), bits)).toBe(expected);
    expect(sampleRoundedNormal(scriptedSource(...first(digit, 0)), bits)).toBe(
      expected === 0 ? 0 : -expected,
    );
  });

  it("compares as many digits as differ", () => {
    // The fraction and the number compared with it begin alike, and their second digits decide: below it, a
    // step down counts.
    const smaller = scriptedSource(1, 7, 7, 9, 5, 1, 3, 8, ...first(HALF, 1));
    expect(sampleRoundedNormal(smaller, 1)).toBe(1);
    expect(smaller.left).toBe(0);
    const larger = scriptedSource(1, HALF, HALF, 5, 9, 1);
    expect(sampleRoundedNormal(larger, 1)).toBe(1);
    expect(larger.left).toBe(0);
  });

  it("draws a choice again from the last words, which are no whole run of choices", () => {
    // k = 2 has three pairs of choices, and 2^31 is no multiple of three.
    const source = scriptedSource(HEADS[1]! + 1, HALF, 7, MAX_WORD, 2, 8, ...first(HALF, 1));
    expect(sampleRoundedNormal(source, 1)).toBe(1);
    expect(source.left).toBe(0);
  });

  it("compares further digits with the fraction in a choice, and keeps the fraction's", () => {
    const once = scriptedSource(1, HALF, 7, 1, HALF, 9, 5, 8, ...first(HALF, 1));
    expect(sampleRoundedNormal(once, 1)).toBe(1);
    expect(once.left).toBe(0);
    // The second time 9 is there: 11 is not below it, and the step does not count.
    const twice = scriptedSource(1, HALF, 7, 1, HALF, 9, 5, 6, 1, HALF, 11, ...first(HALF, 1));
    expect(sampleRoundedNormal(twice, 1)).toBe(1);
    expect(twice.left).toBe(0);
  });

  it("keeps digits from one coin to the next, and of the number before", () => {
    const coins = [HALF, 9, 10, HALF, 3, 2, HALF, 2, 2, MAX_WORD];
    const source = scriptedSource(HEADS[0]! + 1, HALF, ...coins, 1);
    expect(sampleRoundedNormal(source, 1)).toBe(3);
    expect(source.left).toBe(0);
  });

  it("starts anew where the fraction is not kept", () => {
    // One step down counts (choice 0 of 2 does not, 1 does where a third number is below): an odd row.
    const odd = [1, HALF, 7, 1, 3, 8];
    const again = scriptedSource(...odd, ...first(HALF, 1));
    expect(sampleRoundedNormal(again, 1)).toBe(1);
    expect(again.left).toBe(0);
  });

  it("takes the whole part from where a number falls among the sums, by as many digits as it takes", () => {
    const digit = (place: number) => digitOfPart(1, place);
    // What is below the sum up to 1 is 1, what is above it 2; their coins: two, three.
    const wholeOf = (coins: number, ...words: number[]) => {
      const source = scriptedSource(...words, 0, ...new Array<number>(coins).fill(MAX_WORD), 1);
      const number = sampleRoundedNormal(source, 0);
      expect(source.left).toBe(0);
      return number;
    };
    expect(wholeOf(2, digit(0) - 1)).toBe(1);
    expect(wholeOf(3, digit(0) + 1)).toBe(2);
    expect(wholeOf(2, digit(0), digit(1) - 1)).toBe(1);
    expect(wholeOf(3, digit(0), digit(1) + 1)).toBe(2);
    expect(wholeOf(3, digit(0), digit(1), digit(2), digit(3) + 1)).toBe(2);
    // Beyond the last sum whose first digit is not the highest, the second ones decide.
    expect(wholeOf(7, MAX_WORD, digitOfPart(6, 1) - 1)).toBe(6);
    expect(wholeOf(8, MAX_WORD, digitOfPart(6, 1) + 1)).toBe(7);
    expect(wholeOf(12, MAX_WORD, MAX_WORD, digitOfPart(10, 2) + 1)).toBe(11);
  });

  it("never gives -0", () => {
    const source = seededSource(3);
    for (let trial = 0; trial < 200; trial++) {
      expect(Object.is(sampleRoundedNormal(source, 0), -0)).toBe(false);
    }
  });

  it("refuses what it documents", () => {
    for (const bits of [-1, 0.5, 32, Number.NaN]) {
      expect(() => sampleRoundedNormal(seededSource(1), bits)).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
    }
    expect(() => sampleRoundedNormal({} as never, 3)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  });
});
