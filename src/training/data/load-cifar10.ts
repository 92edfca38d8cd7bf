import { checkDirectory } from "./_internal/check-directory.js";
import { joinPath } from "./_internal/node-files.js";
import { readBytes } from "./_internal/read-bytes.js";
import { sharedBytes } from "./_internal/shared-bytes.js";
import { unreadable } from "./_internal/unreadable.js";
import type { Dataset } from "./dataset.js";
import type { Examples } from "./examples.js";

const CLASSES = 10;
const CHANNELS = 3;
const PIXELS = 32 * 32;
const INPUT_SIZE = CHANNELS * PIXELS;
const RECORD_SIZE = 1 + INPUT_SIZE;
const BATCH_COUNT = 10_000;
const LAYOUT = `${BATCH_COUNT} records of ${RECORD_SIZE} bytes (CIFAR-10 binary version)`;

/**
 * Loads CIFAR-10 from its binary version: 50,000 training and 10,000 test images of 32 x 32 pixels in red,
 * green and blue.
 *
 * The files store each image colour by colour; the examples have a pixel's three colours side by side
 * (channels last).
 *
 * @param options.directory holds `data_batch_1.bin` to `data_batch_5.bin` and `test_batch.bin`
 * @returns the examples in shared memory
 * @throws DpError DATA_UNREADABLE a file is missing, of another length, or holds a label above 9; UNSUPPORTED
 *   in a web page; BAD_INPUT the directory is no path
 * @see Krizhevsky, "Learning Multiple Layers of Features from Tiny Images", 2009
 */
export async function loadCifar10(options: { readonly directory: string }): Promise<Dataset> {
  const directory = checkDirectory("loadCifar10", options);
  const trainNames = [1, 2, 3, 4, 5].map((batch) => `data_batch_${batch}.bin`);
  return {
    train: await loadBatches(directory, trainNames),
    test: await loadBatches(directory, ["test_batch.bin"]),
    source: directory,
  };
}

/** Examples as the files have them: one byte for a colour, one for a label. */
interface Images extends Examples {
  readonly inputs: Uint8Array;
  readonly labels: Uint8Array;
}

async function loadBatches(directory: string, names: readonly string[]): Promise<Examples> {
  const count = names.length * BATCH_COUNT;
  const examples: Images = {
    count,
    shape: { height: 32, width: 32, channels: CHANNELS },
    classes: CLASSES,
    inputs: sharedBytes(count * INPUT_SIZE),
    labels: sharedBytes(count),
  };
  for (const [batch, name] of names.entries()) {
    const file = joinPath(directory, name);
    copyBatch(await readBytes(file, LAYOUT), file, examples, batch * BATCH_COUNT);
  }
  return examples;
}

function copyBatch(bytes: Uint8Array, file: string, into: Images, first: number): void {
  if (bytes.length !== BATCH_COUNT * RECORD_SIZE) throw unreadable(file, `has ${bytes.length} bytes`, LAYOUT);
  for (let record = 0; record < BATCH_COUNT; record++) {
    const start = record * RECORD_SIZE;
    const label = bytes[start]!;
    if (label >= CLASSES) throw unreadable(file, `label ${record} is ${label}`, `0 to ${CLASSES - 1}`);
    into.labels[first + record] = label;
    const planes = bytes.subarray(start + 1, start + RECORD_SIZE);
    interleave(planes, into.inputs.subarray((first + record) * INPUT_SIZE));
  }
}

/** Three planes of 1024 bytes become 1024 pixels of three bytes. */
function interleave(planes: Uint8Array, pixels: Uint8Array): void {
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    for (let channel = 0; channel < CHANNELS; channel++) {
      pixels[CHANNELS * pixel + channel] = planes[channel * PIXELS + pixel]!;
    }
  }
}
