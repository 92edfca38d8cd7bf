import { describe, expect, it } from "vitest";
import { scriptedSource } from "../../test/statistical/scripted-source.js";
import { sampleRoundedNormal } from "./sample-rounded-normal.js";
import { seededSource } from "./seeded-source.js";

const HALF = 2 ** 31;
const MAX_WORD = 2 ** 32 - 1;

/**
 * The words of a draw of k = 0 whose fraction begins with `digit`: the coin of e^(-1/2) fails, and the next
 * number is larger.
 */
const first = (digit: number, sign: number) => [1, 2, digit, MAX_WORD, sign];

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
    const smaller = scriptedSource(1, 2, 7, 7, 9, 5, 1, 3, 8, ...first(HALF, 1));
    expect(sampleRoundedNormal(smaller, 1)).toBe(1);
    expect(smaller.left).toBe(0);
    const larger = scriptedSource(1, 2, HALF, HALF, 5, 9, 1);
    expect(sampleRoundedNormal(larger, 1)).toBe(1);
    expect(larger.left).toBe(0);
  });

  it("starts anew where the fraction is not kept", () => {
    // One step down counts (choice 0 of 2 does not, 1 does where a third number is below): an odd row.
    const odd = [1, 2, HALF, 7, 1, 3, 8];
    const again = scriptedSource(...odd, ...first(HALF, 1));
    expect(sampleRoundedNormal(again, 1)).toBe(1);
    expect(again.left).toBe(0);
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
