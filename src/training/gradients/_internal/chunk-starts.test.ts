import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkStarts } from "./chunk-starts.js";

const RECORDS = 3_000;

/** The chunks of a batch, as texts. */
function chunksOf(batch: readonly number[]): string[] {
  const indices = Uint32Array.from(batch).sort();
  const starts = [...chunkStarts(indices, RECORDS), indices.length];
  return starts.slice(1).map((end, place) => indices.subarray(starts[place]!, end).join(" "));
}

const batches = fc.uniqueArray(fc.nat(RECORDS - 1), { minLength: 1, maxLength: 1_500 });

describe("chunkStarts", () => {
  it("cuts a batch into chunks of at most 64, none of them empty, in their order", () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const chunks = chunksOf(batch);
        expect(chunks.join(" ")).toBe([...batch].sort((a, b) => a - b).join(" "));
        for (const chunk of chunks) {
          expect(chunk).not.toBe("");
          expect(chunk.split(" ").length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  it("leaves all chunks but one as they are where a batch has one more record", () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const [more, ...rest] = batch;
        const before = new Set(chunksOf(rest));
        const after = chunksOf(batch);
        const changed = after.filter((chunk) => !before.has(chunk));
        const gone = [...before].filter((chunk) => !after.includes(chunk));
        expect(changed.join(" ").split(" ")).toContain(String(more));
        expect([1, 2]).toContain(changed.length);
        expect(gone.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("takes all records 64 by 64, and cuts repeats of one by their place", () => {
    const all = Uint32Array.from({ length: 200 }, (_, index) => index);
    expect([...chunkStarts(all, 200)]).toEqual([0, 64, 128, 192]);
    expect([...chunkStarts(new Uint32Array(150).fill(7), 200)]).toEqual([0, 64, 128]);
    expect([...chunkStarts(new Uint32Array(), 200)]).toEqual([]);
    expect([...chunkStarts(Uint32Array.of(0, 0), 1)]).toEqual([0]);
  });
});
