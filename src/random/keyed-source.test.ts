import { createCipheriv } from "node:crypto";
import { expect, it } from "vitest";
import { keyedSource } from "./keyed-source.js";
import type { RandomSource } from "./random-source.js";

const KEY = Uint32Array.from({ length: 8 }, (_, i) => 0x9e3779b9 * (i + 1));

function take(source: RandomSource, count: number): number[] {
  const words = new Uint32Array(count);
  source.fill(words);
  return Array.from(words);
}

it("gives OpenSSL's ChaCha20 keystream, in pieces of any length", () => {
  const nonce = new Uint8Array(new Uint32Array([0, 0, 0, 4]).buffer);
  const cipher = createCipheriv("chacha20", new Uint8Array(KEY.buffer), nonce);
  const stream = new Uint32Array(Uint8Array.from(cipher.update(new Uint8Array(4 * 50))).buffer);
  const source = keyedSource(KEY, false);
  expect([...take(source, 3), ...take(source, 40), ...take(source, 7)]).toEqual(Array.from(stream));
});

it("forks by label alone, to streams of their own", () => {
  const source = keyedSource(KEY, false);
  const before = take(source.fork(3), 4);
  const labels = [0, 2, 2 ** 32, 2 ** 32 + 3];
  take(source, 4);
  const others = labels.map((label) => take(source.fork(label), 4));
  const nested = [3, 0].map((label) => take(source.fork(3).fork(label), 4));
  const parent = take(keyedSource(KEY, false), 4);
  expect(take(source.fork(3), 4)).toEqual(before);
  expect(new Set([before, parent, ...others, ...nested].map(String)).size).toBe(8);
});

it("is as secure as it is told, and so are its forks", () => {
  expect([true, false].map((secure) => keyedSource(KEY, secure).fork(1).secure)).toEqual([true, false]);
});
