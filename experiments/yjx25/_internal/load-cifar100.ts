import { joinPath } from "../../../src/training/data/_internal/node-files.js";
import { readBytes } from "../../../src/training/data/_internal/read-bytes.js";
import { sharedBytes } from "../../../src/training/data/_internal/shared-bytes.js";
import { unreadable } from "../../../src/training/data/_internal/unreadable.js";
import type { Dataset } from "../../../src/training/data/dataset.js";
import type { Examples } from "../../../src/training/data/examples.js";

const CLASSES = 100;
const PIXELS = 32 * 32;
const CHANNELS = 3;
/** A coarse label, a fine one, and the three planes of colour. */
const RECORD_SIZE = 2 + CHANNELS * PIXELS;
const LAYOUT = `records of ${RECORD_SIZE} bytes (CIFAR-100 binary version)`;

/**
 * Loads CIFAR-100 from its binary version, with the 100 fine labels: `train.bin` and `test.bin`, 50,000 and
 * 10,000 records as they are published.
 *
 * @throws DpError DATA_UNREADABLE a file is missing, no whole number of records, or holds a label above 99
 */
export async function loadCifar100(directory: string): Promise<Dataset> {
  return {
    train: await loadRecords(joinPath(directory, "train.bin")),
    test: await loadRecords(joinPath(directory, "test.bin")),
    source: directory,
  };
}

async function loadRecords(file: string): Promise<Examples> {
  const bytes = await readBytes(file, LAYOUT);
  const count = bytes.length / RECORD_SIZE;
  if (!Number.isInteger(count) || count === 0) throw unreadable(file, `has ${bytes.length} bytes`, LAYOUT);
  const inputs = sharedBytes(count * CHANNELS * PIXELS);
  const labels = sharedBytes(count);
  for (let record = 0; record < count; record++) {
    const start = record * RECORD_SIZE;
    const label = bytes[start + 1]!;
    if (label >= CLASSES) throw unreadable(file, `label ${record} is ${label}`, `0 to ${CLASSES - 1}`);
    labels[record] = label;
    interleave(bytes, start + 2, inputs.subarray(record * CHANNELS * PIXELS));
  }
  return { count, shape: { height: 32, width: 32, channels: CHANNELS }, classes: CLASSES, inputs, labels };
}

/** Three planes become pixels of three bytes. */
function interleave(bytes: Uint8Array, start: number, pixels: Uint8Array): void {
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    for (let channel = 0; channel < CHANNELS; channel++) {
      pixels[CHANNELS * pixel + channel] = bytes[start + channel * PIXELS + pixel]!;
    }
  }
}
