import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";
import { SHORT_RUN } from "./_internal/short-run.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";
import { writeTinyTexts } from "./_internal/tiny-texts.js";

const root = mkdtempSync(join(tmpdir(), "croupier-predict-"));
const at = (...names: string[]): string => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true }));

const predict = (run: string, ...more: string[]) => runBuilt(["predict", "--run", at(run), ...more]);

beforeAll(async () => {
  writeTinyMnist(at("digits"), 120, 20);
  writeTinyTexts(root);
  const data = { vit: "digits", spam: "mails", text: "letters.txt" };
  const flags = {
    vit: ["--preset", "mnist-vit"],
    spam: ["--preset", "spam-bert", "--sequence-length", "24"],
    text: ["--preset", "text-gpt", "--sequence-length", "32"],
  };
  for (const name of ["vit", "spam", "text"] as const) {
    const out = ["--data", at(data[name]), "--out", at(name)];
    const { status, stderr } = await runBuilt(["train", ...flags[name], ...SHORT_RUN, ...out]);
    expect(status, stderr).toBe(0);
  }
  writeFileSync(at("empty"), "");
  writeFileSync(
    at("binary"),
    Uint8Array.from({ length: 4096 }, (_, i) => (i * 151 + 200) % 256),
  );
});

describe("croupier predict refuses", () => {
  it.each([
    ["no run", ["--run", at("none"), "--text", "a"], "has no model.json"],
    ["no input", ["--run", at("spam")], "the input must be given once"],
    ["two inputs", ["--run", at("spam"), "--text", "a", "--file", "b"], "the input must be given once"],
    ["a missing file", ["--run", at("spam"), "--file", at("none")], "cannot be read"],
    ["a stray argument", ["--run", at("spam"), "hello"], "an argument must be - for standard input"],
  ])("%s", async (_what, args, words) => {
    const { status, stdout, stderr } = await runBuilt(["predict", ...args]);
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/);
    expect(stdout).toBe("");
    expect([2, 4]).toContain(status);
  });

  const spam = (...flags: string[]) => ["spam", flags] as const;
  const [vit, text] = [
    (...flags: string[]) => ["vit", flags] as const,
    (...flags: string[]) => ["text", flags] as const,
  ];
  it.each([
    ["an empty text", spam("--text", ""), 2, /^croupier: --text must be of at least one byte, got nothing/],
    ["an empty file", spam("--file", at("empty")), 2, /--file \S+empty must be of at least one byte/],
    ["a folder", spam("--file", root), 4, /--file \S+ cannot be read: EISDIR/],
    ["a binary file", spam("--file", at("binary")), 4, /--file \S+binary must be text in UTF-8/],
    ["a file without end", spam("--file", "/dev/zero"), 4, /--file \/dev\/zero .* more than 64 MiB/],
    ["a picture without end", vit("--image", "/dev/zero"), 4, /--image \/dev\/zero .* more than 64 MiB/],
    [
      "a long file",
      spam("--file", at("letters.txt")),
      2,
      /--file \S+letters.txt must be of at most 22 bytes/,
    ],
    ["a folder for a picture", vit("--image", root), 4, /--image \S+ cannot be read: EISDIR/],
    ["an empty picture", vit("--image", at("empty")), 4, /it is no picture of a known format/],
    ["a binary picture", vit("--image", at("binary")), 4, /it is no picture of a known format/],
    ["a second picture", vit("--image", at("empty"), "--second", "b"), 2, /--second must be absent/],
    ["a picture to cut", vit("--image", at("empty"), "--truncate"), 2, /--truncate must be absent/],
    ["an empty prompt", text("--file", at("empty")), 2, /--file \S+empty must be of at least one byte/],
    ["a picture to go on with", text("--image", at("empty")), 2, /--image must be absent/],
    ["a seed for nothing", text("--text", "a", "--seed", "1"), 2, /--seed must be absent: at temperature 0/],
    ["a text of no length", text("--text", "a", "--length", "0"), 2, /--length must be an integer >= 1/],
  ])("%s", async (_what, [run, flags], code, words) => {
    const { status, stdout, stderr } = await predict(run, ...flags);
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/);
    expect(stdout).toBe("");
    expect(status).toBe(code);
  });

  it("standard input that is empty, or no text, and writes nothing", async () => {
    const before = readdirSync(at("spam"));
    const empty = await runBuilt(["predict", "--run", at("spam"), "-"]);
    expect(empty).toMatchObject({ status: 2, stdout: "" });
    expect(empty.stderr).toMatch(/^croupier: standard input must be of at least one byte[^\n]*\n$/);
    const binary = await runCli(["predict", "--run", at("spam"), "-"], ({ stdin }) => {
      stdin!.end(readFileSync(at("binary")));
    });
    expect(binary).toMatchObject({ status: 4, stdout: "" });
    expect(binary.stderr).toBe("croupier: standard input must be text in UTF-8\n");
    expect(readdirSync(at("spam"))).toEqual(before);
  });

  it.each(["model.json", "weights.safetensors"])("a run whose %s is no such file", async (name) => {
    mkdirSync(at("broken"), { recursive: true });
    for (const file of ["model.json", "weights.safetensors"]) {
      writeFileSync(at("broken", file), readFileSync(at("spam", file)));
    }
    const tries = [Buffer.alloc(0), readFileSync(at("binary")), Buffer.from("null"), Buffer.from("[1]")];
    for (const content of tries) {
      writeFileSync(at("broken", name), content);
      const { status, stderr, stdout } = await predict("broken", "--text", "a");
      expect(stderr).toMatch(/^croupier: [^\n]*(not readable|not a readable)[^\n]*\n$/);
      expect([status, stdout]).toEqual([4, ""]);
    }
    rmSync(at("broken"), { recursive: true });
  });

  it("a folder whose files do not fit together", async () => {
    mkdirSync(at("torn"));
    const model = JSON.parse(readFileSync(at("spam", "model.json"), "utf8"));
    const weights = readFileSync(at("vit", "weights.safetensors"));
    const tries: [object, string][] = [
      [{ ...model, format: "other" }, "format must be croupier-model-1"],
      [{ ...model, classes: ["only one"] }, "classes must be 2 names"],
      [{ ...model, model: { ...model.model, layers: [] } }, "at least one layer"],
      [model, "there is no tensor 0.tokenEmbedding.weights"],
    ];
    writeFileSync(at("torn", "weights.safetensors"), weights);
    for (const [content, words] of tries) {
      writeFileSync(at("torn", "model.json"), JSON.stringify(content));
      const { status, stderr } = await predict("torn", "--text", "a");
      expect(stderr).toContain(words);
      expect(status).toBe(4);
    }
    rmSync(at("torn", "weights.safetensors"));
    expect((await predict("torn", "--text", "a")).stderr).toContain("the run has not ended");
  });
});
