import type { Picture } from "../../../shared/predict/picture.js";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Where the header's width and height stand, and where it ends. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;
const HEADER_END = 33;

/** Against headers that ask for more memory than there is: no model here reads such pictures. */
const MAX_PIXELS = 2 ** 24;

/** Whether a file says that it is a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/**
 * The pixels of a PNG in red, green and blue of 8 bits; palettes, other depths and interlacing are read,
 * transparency is left out.
 *
 * @throws Error what is wrong with it, in words
 */
export async function readPng(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length < HEADER_END) throw new Error("it is truncated");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const width = view.getUint32(WIDTH_AT);
  const height = view.getUint32(HEIGHT_AT);
  if (width === 0 || height === 0 || width * height > MAX_PIXELS)
    throw new Error(`it has ${width} x ${height} pixels`);
  const samples = await decoded(bytes);
  const values = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    values.set(samples.subarray(4 * pixel, 4 * pixel + 3), 3 * pixel);
  }
  return { width, height, channels: 3, values };
}

/**
 * Red, green, blue and opacity of each pixel; checksums are checked, and no more is inflated than the header
 * says.
 */
async function decoded(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: png } = await import("pngjs"); // CommonJS: in the bundle it has no other name
  try {
    return png.PNG.sync.read(Buffer.from(bytes)).data;
  } catch (cause) {
    throw new Error(`it is damaged (${(cause as Error).message})`, { cause });
  }
}
