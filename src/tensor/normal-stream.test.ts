import { describe, expect, it } from "vitest";
import vectors from "../../test/vectors/random/seeded-source.json" with { type: "json" };
import { keyedSource } from "../random/keyed-source.js";
import { compileKernels } from "./compile-kernels.js";
import { NormalStream } from "./normal-stream.js";
import { Workspace } from "./workspace.js";

const workspace = new Workspace(await compileKernels());
const { kernels } = workspace;
const KEY = Uint32Array.from({ length: 8 }, (_, i) => 0x9e3779b9 * (i + 1));

describe("the keystream", () => {
  /** Four blocks, from the lanes that they come in. */
  function blocks(input: readonly number[], key: readonly number[], rounds: number): number[][] {
    const state = workspace.allocateWords([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, ...input]);
    const target = workspace.allocate(256);
    kernels.keystream(state, target, 1, rounds);
    const words = workspace.words(target, 64);
    expect(workspace.words(state, 16)[12]).toBe((input[0]! + 4) % 2 ** 32);
    return [0, 1, 2, 3].map((lane) => Array.from({ length: 16 }, (_, i) => words[4 * i + lane]!));
  }

  it("gives the block of RFC 8439, section 2.3.2, in every lane", () => {
    const { key, input, block } = vectors.chacha20;
    for (const lane of [0, 1, 2, 3]) {
      const start = [(input[0]! - lane + 2 ** 32) % 2 ** 32, ...input.slice(1)];
      expect(blocks(start, key, 20)[lane]).toEqual(block);
    }
  });

  // draft-strombergson-chacha-test-vectors-01, TC1, 256-bit key
  it.each([
    [8, "3e00ef2f895f40d67f5bb8e81f09a5a1"],
    [12, "9bf49a6a0755f953811fce125f2683d5"],
  ])("gives the published stream of the zero key with %i rounds", (rounds, stream) => {
    const [first] = blocks([0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], rounds);
    const bytes = Array.from(new Uint8Array(Uint32Array.from(first!).buffer).subarray(0, 16));
    expect(bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(stream);
  });
});

/**
 * Box and Muller in f64, from the bits as the kernel documents them, and how far f32 may be off: u is rounded
 * to 2^-24.
 */
function exact(high: number, low: number, fresh?: number): { cosine: number; sine: number; allowed: number } {
  const rest = fresh === undefined ? 0.5 : (fresh + 0.5) / 2 ** 32;
  const radius = Math.sqrt(-2 * Math.log(((high >>> 1) + rest) / 2 ** 31));
  const angle = (Math.PI / 2) * (((low >> 7) | 1) / 2 ** 24);
  return {
    cosine: (high & 1 ? -1 : 1) * radius * Math.cos(angle),
    sine: radius * Math.sin(angle),
    allowed: 1e-6 + Math.min(4e-4, 2 ** -23 / radius),
  };
}

describe("normals from words", () => {
  function worstError(words: Uint32Array): number {
    const target = workspace.allocateWords(words);
    kernels.normalsFromWords(target, words.length);
    const numbers = workspace.floats(target, words.length);
    let worst = 0;
    for (let pair = 0; pair < words.length; pair += 8) {
      for (let lane = 0; lane < 4; lane++) {
        const { cosine, sine, allowed } = exact(words[pair + lane]!, words[pair + lane + 4]! | 0);
        worst = Math.max(worst, Math.abs(numbers[pair + lane]! - cosine) / allowed);
        worst = Math.max(worst, Math.abs(numbers[pair + lane + 4]! - sine) / allowed);
      }
    }
    return worst;
  }

  it("are as near to the exact functions of their bits as f32 allows", () => {
    const words = new Uint32Array(1 << 16);
    keyedSource(KEY, false).fill(words);
    expect(worstError(words)).toBeLessThan(1);
  });

  it("are so at the ends: the smallest and largest radius, every sign, turns of nearly a quarter", () => {
    const highs = [0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xb504f333, 0xb504f334];
    const lows = [0, 127, 128, 255, 0x7fffff80, 0x7fffffff, 0x80000000, 0xffffffff];
    const words = highs.flatMap((high) => [...Array(4).fill(high), ...lows.slice(0, 4)]);
    const others = highs.flatMap((high) => [...Array(4).fill(high), ...lows.slice(4)]);
    expect(worstError(Uint32Array.from([...words, ...others]))).toBeLessThan(1);
  });

  it("near the largest uniform are short, and never NaN", () => {
    const target = workspace.allocateWords(Array(16).fill(0xffffffff));
    kernels.normalsFromWords(target, 16);
    const numbers = Array.from(workspace.floats(target, 16));
    expect(Math.max(...numbers.map(Math.abs))).toBeLessThan(4e-4);
  });
});

describe("normals from a stream, with a rare large radius", () => {
  const ROUNDS = 8;
  const RARE = 1 << 19;
  /** Below, the finer radius shows in f32. */
  const RAREST = 1 << 10;
  const state = workspace.allocateWords([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...KEY, 0, 0, 0, 0]);
  const target = workspace.allocate(2 * 256);

  /** The first group of the stream with one of the rarest words, and the group after it. */
  const words = ((): Uint32Array => {
    for (;;) {
      kernels.keystream(state, target, 1, ROUNDS);
      const group = workspace.words(target, 64);
      if (group.some((word, i) => i % 8 < 4 && word < RAREST)) break;
    }
    workspace.words(state, 16)[12]! -= 4;
    kernels.keystream(state, target, 2, ROUNDS);
    return workspace.words(target, 128).slice();
  })();
  workspace.words(state, 16)[12]! -= 8;
  const squares = kernels.normals(state, target, 1, ROUNDS);
  const numbers = workspace.floats(target, 64).slice();

  it("draw it from 32 bits of the next group, and leave the rest alone", () => {
    let rare = 0;
    for (let i = 0; i < 64; i += i % 8 === 3 ? 5 : 1) {
      const [high, low, fresh] = [words[i]!, words[i + 4]! | 0, words[i + 64]!];
      const finer = exact(high, low, high < RARE ? fresh : undefined);
      expect(Math.abs(numbers[i]! - finer.cosine)).toBeLessThan(finer.allowed);
      expect(Math.abs(numbers[i + 4]! - finer.sine)).toBeLessThan(finer.allowed);
      if (high >= RAREST) continue;
      rare++;
      const coarse = exact(high, low);
      expect(Math.hypot(numbers[i]! - coarse.cosine, numbers[i + 4]! - coarse.sine)).toBeGreaterThan(3e-6);
    }
    expect(rare).toBeGreaterThan(0);
  });

  it("add up its square, the finer one", () => {
    const exactly = numbers.reduce((total, number) => total + number ** 2, 0);
    expect(Math.abs(squares / exactly - 1)).toBeLessThan(2 ** -20.9);
  });
});

describe("NormalStream", () => {
  it("returns the sum of squares of all that a buffer holds", () => {
    const count = 13_760;
    const buffer = workspace.allocateFloats(NormalStream.bufferSize(count));
    const stream = new NormalStream(workspace);
    for (let label = 0; label < 50; label++) {
      stream.start(keyedSource(KEY, false).fork(label));
      const squares = stream.fill(buffer, count);
      const exactly = workspace.floats(buffer, count).reduce((total, number) => total + number ** 2, 0);
      expect(Math.abs(squares / exactly - 1)).toBeLessThan(2 ** -20.9);
    }
  });

  it("gives the same numbers for the same key, others for another, and goes on", () => {
    const buffer = workspace.allocateFloats(NormalStream.bufferSize(70));
    const stream = new NormalStream(workspace);
    const draw = (label: number) => {
      stream.start(keyedSource(KEY, false).fork(label));
      const pieces = [1, 2].map(() => {
        stream.fill(buffer, 70);
        return Array.from(workspace.floats(buffer, 70));
      });
      stream.wipe();
      return pieces.flat();
    };
    expect(draw(1)).toEqual(draw(1));
    expect(new Set([...draw(1), ...draw(2)]).size).toBeGreaterThan(275);
  });
});
