import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadCifar100 } from "../../experiments/yjx25/_internal/load-cifar100.js";
import { loadDart } from "../../experiments/yjx25/_internal/load-dart.js";
import { PAPER_ROWS, TWIN_ROWS } from "../../experiments/yjx25/_internal/paper-rows.js";
import {
  daysOf,
  missingCheckpoint,
  missingData,
  noRoom,
} from "../../experiments/yjx25/_internal/row-needs.js";
import { shortAndLong } from "../short-and-long.js";
import { runCli } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-rows-"));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with these files. */
function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return folder;
}

const lines = (header: string, lineOf: (i: number) => string, count: number): string =>
  `${[header, ...Array.from({ length: count }, (_, i) => lineOf(i))].join("\n")}\n`;
const split = (header: string, lineOf: (i: number) => string, test = "dev.tsv") => ({
  "train.tsv": lines(header, lineOf, 24),
  [test]: lines(header, lineOf, 6),
});

/** Two records of a picture in one grey, class 7 and 93. */
function cifar(count: number): Uint8Array {
  const bytes = new Uint8Array(count * 3074);
  for (let i = 0; i < count; i++) {
    bytes.fill(i % 2 === 0 ? 200 : 40, i * 3074 + 2, (i + 1) * 3074);
    bytes[i * 3074 + 1] = i % 2 === 0 ? 7 : 93;
  }
  return bytes;
}

const dart = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      tripleset: [
        [`Mill ${i}`, "AREA", "centre"],
        [`Mill ${i}`, "FOOD", "Thai"],
      ],
      annotations: [{ source: "made up", text: `Mill ${i} has Thai food in the centre.` }],
    })),
  );

const e2e = (count: number): string =>
  lines("mr,ref", (i) => `"name[Mill ${i}], food[Thai]",Mill ${i} has Thai food.`, count);

/** Files of each format, by a row that takes them. */
const FILES: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>> = {
  "yjx25-table-4-bert-sst-2": split("sentence\tlabel", (i) => `film ${i}\t${i % 2}`),
  "yjx25-table-4-roberta-mnli": split(
    "index\tsentence1\tsentence2\tgold_label",
    (i) => `${i}\tIt rains.\tIt is wet.\t${["entailment", "neutral", "contradiction"][i % 3]}`,
    "dev_matched.tsv",
  ),
  "yjx25-table-4-bert-qqp": split(
    "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate",
    (i) => `${i}\t1\t2\tIs it ${i}?\tIs it?\t${i % 2}`,
  ),
  "yjx25-table-4-bert-qnli": split(
    "index\tquestion\tsentence\tlabel",
    (i) => `${i}\tIs it ${i}?\tIt is.\t${i % 2 === 0 ? "entailment" : "not_entailment"}`,
  ),
  "yjx25-table-5-gpt2-e2e": { "trainset.csv": e2e(24), "testset_w_refs.csv": e2e(3) },
  "yjx25-table-5-gpt2-large-dart": {
    "dart-v1.1.1-full-train.json": dart(24),
    "dart-v1.1.1-full-test.json": dart(3),
  },
  "yjx25-table-3-vit-cifar100": { "train.bin": cifar(24), "test.bin": cifar(6) },
};

describe("rows of YJX25's Tables II to V", { timeout: 300_000 }, () => {
  it.each([...TWIN_ROWS, ...PAPER_ROWS].map((row) => [row.name, row] as const))(
    "%s says what it wants",
    (name, row) => {
      const days = Math.ceil(daysOf(row)).toLocaleString("en-US");
      expect(missingData(row)).toMatchObject({
        code: "DATA_UNREADABLE",
        message: expect.stringMatching(
          new RegExp(
            `^${name}: --data must be a folder with .* ${row.table === "Table II" ? 4 : 19} runs of ${row.model} .* ${days} days a run`,
          ),
        ),
      });
      expect(missingCheckpoint(row)).toMatchObject({
        code: "DATA_UNREADABLE",
        message: expect.stringMatching(
          /--checkpoint must be a folder with model\.safetensors.*huggingface\.co\/\w/,
        ),
      });
      expect(noRoom(row)).toMatchObject({
        code: "NOT_APPLICABLE",
        message: expect.stringContaining("cannot run"),
      });
    },
  );

  it("estimates by six operations a weight and token", () => {
    const sst = PAPER_ROWS.find(({ name }) => name === "yjx25-table-4-bert-sst-2")!;
    expect(daysOf(sst)).toBeCloseTo(19.756, 2); // 1.707e16 operations at 1e10 a second
  });

  it("end on the command line with status 4 or 3, in one line", async () => {
    const { status, stdout, stderr } = await runCli(["experiment", "yjx25-table-4-roberta-mnli"]);
    expect([status, stdout]).toEqual([4, ""]);
    expect(stderr).toMatch(/^croupier: yjx25-table-4-roberta-mnli: [^\n]+dev_matched\.tsv[^\n]+\n$/);
    const twin = await runCli(["experiment", "yjx25-table-2-bert-sst-2"]);
    expect([twin.status, twin.stdout]).toEqual([4, ""]);
    const large = ["experiment", "yjx25-table-5-gpt2-large-dart", "--data", root, "--checkpoint", root];
    expect((await runCli(large)).status).toBe(3);
  });

  for (const [names, options] of shortAndLong(Object.keys(FILES), (_, place) => place % 4 > 0))
    it.each(names)("%s: a small model on files of its format", options, async (name) => {
      const row = PAPER_ROWS.find((each) => each.name === name)!;
      const data = folderOf(name, FILES[name]!);
      const args = ["experiment", name, "--quick", "--data", data, "--out", root, "--json"];
      const { status, stdout, stderr } = await runCli(args);
      expect(status, stderr).toBe(0);
      const [published, measured] = (JSON.parse(stdout) as { tables: { rows: (string | number)[][] }[] })
        .tables;
      expect(published!.rows).toHaveLength(4 * row.printed.length);
      expect(measured!.rows.map(([how]) => how)).toEqual(["plain DP-SGD, our best", "non-private"]);
      for (const [, , value] of measured!.rows) expect(value).toBeGreaterThanOrEqual(0);
    });
});

describe("rows of Table II", { timeout: 300_000 }, () => {
  it.each([
    ["yjx25-table-2-bert-sst-2", "yjx25-table-4-bert-sst-2"],
    ["yjx25-table-2-vit-cifar100", "yjx25-table-3-vit-cifar100"],
  ])("%s: a small model on files of its format, the same with its weights permuted", async (name, format) => {
    const data = folderOf(name, FILES[format]!);
    const args = ["experiment", name, "--quick", "--data", data, "--out", root, "--json"];
    const { status, stdout, stderr } = await runCli(args);
    expect(status, stderr).toBe(0);
    const [published, measured] = (JSON.parse(stdout) as { tables: { rows: (string | number)[][] }[] })
      .tables;
    expect(published!.rows.map(([run]) => String(run).split(", ")[1])).toEqual(["non-private", "DP-SGD"]);
    expect(measured!.rows.map(([run]) => run)).toEqual(["non-private", "DP-SGD"]);
    for (const [, loss, accuracy, permutedLoss, permutedAccuracy, apart, undone] of measured!.rows) {
      expect(Math.abs(Number(permutedLoss) - Number(loss))).toBeLessThan(1e-5);
      expect(permutedAccuracy).toBe(accuracy);
      expect(apart).toBeGreaterThan(1);
      expect(undone).toBeLessThan(1e-2);
    }
  });
});

describe("loaders", () => {
  it("DART: triples become a meaning; what is none is refused by its place", async () => {
    const { train } = await loadDart(folderOf("dart-good", FILES["yjx25-table-5-gpt2-large-dart"]!));
    expect(train[2]).toEqual({
      meaning: "Mill 2 : AREA : centre | Mill 2 : FOOD : Thai",
      text: "Mill 2 has Thai food in the centre.",
    });
    for (const [i, [content, problem]] of [
      ["{", "is not JSON"],
      ["{}", "is no list"],
      ["[]", "has no texts"],
      ['[{"tripleset": []}]', "record 1: lacks a field"],
      ['[{"tripleset": [["a", "b"]], "annotations": [{"text": "x"}]}]', "a triple that is none"],
      ['[{"tripleset": [["a", "b", "c"]], "annotations": [{"text": " "}]}]', "an empty text"],
    ].entries()) {
      const folder = folderOf(`dart-${i}`, { "dart-v1.1.1-full-train.json": content! });
      await expect(loadDart(folder)).rejects.toThrow(problem!);
    }
  });

  it("CIFAR-100: fine labels, colours side by side; another length or label is refused", async () => {
    const bytes = cifar(2);
    bytes[2 + 1024] = 9; // green of the first pixel
    const { train } = await loadCifar100(
      folderOf("cifar-good", { "train.bin": bytes, "test.bin": cifar(1) }),
    );
    expect([...train.labels]).toEqual([7, 93]);
    expect([...train.inputs.subarray(0, 6)]).toEqual([200, 9, 200, 200, 200, 200]);
    const short = folderOf("cifar-short", { "train.bin": bytes.subarray(1) });
    await expect(loadCifar100(short)).rejects.toThrow("has 6147 bytes");
    bytes[1] = 100;
    const wrong = folderOf("cifar-wrong", { "train.bin": bytes });
    await expect(loadCifar100(wrong)).rejects.toThrow("label 0 is 100");
  });
});
