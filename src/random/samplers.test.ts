import { describe, expect, it } from "vitest";
import { scriptedSource } from "../../test/statistical/scripted-source.js";
import { BitSet } from "./_internal/bit-set.js";
import { EDGES, HEIGHTS, LAYER_AREA, LAYERS, TAIL_START } from "./_internal/ziggurat.js";
import { fillNormals } from "./fill-normals.js";
import { sampleBernoulli } from "./sample-bernoulli.js";
import { sampleInteger } from "./sample-integer.js";
import { samplePoissonSubset } from "./sample-poisson-subset.js";
import { sampleSubset } from "./sample-subset.js";
import { sampleUniform } from "./sample-uniform.js";
import { seededSource } from "./seeded-source.js";
import { shuffleInPlace } from "./shuffle-in-place.js";

const MAX_WORD = 2 ** 32 - 1;
const source = seededSource(41);

describe("sampleUniform", () => {
  it("uses 53 bits: its ends are 2^-53 and 1 - 2^-53, and zero is drawn again", () => {
    expect(sampleUniform(scriptedSource(0, 2 ** 11))).toBe(2 ** -53);
    expect(sampleUniform(scriptedSource(MAX_WORD, MAX_WORD))).toBe(1 - 2 ** -53);
    expect(sampleUniform(scriptedSource(0, 2047, 2 ** 31, 0))).toBe(0.5);
  });
});

describe("sampleBernoulli", () => {
  it("follows the digits of the probability beyond the first word: exactly the double's law", () => {
    const probability = 0.25 + 3 * 2 ** -54;
    const quarter = 2 ** 30;
    expect(sampleBernoulli(scriptedSource(quarter - 1), probability)).toBe(true);
    expect(sampleBernoulli(scriptedSource(quarter + 1), probability)).toBe(false);
    expect(sampleBernoulli(scriptedSource(quarter, 3 * 2 ** 10 - 1), probability)).toBe(true);
    expect(sampleBernoulli(scriptedSource(quarter, 3 * 2 ** 10, 1), probability)).toBe(false);
  });

  it("reaches probabilities below the smallest step of a 53-bit grid", () => {
    expect(sampleBernoulli(scriptedSource(0, 0, 2 ** 12 - 1), 2 ** -84)).toBe(true);
    expect(sampleBernoulli(scriptedSource(0, 0, 2 ** 12, 1), 2 ** -84)).toBe(false);
  });

  it("is never true at 0 and never false at 1", () => {
    expect(sampleBernoulli(scriptedSource(0, 1), 0)).toBe(false);
    expect(sampleBernoulli(scriptedSource(MAX_WORD), 1)).toBe(true);
  });

  it.each([-0.1, 1.1, Number.NaN])("refuses %d", (bad) => {
    expect(() => sampleBernoulli(source, bad)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });
});

describe("sampleInteger", () => {
  it("draws again where a remainder would be unfair", () => {
    expect(sampleInteger(scriptedSource(MAX_WORD, 5), 3)).toBe(2);
    expect(sampleInteger(scriptedSource(MAX_WORD), 2 ** 32)).toBe(MAX_WORD);
    expect(sampleInteger(scriptedSource(MAX_WORD, MAX_WORD, 1, 0), 2 ** 32 + 1)).toBe(2 ** 21);
  });

  it.each([0, 1.5, Number.NaN, 2 ** 53])("refuses the bound %d", (bad) => {
    expect(() => sampleInteger(source, bad)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });
});

describe("subsets and shuffles", () => {
  it("cover the edges: nobody, everybody, nothing to choose from", () => {
    expect(Array.from(sampleSubset(source, 5, 0))).toEqual([]);
    expect(Array.from(sampleSubset(source, 5, 5))).toEqual([0, 1, 2, 3, 4]);
    expect(Array.from(sampleSubset(source, 0, 0))).toEqual([]);
    expect(Array.from(samplePoissonSubset(source, 5, 0))).toEqual([]);
    expect(Array.from(samplePoissonSubset(source, 5, 1))).toEqual([0, 1, 2, 3, 4]);
  });

  it("give distinct members in increasing order", () => {
    for (const members of [sampleSubset(source, 1000, 300), samplePoissonSubset(source, 1000, 0.3)]) {
      expect(Array.from(members)).toEqual([...new Set(members)].sort((a, b) => a - b));
      expect(members.at(-1)).toBeLessThan(1000);
    }
  });

  it("choose more members than a Set can hold", { tags: ["slow", "long"], timeout: 60_000 }, () => {
    const members = sampleSubset(source, 2 ** 25, 17e6);
    expect(members).toHaveLength(17e6);
    expect(members.every((member, index) => index === 0 || member > members[index - 1]!)).toBe(true);
    expect(members.at(-1)).toBeLessThan(2 ** 25);
  });

  it.each([
    [8, 3],
    [60_000, 15_000],
    [60_000, 235],
    [60_000, 234],
    [1000, 1],
  ])("are Floyd's for the same draws, kept as bits or in a Set: of %d, %d", (population, size) => {
    const [drawn, twin] = [seededSource(43), seededSource(43)];
    const chosen = new Set<number>();
    for (let newest = population - size; newest < population; newest++) {
      const member = sampleInteger(twin, newest + 1);
      chosen.add(chosen.has(member) ? newest : member);
    }
    expect(Array.from(sampleSubset(drawn, population, size))).toEqual([...chosen].sort((a, b) => a - b));
  });

  it("are kept as bits, up to the last of 2^32", { tags: ["slow"] }, () => {
    const set = new BitSet(2 ** 32);
    const members = [0, 31, 32, 63, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
    for (const member of members) {
      expect(set.has(member)).toBe(false);
      set.add(member);
      expect(set.has(member)).toBe(true);
    }
    expect(Array.from(set.members(members.length))).toEqual(members);
  });

  it.each([1, 2, 3, 4, 5])("shuffle %d items into every order once, over all draws", (count) => {
    const bounds = Array.from({ length: count - 1 }, (_, i) => count - i);
    const scripts = bounds.reduce<number[][]>(
      (drawn, bound) =>
        drawn.flatMap((words) => Array.from({ length: bound }, (_, word) => [...words, word])),
      [[]],
    );
    const orders = scripts.map((words) => {
      const script = scriptedSource(...words);
      const items = Uint8Array.from({ length: count }, (_, index) => index);
      shuffleInPlace(script, items);
      expect(script.left).toBe(0);
      return items.join();
    });
    expect(new Set(orders).size).toBe(orders.length); // n! of them
  });

  it("shuffle plain and typed arrays and lose nothing", () => {
    const words = ["a", "b", "c", "d"];
    shuffleInPlace(source, words);
    expect(words.toSorted()).toEqual(["a", "b", "c", "d"]);
    const numbers = Float32Array.from({ length: 100 }, (_, index) => index);
    shuffleInPlace(source, numbers);
    expect(Array.from(numbers.toSorted())).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it("refuse sizes and rates outside their ranges", () => {
    const refusal = expect.objectContaining({ code: "OUT_OF_RANGE" });
    expect(() => sampleSubset(source, 5, 6)).toThrow(refusal);
    expect(() => sampleSubset(source, -1, 0)).toThrow(refusal);
    expect(() => sampleSubset(source, 2 ** 32 + 1, 0)).toThrow(refusal);
    expect(() => samplePoissonSubset(source, 5, 1.01)).toThrow(refusal);
    expect(() => samplePoissonSubset(source, 5.5, 0.1)).toThrow(refusal);
  });
});

describe("fillNormals", () => {
  it("has a ziggurat whose top closes and whose layers have equal areas", () => {
    for (let layer = 1; layer < LAYERS; layer++) {
      const area = EDGES[layer]! * (HEIGHTS[layer + 1]! - HEIGHTS[layer]!);
      expect(Math.abs(area / LAYER_AREA - 1), `layer ${layer}`).toBeLessThan(1e-11);
    }
    expect(EDGES[0]! * Math.exp(-(TAIL_START ** 2) / 2)).toBeCloseTo(LAYER_AREA, 16);
  });

  it("reaches beyond 12 deviations, on both sides", () => {
    const out = new Float64Array(2);
    const [outermostPlace, negative] = [0xfffff800, LAYERS];
    const [first, second] = [2 ** 19, 2 ** 11]; // the uniforms 2^-45 and 2^-53
    const tail = [0, first, 0, second];
    fillNormals(
      scriptedSource(MAX_WORD, outermostPlace, MAX_WORD, outermostPlace + negative, ...tail, ...tail),
      out,
      2,
    );
    const farthest = TAIL_START + (45 * Math.LN2) / TAIL_START;
    expect(farthest).toBeGreaterThan(12);
    expect(out[0]).toBeCloseTo(2 * farthest, 12);
    expect(out[1]).toBe(-out[0]!);
  });

  it("fills nothing, an odd count, and zeros when there is no noise", () => {
    fillNormals(scriptedSource(), new Float64Array(0), 1);
    const three = new Float32Array(3).fill(7);
    fillNormals(source, three, 0);
    expect(Array.from(three, Math.abs)).toEqual([0, 0, 0]);
  });

  it.each([1, 2, 3, 7, 1023, 1024, 1025, 2049])("gives each of %d numbers a draw of its own", (count) => {
    for (const out of [new Float64Array(count), new Float32Array(count)]) {
      fillNormals(seededSource(count), out, 3);
      expect(out.every((each) => each !== 0)).toBe(true);
      expect(new Set(out).size).toBeGreaterThan(0.999 * count); // two floats may agree
    }
  });

  it("gives the same numbers for the same seed", () => {
    const first = new Float64Array(5000);
    const second = new Float64Array(5000);
    fillNormals(seededSource(5).fork(2), first, 0.37);
    fillNormals(seededSource(5).fork(2), second, 0.37);
    expect(first).toEqual(second);
  });

  it.each([-1, 1e308, Number.NaN, Number.POSITIVE_INFINITY])("refuses the deviation %d", (bad) => {
    expect(() => fillNormals(source, new Float64Array(1), bad)).toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });
});
