import { checkNumber } from "../../validate.js";
import { checkDirectory } from "./_internal/check-directory.js";
import { joinPath, nodeFiles } from "./_internal/node-files.js";
import { readBytes } from "./_internal/read-bytes.js";
import { shareArray } from "./_internal/share-array.js";
import { unreadable } from "./_internal/unreadable.js";
import type { Dataset } from "./dataset.js";
import type { Examples } from "./examples.js";
import { type IdxArray, readIdx } from "./read-idx.js";

/** Where the four files are, and how many classes they have. */
export interface IdxClassificationOptions {
  /**
   * Holds `train-images-idx3-ubyte`, `train-labels-idx1-ubyte` and the two of `t10k`, each also as `.gz` or
   * with `.idx`.
   */
  readonly directory: string;
  /** How many classes the labels may name, integer in [2, 256]; default 10. */
  readonly classes?: number;
}

/**
 * Loads a data set in MNIST's four-file layout: MNIST itself, Fashion-MNIST, KMNIST and alike, with images of
 * any size.
 *
 * @param options where the files are and how many classes there are
 * @returns train and test examples in shared memory, one byte per pixel
 * @throws DpError DATA_UNREADABLE a file is missing, foreign, truncated or too long, a label is not a class,
 *   or images and labels do not match; UNSUPPORTED in a web page; OUT_OF_RANGE classes is not such an
 *   integer; BAD_INPUT the directory is no path
 */
export async function loadIdxClassification(options: IdxClassificationOptions): Promise<Dataset> {
  const directory = checkDirectory("loadIdxClassification", options);
  const { classes = 10 } = options;
  checkNumber("loadIdxClassification: classes", classes, { min: 2, max: 256, integer: true });
  const train = await loadSplit(directory, "train", classes);
  const test = await loadSplit(directory, "t10k", classes);
  const [trained, tested] = [train, test].map(({ shape }) => `${shape.height} x ${shape.width}`);
  if (trained !== tested) {
    throw unreadable(directory, `test images have ${tested} pixels`, `${trained}, as for training`);
  }
  return { train, test, source: directory };
}

async function loadSplit(directory: string, split: "train" | "t10k", classes: number): Promise<Examples> {
  const [imagesFile, images] = await loadIdx(directory, `${split}-images`, 3);
  const [labelsFile, labels] = await loadIdx(directory, `${split}-labels`, 1);
  const [count, rows, columns] = images.sizes as [number, number, number];
  if (images.values.length === 0) throw unreadable(imagesFile, "holds no pixels", "at least one image");
  if (labels.values.length !== count) {
    throw unreadable(labelsFile, `holds ${labels.values.length} labels`, `${count}, one for each image`);
  }
  checkLabels(labels.values, classes, labelsFile);
  const shape = { height: rows, width: columns, channels: 1 };
  return { count, shape, classes, inputs: shareArray(images.values), labels: shareArray(labels.values) };
}

async function loadIdx(directory: string, stem: string, dimensions: number): Promise<[string, IdxArray]> {
  const file = await findFile(directory, stem, dimensions);
  const array = readIdx(await readBytes(file, "a readable file"), file);
  if (array.sizes.length !== dimensions) {
    throw unreadable(
      file,
      `has ${array.sizes.length} dimensions`,
      `${dimensions} (magic number 0x80${dimensions})`,
    );
  }
  return [file, array];
}

async function findFile(directory: string, stem: string, dimensions: number): Promise<string> {
  const name = `${stem}-idx${dimensions}-ubyte`;
  const dotted = `${stem}.idx${dimensions}-ubyte`;
  for (const candidate of [name, `${name}.gz`, dotted, `${dotted}.gz`]) {
    const file = joinPath(directory, candidate);
    if (await exists(file)) return file;
  }
  throw unreadable(
    joinPath(directory, name),
    "is missing",
    `it in this directory, also as ${dotted} or with .gz`,
  );
}

async function exists(file: string): Promise<boolean> {
  return nodeFiles()
    .promises.access(file)
    .then(
      () => true,
      () => false,
    );
}

function checkLabels(labels: Uint8Array, classes: number, file: string): void {
  const place = labels.findIndex((label) => label >= classes);
  if (place < 0) return;
  throw unreadable(file, `label ${place} is ${labels[place]}`, `0 to ${classes - 1}`);
}
