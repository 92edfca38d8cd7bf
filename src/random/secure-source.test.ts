import { afterEach, describe, expect, it, vi } from "vitest";
import { secureSource } from "./secure-source.js";

describe("secureSource", () => {
  it("says so where the platform has no CSPRNG", () => {
    vi.stubGlobal("crypto", {});
    expect(secureSource).toThrow(
      expect.objectContaining({
        code: "UNSUPPORTED",
        message: expect.stringMatching(/must have crypto\.getRandomValues, got none; use Node/),
      }),
    );
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("says that it is secure and forks to itself", () => {
    const source = secureSource();
    expect(source.secure).toBe(true);
    expect(source.fork(3)).toBe(source);
  });

  it("hands out every word once, in order, across blocks, and wipes what it handed out", () => {
    let counter = 1;
    const pools: Uint32Array[] = [];
    vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation((array) => {
      const words = array as unknown as Uint32Array;
      for (let index = 0; index < words.length; index++) words[index] = counter++;
      pools.push(words);
      return array;
    });
    const source = secureSource();
    const words = new Uint32Array(40_000);
    source.fill(words.subarray(0, 3));
    source.fill(words.subarray(3));
    expect(Array.from(words)).toEqual(Array.from({ length: 40_000 }, (_, index) => index + 1));
    expect(pools.map((pool) => pool.byteLength)).toEqual([65_536, 65_536, 65_536]);
    expect(pools[2]!.subarray(0, 40_000 - 2 * 16_384).every((word) => word === 0)).toBe(true);
    expect(pools[2]!.at(-1)).toBe(3 * 16_384);
  });

  it("fills shared memory, which the platform's call refuses", () => {
    const words = new Uint32Array(new SharedArrayBuffer(64));
    secureSource().fill(words);
    expect(words.every((word) => word === 0)).toBe(false);
  });
});
