import { describe, expect, it } from "vitest";
import { predictionsOf } from "./predictions.js";

const VALUES = Uint8Array.of(7, 3, 9, 4, 0, 0);

describe("predictions", () => {
  it("of the next token stand one position before it, and there is none of the padding", () => {
    const example = { values: VALUES, labels: [], length: 4 };
    expect(predictionsOf("next-token", example)).toEqual([
      { position: 0, label: 3 },
      { position: 1, label: 9 },
      { position: 2, label: 4 },
    ]);
    expect(predictionsOf("next-token", { ...example, length: 1 })).toEqual([]);
  });

  it("of each position are its own label, as far as positions are in use", () => {
    expect(predictionsOf("class-per-position", { values: VALUES, labels: [5, 2, 1, 8], length: 2 })).toEqual([
      { position: 0, label: 5 },
      { position: 1, label: 2 },
    ]);
  });

  it("are those that count: of the next token by its own place, of each position by that", () => {
    const counted = [1, 0, 1, 0, 1, 1];
    expect(predictionsOf("next-token", { values: VALUES, labels: [], length: 4, counted })).toEqual([
      { position: 1, label: 9 },
    ]);
    const labels = [5, 2, 1, 8];
    expect(predictionsOf("class-per-position", { values: VALUES, labels, length: 3, counted })).toEqual([
      { position: 0, label: 5 },
      { position: 2, label: 1 },
    ]);
  });

  it("of a class are one, whatever the length", () => {
    expect(predictionsOf("class", { values: VALUES, labels: [2], length: 5 })).toEqual([
      { position: 0, label: 2 },
    ]);
  });
});
