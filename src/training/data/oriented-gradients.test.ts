import { describe, expect, it } from "vitest";
import { sampleUniform } from "../../random/sample-uniform.js";
import { seededSource } from "../../random/seeded-source.js";
import { examplesFrom } from "./examples-from.js";
import { orientedGradients } from "./oriented-gradients.js";

const SIDE = 8;
const shape = { height: SIDE, width: SIDE, channels: 1 };
const source = seededSource(23);
const picture = Float64Array.from({ length: SIDE * SIDE }, () => sampleUniform(source));

function featuresOf(...pictures: readonly ArrayLike<number>[]): Float32Array {
  const labels = pictures.map(() => 0);
  const examples = examplesFrom(pictures as never, labels, { shape, classes: 2 });
  return orientedGradients(examples).inputs as Float32Array;
}

/** By angles, pixel by pixel and cell by cell. */
function byAngles(pixels: ArrayLike<number>, cell: number): number[] {
  const at = (y: number, x: number) => (y < 0 || x < 0 || y >= SIDE || x >= SIDE ? 0 : pixels[y * SIDE + x]!);
  const cells = SIDE / cell;
  const near = (pixel: number, place: number) =>
    Math.max(0, 1 - Math.abs((pixel + 0.5) / cell - 0.5 - place));
  const histogram = (row: number, column: number): number[] => {
    const votes: number[] = Array(8).fill(0);
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++) {
        const [right, down] = [at(y, x + 1) - at(y, x - 1), at(y + 1, x) - at(y - 1, x)];
        const weight = (near(y, row) * near(x, column) * Math.hypot(right, down)) / Math.sin(Math.PI / 4);
        const angle = (Math.atan2(down, right) + 2 * Math.PI) % (2 * Math.PI);
        const sector = Math.floor(angle / (Math.PI / 4));
        const rest = angle - (sector * Math.PI) / 4;
        votes[sector % 8]! += weight * Math.sin(Math.PI / 4 - rest);
        votes[(sector + 1) % 8]! += weight * Math.sin(rest);
      }
    }
    return votes;
  };
  const all = Array.from({ length: cells * cells }, (_, i) => histogram(Math.floor(i / cells), i % cells));
  const energy = (i: number): number => {
    const far = (j: number) =>
      Math.max(Math.abs(Math.floor(i / cells) - Math.floor(j / cells)), Math.abs((i % cells) - (j % cells)));
    return all.reduce((sum, votes, j) => sum + (far(j) <= 1 ? votes.reduce((s, v) => s + v * v, 0) : 0), 0);
  };
  const roots = all.flatMap((votes, i) => votes.map((v) => Math.sqrt(v / Math.sqrt(energy(i) + 0.5))));
  const squares = roots.reduce((sum, root) => sum + root * root, 0);
  return roots.map((root) => root * Math.sqrt(roots.length / squares));
}

describe("histograms of oriented gradients", () => {
  it.each([1, 2, 4, 8])("are those of angles, in cells of %d pixels", (cell) => {
    const examples = examplesFrom([Array.from(picture)], [0], { shape, classes: 2 });
    const { inputs, shape: cells } = orientedGradients(examples, { cell });
    const expected = byAngles(picture, cell);
    expect(cells).toEqual({ height: SIDE / cell, width: SIDE / cell, channels: 8 });
    for (const [i, value] of expected.entries()) expect(inputs[i]).toBeCloseTo(value, 5);
  });

  it("turn with the picture", () => {
    const turned = Float64Array.from(
      picture,
      (_, i) => picture[(SIDE - 1 - (i % SIDE)) * SIDE + Math.floor(i / SIDE)]!,
    );
    const [before, after] = [featuresOf(picture), featuresOf(turned)];
    for (let y = 0; y < 2; y++) {
      for (let x = 0; x < 2; x++) {
        for (let k = 0; k < 8; k++) {
          expect(after[(x * 2 + (1 - y)) * 8 + ((k + 2) % 8)]).toBeCloseTo(before[(y * 2 + x) * 8 + k]!, 5);
        }
      }
    }
  });

  it("of an example depend on no other, and bytes stand for byte / 255", () => {
    const flat = new Float64Array(SIDE * SIDE);
    const bytes = Uint8Array.from(picture, (value) => Math.round(255 * value));
    const alone = featuresOf(Float64Array.from(bytes, (byte) => byte / 255));
    const among = orientedGradients(examplesFrom(Uint8Array.of(...flat, ...bytes), [0, 1], { shape })).inputs;
    expect(among.subarray(0, alone.length).every((value) => value === 0)).toBe(true);
    for (const [i, value] of alone.entries()) expect(among[alone.length + i]).toBeCloseTo(value, 5);
  });

  it("have mean square 1, whatever the contrast", () => {
    for (const contrast of [1e-30, 1, 1e30]) {
      const features = featuresOf(picture.map((value) => contrast * value));
      const squares = features.reduce((sum, value) => sum + value * value, 0);
      expect(squares / features.length).toBeCloseTo(1, 5);
    }
  });

  it.each([3, 0, -4, 1.5, Number.NaN])("refuse cells of %d pixels", (cell) => {
    const examples = examplesFrom([Array.from(picture)], [0], { shape, classes: 2 });
    expect(() => orientedGradients(examples, { cell })).toThrow(
      /cell must be an integer that divides 8 and 8/,
    );
  });
});
