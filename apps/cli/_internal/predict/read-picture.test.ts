import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { greyPng, pngChunk } from "../../../../test/e2e/_internal/grey-png.js";
import { readPicture } from "./read-picture.js";

const [width, height] = [12, 6];
const shape = { width, height, channels: 1 };
const pixels = Uint8Array.from({ length: width * height }, (_, i) => (i * 37) % 256);
const read = (bytes: Uint8Array) => readPicture(bytes, "--image it", shape);

describe("readPicture", () => {
  it("reads a PNG of whatever depth, or with a palette", async () => {
    expect(await read(greyPng(width, height, pixels))).toEqual(pixels);
    expect(await read(greyPng(width, height, pixels, { bits: 16 }))).toEqual(pixels);
    const bits = pixels.map((pixel) => pixel & 1);
    expect(await read(greyPng(width, height, bits, { bits: 1 }))).toEqual(bits.map((bit) => 255 * bit));
    const numbers = pixels.map((pixel) => pixel % 3);
    const palette = Uint8Array.of(7, 200, 90);
    const shown = numbers.map((number) => palette[number]!);
    expect(await read(greyPng(width, height, numbers, { palette }))).toEqual(shown);
    const inColours = await readPicture(greyPng(width, height, pixels), "it", { ...shape, channels: 3 });
    expect(inColours).toEqual(Uint8Array.from(Array.from(pixels, (pixel) => [pixel, pixel, pixel]).flat()));
  });

  it("finds a byte that is wrong, wherever it stands", async () => {
    const good = greyPng(width, height, pixels);
    const data = good.indexOf("IDAT".charCodeAt(0), 33);
    for (const at of [17, 24, 25, 30, data + 2, data + 6, data + 9, good.length - 20, good.length - 14]) {
      const bad = good.slice();
      bad[at]! ^= 1;
      await expect(read(bad), `byte ${at}`).rejects.toThrow(/^--image it: it (is damaged|has)/);
    }
    for (const length of [8, 20, 33, data, good.length - 30, good.length - 13]) {
      await expect(read(good.slice(0, length)), `${length} bytes`).rejects.toThrow(
        /it is (damaged|truncated)/,
      );
    }
  });

  it("inflates no more than the header says, and no pictures of any size", { tags: ["slow"] }, async () => {
    const good = greyPng(width, height, pixels);
    const header = good.subarray(0, 33);
    const much = deflateSync(new Uint8Array(2 ** 26));
    const bomb = Buffer.concat([header, pngChunk("IDAT", much), pngChunk("IEND", new Uint8Array())]);
    await expect(read(bomb)).rejects.toThrow(/it is damaged/);
    const huge = good.slice();
    new DataView(huge.buffer, huge.byteOffset).setUint32(16, 2 ** 31 - 1);
    await expect(read(huge)).rejects.toThrow(/it has 2147483647 x 6 pixels; give a PNG/);
  });
});
