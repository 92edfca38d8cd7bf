import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { seededSource } from "../../../../src/random/seeded-source.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { initialWeights } from "../../../../src/training/models/initial-weights.js";
import { openPredictor, type Predictor } from "../../../../src/training/prediction/predictor.js";
import { byteTokenizer } from "../../../../src/training/text/byte-tokenizer.js";
import { loadTokenizer } from "../../../../src/training/text/load-tokenizer.js";
import { writeTinyTokenizer } from "../../../../test/e2e/_internal/tiny-tokenizer.js";
import { loadTask } from "./load-task.js";
import type { LoadedTask } from "./loaded-task.js";

const root = mkdtempSync(join(tmpdir(), "croupier-tasks-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Hears what was cut. */
const warn = vi.fn();

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const directory = join(root, name);
  mkdirSync(directory);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  return directory;
}

const configOf = (model: string, task: string, sequenceLength: number) =>
  ({ model, task, sequenceLength }) as unknown as TrainConfig;

/** A model at its start. */
async function predictorOf(config: TrainConfig) {
  const model = baseModel(config);
  return openPredictor({ model, weights: initialWeights(model, seededSource(1)) });
}

/** A task whose model answers the same class to everything. */
async function constantAnswer(task: LoadedTask, config: TrainConfig, answer: number) {
  const model = baseModel(config);
  const weights = new Float32Array(initialWeights(model, seededSource(1)).length);
  const classes = task.classes!.length;
  weights[weights.length - classes + answer] = 1;
  return task.measure(await openPredictor({ model, weights }), 1).scores;
}

describe("texts in two classes", () => {
  const config = configOf("byte-bert", "sst-2", 16);
  const table = (labels: readonly number[]) =>
    `sentence\tlabel\n${labels.map((label, i) => `text ${i}\t${label}\n`).join("")}`;

  it("are measured on the test split: F1 of class 1 and Matthews' correlation", async () => {
    const directory = folderOf("two", {
      "train.tsv": table([0, 1, 0, 0, 0, 0, 0, 0]),
      "dev.tsv": table([1, 1, 1, 0]),
    });
    const task = await loadTask(config, { path: directory, warn });
    expect(task.classes).toEqual(["0", "1"]);
    // Precision 3 / 4, recall 1.
    expect(await constantAnswer(task, config, 1)).toEqual({ f1: 6 / 7, matthews: 0 });
    expect(await constantAnswer(task, config, 0)).toEqual({ f1: 0, matthews: 0 });
  });
});

describe("texts in three classes", () => {
  it("are measured by the mean F1 of the classes", async () => {
    const config = configOf("byte-bert", "mnli", 16);
    const kinds = ["entailment", "neutral", "contradiction", "contradiction"];
    const table = `sentence1\tsentence2\tgold_label\n${kinds.map((kind, i) => `a ${i}\tb\t${kind}\n`).join("")}`;
    const task = await loadTask(config, {
      path: folderOf("three", { "train.tsv": table, "dev_matched.tsv": table }),
      warn,
    });
    // Of the third class precision 2 / 4 and recall 1; nothing of the others.
    expect((await constantAnswer(task, config, 2)).f1).toBeCloseTo(2 / 3 / 3, 12);
    expect((await constantAnswer(task, config, 0)).f1).toBeCloseTo(2 / 5 / 3, 12);
  });
});

describe("texts of fewer classes than there are", () => {
  it("are measured by the mean F1 of the classes that occur in the test split, or are predicted", async () => {
    const config = configOf("byte-bert", "mnli", 16);
    const table = (kinds: readonly string[]) =>
      `sentence1\tsentence2\tgold_label\n${kinds.map((kind, i) => `a ${i}\tb\t${kind}\n`).join("")}`;
    const files = {
      "train.tsv": table(["entailment", "neutral", "contradiction"]),
      "dev_matched.tsv": table(["neutral", "neutral", "contradiction"]),
    };
    const task = await loadTask(config, { path: folderOf("fewer", files), warn });
    // Of the second class precision 2 / 3 and recall 1; nothing of the third; the first neither occurs nor is
    // predicted.
    expect((await constantAnswer(task, config, 1)).f1).toBeCloseTo(4 / 5 / 2, 12);
    expect((await constantAnswer(task, config, 0)).f1).toBe(0);
  });
});

describe("plain text", () => {
  const config = configOf("byte-gpt", "text", 8);

  it("is measured in bits for each byte that is predicted: neither the first of a window nor the end", async () => {
    const directory = folderOf("text", { "train.txt": "some text", "test.txt": "0123456789abc" });
    const task = await loadTask(config, { path: directory, warn });
    const { scores, sample } = task.measure(await predictorOf(config), Math.LN2);
    // Windows of 8 and of 5 bytes and the end: 7 + 5 predictions, of which one is no byte.
    expect(scores.bitsPerByte).toBeCloseTo(12 / 11, 12);
    expect(sample).toMatchObject({ prompt: "0123456789abc", temperature: 0.8 });
  });

  it("has no more bytes than there are, whatever a tokenizer writes between its tokens", async () => {
    writeTinyTokenizer(join(root, "tokenizer"));
    const tokenizer = await loadTokenizer({ directory: join(root, "tokenizer") });
    const signs = "[]".repeat(8);
    expect(tokenizer.decode(tokenizer.encode(signs)).length).toBeGreaterThan(signs.length);
    const spaced = { ...config, vocabulary: tokenizer.vocabulary };
    const directory = folderOf("signs", { "train.txt": "some text", "test.txt": signs });
    const { scores } = (await loadTask(spaced, { path: directory, tokenizer, warn })).measure(
      await predictorOf(spaced),
      Math.LN2,
    );
    // Of 16 tokens 14 are predicted: the first of both windows is not.
    expect(scores.bitsPerByte).toBeCloseTo(14 / 16, 12);
  });

  it("begins its sample with whole characters", async () => {
    const text = `\n\n${"a".repeat(39)}${"😀".repeat(9)}`;
    const directory = folderOf("faces", { "train.txt": "some text", "test.txt": text });
    const { sample } = (await loadTask(config, { path: directory, warn })).measure(
      await predictorOf(config),
      1,
    );
    expect(sample!.prompt).toBe(`${"a".repeat(39)}😀`);
  });

  it("is refused before it is trained on where no byte of the test split can be predicted", async () => {
    const directory = folderOf("byte", { "train.txt": "some text", "test.txt": "x" });
    await expect(loadTask(config, { path: directory, warn })).rejects.toMatchObject({
      code: "DATA_UNREADABLE",
      message: `${directory}: nothing of its test split can be predicted; give a test split with text behind the first token`,
    });
  });
});

describe("meanings", () => {
  const rows = (meaning: string, texts: readonly string[]) =>
    texts.map((text) => `"${meaning}",${text}\n`).join("");
  const files = (test: string) => ({
    "trainset.csv": `mr,ref\n${rows("name[A], food[B]", ["A has B."])}`,
    "testset_w_refs.csv": `mr,ref\n${test}`,
  });
  const load = (name: string, length: number, test: string) => {
    warn.mockClear();
    return loadTask(configOf("byte-gpt", "e2e", length), { path: folderOf(name, files(test)), warn });
  };

  it("are put into words once each, and held against all of their texts", async () => {
    const test = rows("x[1]", ["One.", "It is one."]) + rows("x[2]", ["Two."]);
    const task = await load("whole", 24, test);
    expect(warn).not.toHaveBeenCalled();
    const { scores, sample } = task.measure(await predictorOf(configOf("byte-gpt", "e2e", 24)), Math.LN2);
    expect(scores.generated).toBe(2);
    expect(sample).toMatchObject({ prompt: "x[1] || ", temperature: 0 });
    // "One." and the end, behind the meaning, which is given; likewise the others.
    const bytes = [4, 10, 4];
    const total = bytes.reduce((sum, each) => sum + each);
    expect(scores.bitsPerByte).toBeCloseTo((total + 3) / total, 12);
  });

  it("are given: positions of the text that says one count, and no others", async () => {
    const { data } = await load("given", 24, rows("x[1]", ["One."]));
    const given = "x[1] || ".length;
    const learned = "One.".length + 1;
    expect(Array.from(data.test.counted!)).toEqual([
      ...Array(given).fill(0),
      ...Array(learned).fill(1),
      ...Array(24 - given - learned).fill(0),
    ]);
  });

  it("are right where a text is one of their own, not another meaning's", async () => {
    const [first, second] = ["tea is hot by a pier", "rain fell on every road today"];
    const test = rows("x[1]", [first!, "it is tea"]) + rows("x[2]", [second!]);
    const task = await load("own", 40, test);
    const model = baseModel(configOf("byte-gpt", "e2e", 40));
    const answered = (says: (prompt: string) => string): Predictor => ({
      model,
      classes: 260,
      logits: ([tokens]) => {
        const [prompt, begun = ""] = byteTokenizer.decode(tokens as Uint32Array).split(" || ");
        const next = byteTokenizer.encode(says(prompt!))[begun.length] ?? byteTokenizer.special.eos!;
        return [Float32Array.from({ length: 260 }, (_, token) => Number(token === next))];
      },
    });
    const right = task.measure(
      answered((prompt) => (prompt === "x[1]" ? first! : second!)),
      1,
    );
    expect(right.scores).toMatchObject({ bleu: 1, generated: 2 });
    expect(right.sample).toMatchObject({ prompt: "x[1] || ", text: first });
    // Of 12 words 6 are right, of the runs of two to four 5 of 10, 4 of 8 and 3 of 6, and lengths are those
    // of the references.
    const wrong = task.measure(
      answered(() => first!),
      1,
    );
    expect(wrong.scores.bleu).toBeCloseTo(1 / 2, 12);
  });

  it("say how many of the test split are cut, and are refused where all are before their text begins", async () => {
    const test = rows("x[1]", ["One.", "It is one."]);
    await load("cut", 13, test);
    expect(warn.mock.calls.flat().join("")).toContain(
      "1 of 2 test examples, meanings with their texts, are longer than 13 positions and were cut",
    );
    await expect(load("full", 8, test)).rejects.toMatchObject({
      code: "OUT_OF_RANGE",
      message: "--sequence-length must be more than the 8 of the shortest meaning of the test split, got 8",
    });
  });
});
