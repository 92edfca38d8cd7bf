import { describe, expect, it } from "vitest";
import { fillRoundedNormals } from "./fill-rounded-normals.js";
import { sampleRoundedNormal } from "./sample-rounded-normal.js";
import { seededSource } from "./seeded-source.js";

describe("fillRoundedNormals", () => {
  it.each([1, 5, 3_000])("draws %d integers as they are drawn one after the other", (count) => {
    const all = new Float64Array(count);
    fillRoundedNormals(seededSource(count), all, 24);
    const source = seededSource(count);
    expect(all).toEqual(Float64Array.from({ length: count }, () => sampleRoundedNormal(source, 24)));
  });

  it("leaves an empty array, and the source, as they are", () => {
    const source = seededSource(1);
    fillRoundedNormals(source, new Float64Array(), 24);
    expect(sampleRoundedNormal(source, 24)).toBe(sampleRoundedNormal(seededSource(1), 24));
  });

  it("refuses what it documents", () => {
    const refusal = (code: string) => expect.objectContaining({ code });
    const source = seededSource(1);
    const out = new Float64Array(2);
    for (const bits of [-1, 0.5, 32, Number.NaN]) {
      expect(() => fillRoundedNormals(source, out, bits)).toThrow(refusal("OUT_OF_RANGE"));
    }
    expect(() => fillRoundedNormals({} as never, out, 3)).toThrow(refusal("BAD_INPUT"));
    expect(() => fillRoundedNormals(source, 7 as never, 3)).toThrow(refusal("BAD_INPUT"));
  });
});
