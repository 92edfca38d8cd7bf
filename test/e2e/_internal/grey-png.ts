import { deflateSync } from "node:zlib";

/** A PNG of grey pixels, of which every second line is filtered by what is above it. */
export function greyPng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([8, 0, 0, 0, 0], 8);
  const lines = Uint8Array.from({ length: height * (width + 1) }, (_, i) => {
    const [y, x] = [Math.floor(i / (width + 1)), (i % (width + 1)) - 1];
    const isDifference = y % 2 === 1;
    if (x < 0) return isDifference ? 2 : 0;
    return pixels[y * width + x]! - (isDifference ? pixels[(y - 1) * width + x]! : 0);
  });
  const chunk = (type: string, data: Uint8Array): Uint8Array => {
    const bytes = new Uint8Array(12 + data.length);
    new DataView(bytes.buffer).setUint32(0, data.length);
    bytes.set(new TextEncoder().encode(type), 4);
    bytes.set(data, 8);
    return bytes;
  };
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", new Uint8Array()),
  ]);
}
