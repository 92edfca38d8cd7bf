import { DpError } from "../../../../src/errors.js";
import type { Shape } from "../../../../src/training/layers/shape.js";
import type { Picture } from "../../../shared/predict/picture.js";
import { isPng, readPng } from "./read-png.js";

/**
 * Netpbm's binary formats: their name, width, height and the largest sample, each behind white space, then
 * the samples.
 */
const NETPBM = /^P([56])\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+(255)\s/;

/**
 * The pixels of a PNG, PGM or PPM file as a model of this shape takes them: grey, or red, green and blue one
 * after the other.
 */
export async function readPicture(bytes: Uint8Array, name: string, shape: Shape): Promise<Uint8Array> {
  const picture = await decoded(bytes, name);
  const { width, height } = picture;
  if (width !== shape.width || height !== shape.height) {
    throw unreadable(name, `it has ${width} x ${height} pixels`, `${shape.width} x ${shape.height} pixels`);
  }
  return withChannels(picture, shape.channels);
}

async function decoded(bytes: Uint8Array, name: string): Promise<Picture> {
  try {
    return isPng(bytes) ? await readPng(bytes) : readNetpbm(bytes);
  } catch (cause) {
    throw unreadable(name, (cause as Error).message, "a PNG, a PGM or a PPM", cause);
  }
}

function readNetpbm(bytes: Uint8Array): Picture {
  const head = NETPBM.exec(String.fromCharCode(...bytes.subarray(0, 512)));
  if (head === null) throw new Error("it is no picture of a known format");
  const [all, format, width, height] = head;
  const picture = { width: Number(width), height: Number(height), channels: format === "5" ? 1 : 3 };
  const size = picture.width * picture.height * picture.channels;
  const values = bytes.subarray(all.length, all.length + size);
  if (size === 0 || values.length !== size) throw new Error("it is truncated");
  return { ...picture, values };
}

/** Grey from colours by Rec. 601's weights; colours from grey by the same value thrice. */
function withChannels({ channels, values }: Picture, wanted: number): Uint8Array {
  if (channels === wanted) return values.slice();
  const pixels = values.length / channels;
  if (channels === 1)
    return Uint8Array.from({ length: pixels * wanted }, (_, i) => values[Math.floor(i / wanted)]!);
  return Uint8Array.from({ length: pixels }, (_, i) =>
    Math.round(0.299 * values[3 * i]! + 0.587 * values[3 * i + 1]! + 0.114 * values[3 * i + 2]!),
  );
}

function unreadable(name: string, problem: string, allowed: string, cause?: unknown): DpError {
  const message = `${name}: ${problem}; give ${allowed}`;
  return new DpError("DATA_UNREADABLE", message, { parameter: "--image", value: name, allowed }, cause);
}
