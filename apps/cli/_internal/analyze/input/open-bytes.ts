import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { readingProgress } from "./reading-progress.js";

/** The name that stands for standard input. */
export const STANDARD_INPUT = "-";

const GZIP = [0x1f, 0x8b];

/**
 * The bytes of a file, or of standard input; unpacked where they begin as gzip does, whatever the file's
 * name.
 */
export async function* openBytes(file: string): AsyncGenerator<Uint8Array> {
  const bytes = file === STANDARD_INPUT ? process.stdin : fileBytes(file);
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const start = await leadingBytes(chunks, GZIP.length);
  const all = Readable.from(followed(start, chunks), { objectMode: false });
  if (!GZIP.every((byte, index) => start[index] === byte)) return yield* all;
  const unpacked = createGunzip();
  all.on("error", (error) => unpacked.destroy(error));
  yield* all.pipe(unpacked);
}

async function* fileBytes(file: string): AsyncGenerator<Uint8Array> {
  const progress = readingProgress(statSync(file).size);
  const stream = createReadStream(file);
  try {
    for await (const chunk of stream) {
      yield chunk;
      progress.update(stream.bytesRead);
    }
  } finally {
    progress.stop();
  }
}

/** At least this number of the first bytes, where the file has them. */
async function leadingBytes(chunks: AsyncIterator<Uint8Array>, count: number): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < count) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* followed(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}
