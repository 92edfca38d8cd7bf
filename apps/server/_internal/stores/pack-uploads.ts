import type { StoredRow, Upload } from "../../../../src/federated/shuffler/shuffler-store.js";

/**
 * Uploads as one block of bytes, which goes to another thread without a copy. Between any two fields stands
 * the next one's length.
 */
export function packUploads(uploads: readonly Upload[]): Uint8Array<ArrayBuffer> {
  const fields = uploads.flatMap(({ sender, rows }) => [
    Uint8Array.of(rows.length),
    sender,
    ...rows.flatMap(({ key, bytes }) => [key, bytes]),
  ]);
  const packed = new Uint8Array(fields.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  const view = new DataView(packed.buffer);
  let offset = 0;
  for (const field of fields) {
    view.setUint32(offset, field.length);
    packed.set(field, offset + LENGTH_BYTES);
    offset += LENGTH_BYTES + field.length;
  }
  return packed;
}

/** What {@link packUploads} packed: views of the block. */
export function unpackUploads(packed: Uint8Array): readonly Upload[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  let offset = 0;
  const next = (): Uint8Array => {
    const start = offset + LENGTH_BYTES;
    offset = start + view.getUint32(offset);
    return packed.subarray(start, offset);
  };
  const uploads: Upload[] = [];
  while (offset < packed.length) {
    const [count] = next();
    const sender = next();
    const rows: StoredRow[] = [];
    for (let row = 0; row < count!; row++) rows.push({ key: next(), bytes: next() });
    uploads.push({ sender, rows });
  }
  return uploads;
}

const LENGTH_BYTES = 4;
