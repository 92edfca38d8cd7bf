import { crc32, deflateSync } from "node:zlib";

/** How a PNG stores pixels. */
export interface PngForm {
  /** Of a sample. */
  readonly bits?: 1 | 8 | 16;
  /** By which pixels are numbered: grey levels. */
  readonly palette?: Uint8Array;
}

/**
 * A PNG of grey pixels, of which every second line is filtered by what is above it where samples are bytes.
 */
export function greyPng(
  width: number,
  height: number,
  pixels: Uint8Array,
  { bits = 8, palette }: PngForm = {},
): Uint8Array {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([bits, palette === undefined ? 0 : 3, 0, 0, 0], 8);
  const lines = Array.from({ length: height }, (_, y) => {
    const row = pixels.subarray(y * width, (y + 1) * width);
    if (bits === 1) return [0, ...packedBits(row)];
    if (bits === 16) return [0, ...Array.from(row, (pixel) => [pixel, pixel]).flat()];
    return y % 2 === 1
      ? [2, ...Array.from(row, (pixel, x) => pixel - pixels[(y - 1) * width + x]!)]
      : [0, ...row];
  });
  const colours = Uint8Array.from(Array.from(palette ?? [], (grey) => [grey, grey, grey]).flat());
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk("IHDR", header),
    ...(palette === undefined ? [] : [pngChunk("PLTE", colours)]),
    pngChunk("IDAT", deflateSync(Uint8Array.from(lines.flat()))),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

/** A part of a PNG with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

function packedBits(row: Uint8Array): number[] {
  return Array.from({ length: Math.ceil(row.length / 8) }, (_, byte) =>
    Array.from({ length: 8 }, (_, bit) => (row[8 * byte + bit] ? 128 >> bit : 0)).reduce((a, b) => a + b),
  );
}
