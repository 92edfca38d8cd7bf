import { describe, expect, it } from "vitest";
import { seededSource } from "../random/index.js";
import { hadamardResponse } from "./hadamard-response.js";
import { localHashing } from "./local-hashing.js";
import { subsetSelection } from "./subset-selection.js";
import { unaryEncoding } from "./unary-encoding.js";

const source = seededSource(63);
const refusal = (code: string) => expect.objectContaining({ code });

describe("frequency randomizers' errors", () => {
  it.each<[string, string, () => unknown]>([
    [
      "OUT_OF_RANGE",
      "subsetSelection: subsetSize",
      () => subsetSelection({ localEpsilon: 1, categories: 4, subsetSize: 4 }),
    ],
    [
      "OUT_OF_RANGE",
      "subsetSelection: localEpsilon",
      () => subsetSelection({ localEpsilon: 31, categories: 4 }),
    ],
    ["OUT_OF_RANGE", "unaryEncoding: categories", () => unaryEncoding({ localEpsilon: 1, categories: 1 })],
    [
      "OUT_OF_RANGE",
      "hadamardResponse: categories",
      () => hadamardResponse({ localEpsilon: 1, categories: 2.5 }),
    ],
    [
      "OUT_OF_RANGE",
      "localHashing: hashRange must be a prime, got 9",
      () => localHashing({ localEpsilon: 1, categories: 4, hashRange: 9 }),
    ],
    [
      "OUT_OF_RANGE",
      "localHashing: hashRange",
      () => localHashing({ localEpsilon: 1, categories: 4, hashRange: 1 }),
    ],
    [
      "OUT_OF_RANGE",
      "hadamardResponse: value",
      () => hadamardResponse({ localEpsilon: 1, categories: 4 }).randomize(source, 4),
    ],
    [
      "OUT_OF_RANGE",
      "localHashing: value",
      () => localHashing({ localEpsilon: 1, categories: 4 }).randomize(source, -1),
    ],
    [
      "OUT_OF_RANGE",
      "subsetSelection: value",
      () => subsetSelection({ localEpsilon: 1, categories: 4 }).randomize(source, 4),
    ],
    [
      "OUT_OF_RANGE",
      "unaryEncoding: value",
      () => unaryEncoding({ localEpsilon: 1, categories: 4 }).randomize(source, Number.NaN),
    ],
    [
      "BAD_INPUT",
      "unaryEncoding: reports must be at least one report",
      () => unaryEncoding({ localEpsilon: 1, categories: 4 }).decodeHistogram([]),
    ],
    [
      "OUT_OF_RANGE",
      "unaryEncoding: report[1]",
      () => unaryEncoding({ localEpsilon: 1, categories: 4 }).encode(Uint32Array.of(2, 2)),
    ],
    [
      "OUT_OF_RANGE",
      "unaryEncoding: reports[1][0]",
      () =>
        unaryEncoding({ localEpsilon: 1, categories: 4 }).decodeHistogram([
          Uint32Array.of(2),
          Uint32Array.of(4),
        ]),
    ],
    [
      "OUT_OF_RANGE",
      "unaryEncoding: report[0]",
      () => unaryEncoding({ localEpsilon: 1, categories: 4 }).decode(Uint8Array.of(16)),
    ],
    [
      "BAD_INPUT",
      "unaryEncoding: bytes",
      () => unaryEncoding({ localEpsilon: 1, categories: 4 }).decode(Uint8Array.of(1, 1)),
    ],
    [
      "BAD_INPUT",
      "subsetSelection: report must have 2 categories",
      () => subsetSelection({ localEpsilon: 0.1, categories: 4 }).encode(Uint32Array.of(1)),
    ],
    [
      "OUT_OF_RANGE",
      "hadamardResponse: report",
      () => hadamardResponse({ localEpsilon: 1, categories: 4 }).supports(8, 1),
    ],
    [
      "OUT_OF_RANGE",
      "hadamardResponse: reports[0]",
      () => hadamardResponse({ localEpsilon: 1, categories: 4 }).decodeHistogram([8]),
    ],
    [
      "OUT_OF_RANGE",
      "hadamardResponse: categories of a histogram",
      () => hadamardResponse({ localEpsilon: 1, categories: 2 ** 27 }).decodeHistogram([8]),
    ],
    [
      "OUT_OF_RANGE",
      "localHashing: reports to tell apart",
      () => localHashing({ localEpsilon: 8, categories: 2 ** 20 }).decodeHistogram([8]),
    ],
    [
      "OUT_OF_RANGE",
      "localHashing: holders",
      () => localHashing({ localEpsilon: 8, categories: 4 }).countVariance(2, 3),
    ],
  ])("%s: %s", (code, words, act) => {
    expect(act).toThrow(refusal(code));
    expect(act).toThrow(words);
  });
});
