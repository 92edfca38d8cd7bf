import { describe, expect, it } from "vitest";
import { examplesFrom, type InputArray } from "./examples-from.js";

const SHAPE = { height: 2, width: 1, channels: 2 };

describe("examplesFrom", () => {
  it("takes bytes, floats and rows, and copies them into shared memory", () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const images = examplesFrom(bytes, [1, 0], { shape: SHAPE });
    bytes.fill(0);
    expect(images).toMatchObject({ count: 2, shape: SHAPE, classes: 2 });
    expect([...images.inputs]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(images.inputs).toBeInstanceOf(Uint8Array);
    const vector = { height: 1, width: 1, channels: 2 };
    for (const inputs of [
      Float32Array.of(0.5, -1, 2, 3),
      Float64Array.of(0.5, -1, 2, 3),
      [[0.5, -1], Int8Array.of(2, 3)],
    ]) {
      const floats = examplesFrom(inputs, Int32Array.of(0, 4));
      expect(floats).toMatchObject({ count: 2, shape: vector, classes: 5 });
      expect(floats.inputs).toEqual(Float32Array.of(0.5, -1, 2, 3));
      expect([...floats.labels]).toEqual([0, 4]);
      for (const { buffer } of [floats.inputs, floats.labels])
        expect(buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  it("copies floats too", () => {
    const floats = Float32Array.of(1, 2);
    const { inputs } = examplesFrom(floats, [0, 1]);
    floats.fill(9);
    expect([...inputs]).toEqual([1, 2]);
  });

  it("keeps labels beyond a byte", () => {
    const { labels, classes } = examplesFrom([[1], [2]], [0, 70_000]);
    expect([...labels]).toEqual([0, 70_000]);
    expect(classes).toBe(70_001);
  });

  it.each<[string, unknown, unknown, object | undefined, string, RegExp]>([
    [
      "no examples",
      [],
      [],
      undefined,
      "BAD_INPUT",
      /labels must be an array of at least one class number, got \[\]/,
    ],
    [
      "empty rows",
      [[], []],
      [0, 1],
      undefined,
      "BAD_INPUT",
      /inputs must be a positive multiple of the 2 labels/,
    ],
    ["no labels", [[1]], undefined, undefined, "BAD_INPUT", /labels must be an array/],
    ["labels as text", [[1]], "0", undefined, "BAD_INPUT", /labels must be an array/],
    ["a flat list", [1, 2], [0, 1], undefined, "BAD_INPUT", /inputs must be a Uint8Array.*rows of numbers/],
    ["an object", {}, [0], undefined, "BAD_INPUT", /inputs must be a Uint8Array/],
    ["a ragged row", [[1, 2], [3]], [0, 1], undefined, "BAD_INPUT", /inputs\[1\] must be a row of 2 numbers/],
    [
      "NaN in a row",
      [
        [1, 2],
        [3, NaN],
      ],
      [0, 1],
      undefined,
      "OUT_OF_RANGE",
      /inputs\[1\]\[1\] must be .*got NaN/,
    ],
    ["a word in a row", [["1"]], [0], undefined, "OUT_OF_RANGE", /inputs\[0\]\[0\] must be .*got "1"/],
    [
      "an infinite float",
      Float32Array.of(1, Infinity),
      [0, 1],
      undefined,
      "OUT_OF_RANGE",
      /inputs\[1\].*got Infinity/,
    ],
    [
      "beyond single precision",
      Float64Array.of(1, 1e39),
      [0, 1],
      undefined,
      "OUT_OF_RANGE",
      /inputs\[1\].*got 1e\+39/,
    ],
    [
      "too many labels",
      new Uint8Array(8),
      [0, 1, 0],
      { shape: SHAPE },
      "BAD_INPUT",
      /must be 3 labels times 4 values, got "8 values"/,
    ],
    ["half an example", new Uint8Array(7), [0, 1], undefined, "BAD_INPUT", /multiple of the 2 labels/],
    [
      "a label beyond the classes",
      [[1], [2]],
      [0, 2],
      { classes: 2 },
      "OUT_OF_RANGE",
      /labels\[1\] must be an integer in \[0, 1\], got 2/,
    ],
    ["a negative label", [[1], [2]], [0, -1], undefined, "OUT_OF_RANGE", /labels\[1\]/],
    ["half a label", [[1], [2]], [0, 0.5], undefined, "OUT_OF_RANGE", /labels\[1\].*got 0.5/],
    ["a label that is NaN", [[1], [2]], [NaN, 1], undefined, "OUT_OF_RANGE", /labels\[0\].*got NaN/],
    ["one class", [[1], [2]], [0, 0], { classes: 1 }, "OUT_OF_RANGE", /classes must be an integer in \[2/],
    [
      "no width",
      [[1]],
      [0],
      { shape: { ...SHAPE, width: 0 } },
      "OUT_OF_RANGE",
      /shape.width must be an integer >= 1, got 0/,
    ],
    [
      "a shape with depth",
      [[1]],
      [0],
      { shape: { ...SHAPE, depth: 2 } },
      "BAD_INPUT",
      /shape.depth must be absent/,
    ],
  ])("refuses %s", (_, inputs, labels, options, code, message) => {
    const make = () => examplesFrom(inputs as InputArray, labels as number[], options);
    expect(make).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });
});

it("rows are as many as labels", () => {
  expect(() =>
    examplesFrom(
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
      ],
      [0, 1],
    ),
  ).toThrow(/4 rows/);
});
