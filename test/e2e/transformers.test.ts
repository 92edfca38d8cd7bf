import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeSafetensors } from "croupier-dp/safetensors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { greyPng } from "./_internal/grey-png.js";
import { runBuilt } from "./_internal/run-built.js";
import { SHORT_RUN } from "./_internal/short-run.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";
import { writeTinyTexts } from "./_internal/tiny-texts.js";

const root = mkdtempSync(join(tmpdir(), "croupier-transformers-"));
const at = (...names: string[]): string => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true }));

beforeAll(() => {
  writeTinyMnist(at("digits"), 120, 20);
  writeTinyTexts(root);
});

async function train(out: string, flags: string): Promise<Record<string, never>> {
  const { status, stdout, stderr } = await runBuilt([
    "train",
    ...flags.split(" "),
    ...SHORT_RUN,
    "--out",
    at(out),
  ]);
  expect(stderr.replace(/^round.*\n/gm, "")).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

const predict = (run: string, ...more: string[]) => runBuilt(["predict", "--run", at(run), ...more]);

describe("mnist-vit", () => {
  it("is private at proven epsilon 3, and puts pictures into classes afterwards", async () => {
    const summary = await train("vit", `--preset mnist-vit --data ${at("digits")}`);
    expect(summary).toMatchObject({ task: "mnist", unit: "a picture", examples: { train: 120, test: 20 } });
    const [best] = summary.guarantees as { status: string; epsilon: { upper: number } }[];
    expect(best).toMatchObject({ status: "proven" });
    expect(best!.epsilon.upper).toBeLessThanOrEqual(3);
    expect(best!.epsilon.upper).toBeGreaterThan(2.9);
    expect((summary.scores as { f1: number }).f1).toBeGreaterThanOrEqual(0);

    const pixels = Uint8Array.from({ length: 784 }, (_, i) => (i * 37) % 256);
    writeFileSync(at("digit.png"), greyPng(28, 28, pixels));
    writeFileSync(at("digit.pgm"), Buffer.concat([Buffer.from("P5\n# a digit\n28 28\n255\n"), pixels]));
    const answerTo = async (name: string) =>
      JSON.parse((await predict("vit", "--image", at(name), "--json")).stdout);
    const [first, second] = [await answerTo("digit.png"), await answerTo("digit.pgm")];
    expect(first).toEqual(second);
    expect(first.probabilities).toHaveLength(10);
    const total = first.probabilities.reduce(
      (sum: number, { probability }: { probability: number }) => sum + probability,
      0,
    );
    expect(total).toBeCloseTo(1, 12);

    writeFileSync(at("small.png"), greyPng(14, 14, pixels.subarray(0, 196)));
    const small = await predict("vit", "--image", at("small.png"));
    expect(small).toMatchObject({ status: 4, stdout: "" });
    expect(small.stderr).toContain("it has 14 x 14 pixels; give 28 x 28 pixels");
    expect((await predict("vit", "--text", "7")).stderr).toContain(
      "this model sees pictures, give --image FILE",
    );
    expect((await predict("vit", "--image", at("letters.txt"))).stderr).toContain(
      "it is no picture of a known format",
    );
  });
});

describe("spam-bert", () => {
  it("measures F1, and tells the classes of a text", async () => {
    const summary = await train("spam", `--preset spam-bert --sequence-length 24 --data ${at("mails")}`);
    expect(summary).toMatchObject({ task: "spam", unit: "a mail", config: { sequenceLength: 24 } });
    expect(Object.keys(summary.scores)).toEqual(["f1", "matthews"]);
    const report = readFileSync(at("spam", "report.html"), "utf8");
    for (const words of ["One record is a mail;", ">F1</div>"]) expect(report).toContain(words);

    const asked = await predict("spam", "--text", "WIN $$$ now", "--json");
    expect(JSON.parse(asked.stdout)).toMatchObject({ task: "spam", class: expect.stringMatching(/^[01]$/) });
    const piped = await runBuilt(["predict", "--run", at("spam"), "-", "--json"], "WIN $$$ now");
    expect(piped.stdout).toBe(asked.stdout);
    const long = "x".repeat(23);
    expect((await predict("spam", "--text", long)).stderr).toContain(
      "--text must be of at most 22 bytes, or cut as in training by --truncate, got 23 bytes",
    );
    const cut = await predict("spam", "--text", long, "--truncate", "--json");
    expect(cut.stdout).toBe((await predict("spam", "--text", long.slice(1), "--json")).stdout);
    expect((await predict("spam", "--image", at("digit.png"))).stderr).toContain("this model reads text");
    expect((await predict("spam", "--text", "a", "--length", "9")).stderr).toContain(
      "--length must be absent",
    );
  });

  it("is measured without noise by --protocol nonprivate", async () => {
    const flags = [
      "--preset",
      "spam-bert",
      "--protocol",
      "nonprivate",
      "--rounds",
      "2",
      "--batch-size",
      "30",
    ];
    const { status, stdout } = await runBuilt([
      "train",
      ...flags,
      "--data",
      at("mails"),
      "--out",
      at("plain"),
      "--threads",
      "1",
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("No privacy guarantee");
    expect(stdout).toMatch(/^F1 +\d/m);
  });
});

describe("tasks of GLUE", () => {
  it("are read by --task: one text, or two", { tags: ["long"] }, async () => {
    const cola = await train(
      "cola",
      `--preset spam-bert --task cola --sequence-length 24 --data ${at("cola-data")}`,
    );
    expect(cola).toMatchObject({ task: "cola", unit: "a text", scores: { matthews: expect.any(Number) } });
    const mnli = await train(
      "mnli",
      `--preset spam-bert --task mnli --sequence-length 32 --data ${at("mnli-data")}`,
    );
    expect(mnli).toMatchObject({ task: "mnli", unit: "a pair of texts" });
    const pair = await predict("mnli", "--text", "a", "--second", "b", "--json");
    expect(JSON.parse(pair.stdout).probabilities).toHaveLength(3);
    expect((await predict("mnli", "--text", "a")).stderr).toContain(
      "--second must be given: task mnli is about pairs",
    );
  });
});

describe("text-gpt", () => {
  it("measures bits per byte, shows a sample, and goes on with a text", async () => {
    const summary = await train("text", `--preset text-gpt --sequence-length 32 --data ${at("letters.txt")}`);
    const { scores, loss, sample } = summary as unknown as {
      scores: { bitsPerByte: number };
      loss: number;
      sample: { text: string; prompt: string };
    };
    // One token in 32 of a window is not predicted, and the end of the text is no byte: the ratio of tokens
    // to bytes is just above 1.
    expect(scores.bitsPerByte / (loss / Math.LN2)).toBeGreaterThan(1);
    expect(scores.bitsPerByte / (loss / Math.LN2)).toBeLessThan(1.01);
    // Of each token: a model that knows nothing has ln 260.
    expect(loss).toBeLessThan(Math.log(260) + 0.5);
    expect(sample.text.length).toBeGreaterThan(50);
    const report = readFileSync(at("text", "report.html"), "utf8");
    for (const words of [
      "bits per byte",
      "What the model writes behind",
      "One record is a window of text of 32 bytes;",
    ]) {
      expect(report).toContain(words);
    }
    const greedy = await predict("text", "--text", "tea", "--length", "40", "--json");
    expect(JSON.parse(greedy.stdout).prompt).toBe("tea");
    expect((await predict("text", "--text", "tea", "--length", "40", "--json")).stdout).toBe(greedy.stdout);
    const drawn = async (seed: string) =>
      (await predict("text", ...`--text tea --length 40 --temperature 1 --json --seed ${seed}`.split(" ")))
        .stdout;
    const one = await drawn("1");
    expect(await drawn("1")).toBe(one);
    expect(await drawn("2")).not.toBe(one);
    expect((await predict("text", "--text", "")).stderr).toContain("must be of at least one byte");
    expect((await predict("text", "--text", "a", "--truncate")).stderr).toContain(
      "--truncate must be absent",
    );
  });

  it("puts meanings into words by --task e2e", async () => {
    const summary = await train(
      "meanings",
      `--preset text-gpt --task e2e --sequence-length 64 --data ${at("e2e-data")}`,
    );
    expect(summary).toMatchObject({ task: "e2e", unit: "a meaning with one text that says it" });
    expect(Object.keys(summary.scores)).toEqual(["bitsPerByte", "bleu", "meteor", "generated"]);
    expect((summary.scores as { generated: number }).generated).toBe(6);
  });
});

describe("fine-tuning", () => {
  const tensorsOf = (run: string, file: string) =>
    decodeSafetensors(readFileSync(at(run, file)), file).tensors;

  beforeAll(async () => {
    await train("base", `--preset spam-bert --sequence-length 24 --data ${at("mails")}`);
  });

  it.each([
    ["head", "--train head", 0],
    // In two blocks: adapters of rank 2 beside 32 x 96 and 32 x 32.
    ["lora", "--train lora --lora-rank 2", 2 * 2 * (32 + 96 + 32 + 32)],
  ])("of the %s keeps what is frozen", async (out, part, adapters) => {
    const init = at("base", "weights.safetensors");
    await train(out, `--preset spam-bert --sequence-length 24 --data ${at("mails")} --init ${init} ${part}`);
    const before = new Map(
      tensorsOf("base", "weights.safetensors").map(({ name, values }) => [name, values]),
    );
    const frozen = tensorsOf(out, "frozen.safetensors");
    expect(frozen.length).toBeGreaterThan(10);
    const embedding = frozen.find(({ name }) => name.includes("tokenEmbedding"))!;
    expect(embedding.values).toEqual(before.get(embedding.name));
    const trained = tensorsOf(out, "weights.safetensors").reduce((sum, { values }) => sum + values.length, 0);
    expect(trained).toBe(64 + 66 + adapters);
    expect((await predict(out, "--text", "tea", "--json")).status).toBe(0);
  });

  it("goes on with a run only where its frozen weights are", async () => {
    const resume = ["train", "--resume", at("lora"), "--data", at("mails"), "--threads", "1"];
    const whole = await runBuilt(resume);
    expect(whole.stderr).toBe("");
    expect(whole.status).toBe(0);
    expect(whole.stdout.replace(/\s+/g, " ")).toContain("no figure covers what those were trained on.");
    rmSync(at("lora", "frozen.safetensors"));
    expect((await runBuilt(resume)).stderr).toContain("its frozen weights are missing");
    expect(await predict("lora", "--text", "tea")).toMatchObject({
      status: 4,
      stderr: `croupier: --run ${at("lora")} has no frozen.safetensors: the weights that the run left alone are missing\n`,
    });
  });

  it("does not begin with the weights of a run that trained some alone", async () => {
    const init = at("head", "weights.safetensors");
    const flags = ["--preset", "spam-bert", "--sequence-length", "24", "--data", at("mails"), "--init", init];
    const { status, stderr } = await runBuilt(["train", ...flags, ...SHORT_RUN, "--out", at("refused")]);
    expect(status).toBe(4);
    expect(stderr).toBe(
      `croupier: --init: ${init} has only the weights that its run trained; give the file that this run began with, or weights of a run with --train all\n`,
    );
  });

  it("gives a head for other classes a random start", async () => {
    const init = at("base", "weights.safetensors");
    const flags =
      `--preset spam-bert --task mnli --sequence-length 24 --data ${at("mnli-data")} --init ${init}`.split(
        " ",
      );
    const { status, stderr } = await runBuilt(["train", ...flags, ...SHORT_RUN, "--out", at("other-head")]);
    expect(status).toBe(0);
    expect(stderr).toContain("has no such head: 8.dense.weights, 8.dense.biases begin at random");
  });

  it.each([
    ["another length", "--sequence-length 30", "tensor 1.positionEmbedding.weights is 24 x 32, not 30 x 32"],
    ["nothing to freeze", "--sequence-length 24 --train head", "--train head: --init must be given"],
    ["no rank", "--sequence-length 24 --train lora", "--lora-rank must be given"],
    [
      "a rank for nothing",
      "--sequence-length 24 --lora-rank 3",
      "--lora-rank must be absent where --train is all",
    ],
  ])("refuses %s", async (what, flags, words) => {
    const init = what === "nothing to freeze" ? [] : ["--init", at("base", "weights.safetensors")];
    const command = [
      "train",
      "--preset",
      "spam-bert",
      "--data",
      at("mails"),
      ...flags.split(" "),
      ...init,
      ...SHORT_RUN,
    ];
    const { status, stderr } = await runBuilt([...command, "--out", at("refused")]);
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/);
    expect([2, 4]).toContain(status);
    expect(existsSync(at("refused"))).toBe(false);
  });
});
