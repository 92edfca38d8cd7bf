import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Architecture, architectureModel, checkpointTensors, initialWeights } from "croupier-dp/models";
import { seededSource } from "croupier-dp/random";
import { decodeSafetensors, encodeSafetensors } from "croupier-dp/safetensors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import { SHORT_RUN } from "./_internal/short-run.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";
import { writeTinyTexts } from "./_internal/tiny-texts.js";
import { TINY_VOCABULARY, writeTinyTokenizer } from "./_internal/tiny-tokenizer.js";

const root = mkdtempSync(join(tmpdir(), "croupier-public-"));
const at = (...names: string[]): string => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true }));

const vocabulary = TINY_VOCABULARY.length;
const BERT = {
  architecture: "bert",
  size: "tiny",
  vocabulary,
  separator: 3,
  length: 24,
  classes: 2,
} as const;
const GPT2 = { architecture: "gpt2", layers: 2, heads: 4, width: 64, vocabulary: 260, length: 32 } as const;
const VIT = {
  ...({ architecture: "vit", layers: 2, heads: 4, width: 64, side: 28, patch: 7, channels: 1 } as const),
  classes: 10,
} as const;

/** A public checkpoint of random weights, without its head's tensors where it is to have none. */
function writeCheckpoint(name: string, architecture: Architecture, withHead = true): void {
  const weights = initialWeights(architectureModel(architecture), seededSource(name));
  const { tensors, metadata } = checkpointTensors(architecture, weights);
  const kept = tensors.filter((tensor) => withHead || !tensor.name.startsWith("classifier"));
  writeFileSync(at(name), encodeSafetensors({ tensors: kept, metadata }));
}

beforeAll(() => {
  writeTinyTexts(root);
  writeTinyMnist(at("digits"), 60, 10);
  writeTinyTokenizer(at("bert"));
  writeTinyTokenizer(at("larger"), ["##ter", "tree"]);
  writeCheckpoint("bert.safetensors", BERT, false);
  writeCheckpoint("classifier.safetensors", BERT);
  writeCheckpoint("gpt2.safetensors", GPT2);
  writeCheckpoint("vit.safetensors", VIT);
});

const mails = (...flags: string[]) => [
  ...["--preset", "spam-bert", "--data", at("mails"), "--sequence-length", "24"],
  ...flags,
];
const ofBert = (...flags: string[]) => mails("--model", "bert-tiny", "--tokenizer", at("bert"), ...flags);
const run = (out: string, ...flags: string[]) =>
  runBuilt(["train", ...flags, ...SHORT_RUN, "--out", at(out)]);
const predict = (name: string, ...more: string[]) =>
  runBuilt(["predict", "--run", at(name), "--json", ...more]);
const tensors = (...path: string[]) =>
  new Map(
    decodeSafetensors(readFileSync(at(...path)), "file").tensors.map(({ name, ...tensor }) => [name, tensor]),
  );

describe("--tokenizer", () => {
  it("cuts texts into tokens, and is kept for predict and --resume", async () => {
    const trained = await run("tokens", ...mails("--tokenizer", at("bert", "tokenizer.json")));
    expect(trained.stderr.replace(/^round.*\n/gm, "")).toBe("");
    expect(JSON.parse(trained.stdout).config).toMatchObject({ model: "byte-bert", vocabulary });
    expect(tensors("tokens", "weights.safetensors").get("0.tokenEmbedding.weights")!.shape).toEqual([
      vocabulary,
      32,
    ]);
    for (const file of ["tokenizer.json", "tokenizer_config.json"]) {
      expect(readFileSync(at("tokens", file))).toEqual(readFileSync(at("bert", file)));
    }
    const asked = await predict("tokens", "--text", "Winter tea");
    expect(asked).toMatchObject({ status: 0, stderr: "" });
    expect(await predict("tokens", "--text", " winter  TEA ")).toEqual(asked);
    expect(await predict("tokens", "--text", "Winter tea", "--tokenizer", at("bert"))).toEqual(asked);
    expect((await predict("tokens", "--text", "road tea")).stdout).not.toBe(asked.stdout);
    const long = await predict("tokens", "--text", "tea ".repeat(23));
    expect(long.stderr).toContain("--text must be of at most 22 tokens");
    expect((await predict("tokens", "--text", "  ")).stderr).toContain("of at least one token, got nothing");

    const resumed = await runBuilt(["train", "--resume", at("tokens"), "--data", at("mails"), "--json"]);
    expect(resumed.status, resumed.stderr).toBe(0);
    rmSync(at("tokens", "tokenizer.json"));
    const lost = await predict("tokens", "--text", "tea");
    expect(lost).toMatchObject({ status: 4, stdout: "" });
    expect(lost.stderr).toMatch(/--run \S+: \S+tokenizer.json cannot be read/);
    expect((await runBuilt(["train", "--resume", at("tokens")])).stderr).toMatch(
      /--resume \S+: \S+tokenizer.json cannot be read/,
    );
    expect(await predict("tokens", "--text", "Winter tea", "--tokenizer", at("bert"))).toEqual(asked);
  });

  it("lets a language model write tokens", async () => {
    const flags = ["--preset", "text-gpt", "--data", at("letters.txt"), "--tokenizer", at("bert")];
    const trained = await run("song", ...flags, "--sequence-length", "16");
    expect(trained.status, trained.stderr).toBe(0);
    const { unit, scores, loss } = JSON.parse(trained.stdout);
    expect(unit).toBe("a window of text of 16 tokens");
    // A line of three tokens has about eleven bytes.
    expect(scores.bitsPerByte).toBeGreaterThan(0.15 * (loss / Math.LN2));
    expect(scores.bitsPerByte).toBeLessThan(0.5 * (loss / Math.LN2));
    const { stdout } = await predict("song", "--text", "tea", "--length", "5");
    expect(JSON.parse(stdout).prompt).toBe("tea");
  });

  it.each([
    ["a folder without", mails("--tokenizer", "."), 4, "--tokenizer tokenizer.json cannot be read"],
    ["a missing one", mails("--tokenizer", "/none"), 4, "--tokenizer /none cannot be read"],
    ["one without end", mails("--tokenizer", "/dev/zero"), 4, "--tokenizer /dev/zero cannot be read"],
    ["something else", mails("--tokenizer", "package.json"), 4, "it has no model with a vocabulary"],
    ["binary data", mails("--tokenizer", "dist/src/tensor/kernels.wasm"), 4, "cannot be read"],
    ["pictures", ["--preset", "mnist-vit", "--tokenizer", "BERT"], 2, "--tokenizer must be absent"],
    ["none", mails("--model", "bert-tiny"), 2, "--tokenizer must be given: bert-tiny reads tokens"],
    ["none of a vocabulary", mails("--vocabulary", "30"), 2, "--tokenizer must be given"],
    ["another vocabulary", ofBert("--vocabulary", "40"), 2, "must have the 40 tokens of the model, got 31"],
    ["a separator for nothing", mails("--separator", "3"), 2, "--separator must be absent: byte-bert has no"],
    ["a separator beyond", ofBert("--separator", "99"), 2, "--separator must be below the 31"],
  ])("refuses %s", async (_what, flags, code, words) => {
    const { status, stdout, stderr } = await run(
      "refused",
      ...flags.map((flag) => (flag === "BERT" ? at("bert") : flag)),
    );
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/);
    expect([status, stdout, existsSync(at("refused"))]).toEqual([code, "", false]);
  });

  it("of another vocabulary is refused by predict", async () => {
    expect((await run("small", ...mails("--tokenizer", at("bert")))).status).toBe(0);
    const words = `must have the ${vocabulary} tokens of the model, got ${vocabulary + 2}`;
    const other = await predict("small", "--text", "tea", "--tokenizer", at("larger"));
    expect(other).toMatchObject({ status: 2, stdout: "" });
    expect(other.stderr).toContain(words);
    cpSync(at("small"), at("swapped"), { recursive: true });
    copyFileSync(at("larger", "tokenizer.json"), at("swapped", "tokenizer.json"));
    expect((await predict("swapped", "--text", "tea")).stderr).toContain(words);
  });
});

describe("--init with a public checkpoint", () => {
  it("fine-tunes BERT with a new head", async () => {
    const trained = await run("bert-head", ...ofBert("--init", at("bert.safetensors"), "--train", "head"));
    expect(trained.stderr).toMatch(/bert.safetensors has no such head: it begins at random/);
    expect(trained.status).toBe(0);
    const from = tensors("bert.safetensors");
    const frozen = tensors("bert-head", "frozen.safetensors");
    expect(frozen.get("0.tokenEmbedding.weights")!.values).toEqual(
      from.get("bert.embeddings.word_embeddings.weight")!.values,
    );
    // Queries, keys and values side by side, the other way round.
    const fused = frozen.get([...frozen.keys()].find((name) => name.endsWith("linear.weights"))!)!;
    expect(fused.shape).toEqual([128, 384]);
    const key = from.get("bert.encoder.layer.0.attention.self.key.weight")!;
    for (const [unit, input] of [
      [0, 0],
      [5, 100],
      [127, 3],
    ] as const) {
      expect(fused.values[input * 384 + 128 + unit]).toBe(key.values[unit * 128 + input]);
    }
    expect((await predict("bert-head", "--text", "tea")).status).toBe(0);
  });

  it("begins with the head that the checkpoint has, if it is for as many classes", async () => {
    const still = ["--train", "head", "--learning-rate", "1e-30", "--init", at("classifier.safetensors")];
    const same = await run("classifier", ...ofBert(...still));
    expect(same.stderr.replace(/^round.*\n/gm, "")).toBe("");
    const head = tensors("classifier", "weights.safetensors");
    const dense = head.get([...head.keys()].find((name) => name.endsWith("dense.biases"))!)!;
    expect(dense.shape).toEqual([128]);
    const from = tensors("classifier.safetensors").get("bert.pooler.dense.weight")!;
    const pooler = head.get([...head.keys()].find((name) => name.endsWith("dense.weights"))!)!;
    expect(pooler.values[1]).toBeCloseTo(from.values[128]!, 6);
    const pairs = ["--task", "mnli", "--data", at("mnli-data")];
    const others = ofBert(...still).filter((flag) => flag !== "--data" && flag !== at("mails"));
    expect((await run("three", ...others, ...pairs)).stderr).toContain("has no such head");
  });

  it.each([
    ["GPT-2", "gpt2", ["--preset", "text-gpt", "--sequence-length", "32"], "letters.txt", "wte.weight"],
    ["ViT", "vit", ["--preset", "mnist-vit"], "digits", "vit.embeddings.cls_token"],
  ])("%s", async (_what, name, flags, data, tensor) => {
    const init = ["--init", at(`${name}.safetensors`), "--train", "head", "--data", at(data)];
    const trained = await run(name, ...flags, ...init);
    expect(trained.stderr.replace(/^round.*\n/gm, "")).toBe("");
    expect(trained.status).toBe(0);
    const from = [...tensors(`${name}.safetensors`)].find(([each]) => each.endsWith(tensor))![1];
    const frozen = [...tensors(name, "frozen.safetensors").values()];
    expect(frozen.some(({ values }) => values.every((value, i) => value === from.values[i]))).toBe(true);
  });

  it.each([
    ["a model of no public architecture", mails("--init", "BERT"), "byte-bert is no public architecture"],
    [
      "another vocabulary",
      mails("--model", "bert-tiny", "--tokenizer", "LARGER", "--init", "BERT"),
      "knows 31 tokens, and the tokenizer has 33; take the tokenizer that came with it",
    ],
    [
      "another architecture",
      ["--preset", "mnist-vit", "--data", "DIGITS", "--init", "BERT"],
      "has no tensor embeddings.patch_embeddings.projection.weight",
    ],
    ["no file", ofBert("--init", "/none"), "--init: "],
    ["a text", ofBert("--init", "package.json"), "--init: "],
    ["a folder", ofBert("--init", "src"), "--init: "],
  ])("refuses %s", async (_what, flags, words) => {
    const places: Record<string, string> = {
      BERT: at("bert.safetensors"),
      LARGER: at("larger"),
      DIGITS: at("digits"),
    };
    const { status, stderr } = await run("refused", ...flags.map((flag) => places[flag] ?? flag));
    expect(stderr.split("\n").at(-2)).toContain(words);
    expect(stderr.split("\n").at(-2)).toMatch(/^croupier: --init: /);
    expect([status, existsSync(at("refused"))]).toEqual([4, false]);
  });
});
