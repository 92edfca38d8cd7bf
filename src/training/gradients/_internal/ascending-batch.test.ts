import { describe, expect, it } from "vitest";
import { ascendingBatch } from "./ascending-batch.js";

describe("ascendingBatch", () => {
  it("leaves a batch that is in order as it is", () => {
    const indices = Uint32Array.of(1, 1, 4);
    const joins = Uint8Array.of(1, 0, 1);
    const batch = ascendingBatch(indices, joins);
    expect([batch.indices, batch.joins]).toEqual([indices, joins]);
    expect(batch.indices).toBe(indices);
  });

  it("takes each record's joins along, and repeats in their order", () => {
    const joins = Uint8Array.of(1, 0, 0, 1, 1, 1, 0, 0);
    const batch = ascendingBatch(Uint32Array.of(9, 2, 9, 0), joins);
    expect([...batch.indices]).toEqual([0, 2, 9, 9]);
    expect([...batch.joins!]).toEqual([0, 0, 0, 1, 1, 0, 1, 1]);
  });

  it("changes nothing of what was given", () => {
    const indices = Uint32Array.of(3, 1);
    expect([...ascendingBatch(indices, undefined).indices]).toEqual([1, 3]);
    expect([...indices]).toEqual([3, 1]);
  });
});
