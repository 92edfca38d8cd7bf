import { inflateSync } from "node:zlib";
import type { Picture } from "./picture.js";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Against archives that blow up, and pictures that no model here reads. */
const MOST_PIXELS = 2 ** 24;

/** Samples of a pixel, by PNG's colour type; palettes are not read. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Whether a file says that it is a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/**
 * The pixels of a PNG of 8 bits a sample, grey or in colours, without interlacing; transparency is left out.
 *
 * @throws Error what is wrong with it, in words
 * @see W3C, "Portable Network Graphics (PNG) Specification", third edition
 */
export function readPng(bytes: Uint8Array): Picture {
  const chunks = chunksOf(bytes);
  const [header] = chunks;
  if (header?.type !== "IHDR" || header.data.length !== 13) throw new Error("it has no header");
  const view = viewOf(header.data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, colour, , , interlace] = header.data.subarray(8);
  const channels = CHANNELS[colour!];
  if (depth !== 8 || channels === undefined || interlace !== 0) {
    throw new Error("it is not of 8 bits a sample, grey or RGB, without palette and interlacing");
  }
  if (width === 0 || height === 0 || width * height > MOST_PIXELS)
    throw new Error(`it has ${width} x ${height} pixels`);
  const packed = joined(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const size = height * (1 + width * channels);
  const lines = inflateSync(packed, { maxOutputLength: size });
  if (lines.length !== size) throw new Error("it is truncated");
  const samples = unfiltered(lines, height, channels);
  const kept = channels < 3 ? 1 : 3;
  const values = Uint8Array.from(
    { length: width * height * kept },
    (_, i) => samples[Math.floor(i / kept) * channels + (i % kept)]!,
  );
  return { width, height, channels: kept, values };
}

function chunksOf(bytes: Uint8Array): { readonly type: string; readonly data: Uint8Array }[] {
  const chunks = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = viewOf(bytes).getUint32(at);
    if (at + 12 + length > bytes.length) throw new Error("it is truncated");
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Undoes the filters: each byte was written as its difference from what is left of it, above, or both. */
function unfiltered(lines: Uint8Array, height: number, channels: number): Uint8Array {
  const row = lines.length / height - 1;
  const values = new Uint8Array(height * row);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (row + 1)]!;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < channels ? 0 : values[at - channels]!;
      const above = y === 0 ? 0 : values[at - row]!;
      const corner = x < channels || y === 0 ? 0 : values[at - row - channels]!;
      values[at] = lines[y * (row + 1) + 1 + x]! + predicted(filter, left, above, corner);
    }
  }
  return values;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter > 4) throw new Error(`it has a filter ${filter}`);
  return [0, left, above, Math.floor((left + above) / 2), paeth(left, above, corner)][filter]!;
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
