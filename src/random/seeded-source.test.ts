import { createCipheriv } from "node:crypto";
import { describe, expect, it } from "vitest";
import vectors from "../../test/vectors/random/seeded-source.json" with { type: "json" };
import { chacha20Block } from "./_internal/chacha20-block.js";
import { fillXoshiro } from "./_internal/fill-xoshiro.js";
import type { RandomSource } from "./random-source.js";
import { seededSource } from "./seeded-source.js";

function take(source: RandomSource, count: number): number[] {
  const words = new Uint32Array(count);
  source.fill(words);
  return Array.from(words);
}

describe("ChaCha20", () => {
  it("gives the block of RFC 8439, section 2.3.2", () => {
    const { key, input, block } = vectors.chacha20;
    expect(
      Array.from(chacha20Block(Uint32Array.from(key), input as [number, number, number, number])),
    ).toEqual(block);
  });

  it("gives OpenSSL's keystream for keys and nonces drawn from seed 31", () => {
    const source = seededSource(31);
    for (let trial = 0; trial < 20; trial++) {
      const key = Uint32Array.from(take(source, 8));
      const input = Uint32Array.from(take(source, 4));
      const cipher = createCipheriv("chacha20", new Uint8Array(key.buffer), new Uint8Array(input.buffer));
      const stream = Uint8Array.from(cipher.update(new Uint8Array(64)));
      const block = chacha20Block(key, Array.from(input) as [number, number, number, number]);
      expect(Array.from(block)).toEqual(Array.from(new Uint32Array(stream.buffer)));
    }
  });
});

it("xoshiro128** gives its reference words", () => {
  const { state, words } = vectors.xoshiro128;
  const out = new Uint32Array(words.length);
  fillXoshiro(Int32Array.from(state), out);
  expect(Array.from(out)).toEqual(words);
});

describe("seededSource", () => {
  it.each(vectors.cases)("seed $seed, forks $forks: gives the reference words", ({ seed, forks, words }) => {
    const source = forks.reduce((parent: RandomSource, label) => parent.fork(label), seededSource(seed));
    expect(take(source, words.length)).toEqual(words);
  });

  it("gives the same words in pieces of any length", () => {
    const source = seededSource(7);
    expect([...take(source, 1), ...take(source, 4), ...take(source, 3)]).toEqual(take(seededSource(7), 8));
  });

  it("forks by label alone, whatever has been drawn", () => {
    const source = seededSource("run");
    const before = take(source.fork(3), 4);
    take(source, 1000);
    expect(take(source.fork(3), 4)).toEqual(before);
  });

  it("gives different words to every seed and path", () => {
    const firsts = [
      ...vectors.cases.map(({ words }) => words[0]),
      take(seededSource(7).fork(2).fork(1).fork(0), 1)[0],
    ];
    expect(new Set(firsts).size).toBe(firsts.length);
  });

  it("says that it is not secure, nor its forks", () => {
    expect(seededSource(7).secure).toBe(false);
    expect(seededSource(7).fork(1).secure).toBe(false);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])("refuses %d as seed and as label", (bad) => {
    expect(() => seededSource(bad)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(() => seededSource(7).fork(bad)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
  });
});
