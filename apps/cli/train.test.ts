import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeCheckpoint } from "../../src/training/checkpoint/encode-checkpoint.js";
import { PRESETS } from "../../src/training/config/presets.js";
import { startingState, type TrainingState } from "../../src/training/loop/training-state.js";
import { runBuilt as run } from "../../test/e2e/_internal/run-built.js";
import { writeTinyMnist } from "../../test/e2e/_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-refuse-"));
const data = join(root, "data");
const at = (name: string): string => join(root, name);

beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));

function checkIn(...more: string[]): string[] {
  return checkInWithData("--out", at("x"), ...more);
}

function checkInWithData(...more: string[]): string[] {
  return ["train", "--preset", "mnist-check-in", "--data", data, ...more];
}

function checkInWithoutData(...more: string[]): string[] {
  return ["train", "--preset", "mnist-check-in", "--out", at("x"), ...more];
}

function plain(...more: string[]): string[] {
  return ["train", "--preset", "mnist-nonprivate", "--data", data, "--out", at("x"), ...more];
}

describe("croupier train refuses", () => {
  it.each([
    ["no preset", ["train"], 2, "nothing says what to train"],
    ["an unknown preset", ["train", "--preset", "cifar"], 2, "--preset must be one of"],
    [
      "an unknown flag",
      ["train", "--passes", "3"],
      2,
      "unknown option '--passes'; see croupier train --help",
    ],
    ["an unknown command", ["trian"], 2, "did you mean train?"],
    ["a stray argument", ["train", "mnist"], 2, "too many arguments"],
    ["a flag without value", ["train", "--rounds"], 2, "--rounds must have a value"],
    ["a word for a number", checkIn("--rounds", "many"), 2, '--rounds must be an integer >= 1, got "many"'],
    ["half a round", checkIn("--rounds", "1.5"), 2, "--rounds must be an integer >= 1, got 1.5"],
    ["an empty number", checkIn("--delta", ""), 2, '--delta must be a finite number in [1e-100, 1), got ""'],
    ["a delta of 1", checkIn("--delta", "1"), 2, "--delta must be"],
    ["no noise", checkIn("--noise-to-clip", "0"), 2, "--noise-to-clip must be"],
    ["a target of 0", checkIn("--target-epsilon", "0"), 2, "--target-epsilon must be"],
    ["a budget of 0", checkIn("--stop-at-epsilon", "0"), 2, "--stop-at-epsilon must be"],
    ["a rate of 2", checkIn("--sampling-rate", "2"), 2, "--sampling-rate must be"],
    ["a rate of 2 by its former name", checkIn("--sample-rate", "2"), 2, "--sample-rate must be"],
    [
      "two rates",
      checkIn("--sampling-rate", "0.2", "--sample-rate", "0.1"),
      2,
      "option '--sample-rate <number>' cannot be used with option '--sampling-rate <number>'",
    ],
    ["a negative clip bound", checkIn("--clip-bound", "-1"), 2, "--clip-bound must be"],
    ["a negative seed", checkIn("--seed", "-1"), 2, "--seed must be"],
    ["no threads", checkIn("--threads", "0"), 2, "--threads must be"],
    ["an infinite step", checkIn("--learning-rate", "1e999"), 2, "--learning-rate must be"],
    [
      "an unknown schedule",
      checkIn("--learning-rate-schedule", "step"),
      2,
      "--learning-rate-schedule must be",
    ],
    ["unknown layer steps", checkIn("--layer-steps", "big"), 2, "--layer-steps must be one of"],
    ["momentum 1", checkIn("--momentum", "1"), 2, "--momentum must be"],
    ["a negative weight decay", checkIn("--weight-decay", "-1"), 2, "--weight-decay must be"],
    ["an average of nothing new", checkIn("--average-decay", "1"), 2, "--average-decay must be"],
    ["never to evaluate", checkIn("--evaluate-every", "0"), 2, "--evaluate-every must be"],
    ["unknown neighbours", checkIn("--adjacency", "similar"), 2, "--adjacency must be one of"],
    ["an unknown method", checkIn("--method", "magic"), 2, "--method must be one of"],
    ["an unknown model", checkIn("--model", "resnet"), 2, "--model must be one of"],
    ["an unknown protocol", checkIn("--protocol", "secret"), 2, "--protocol must be one of"],
    [
      "noise and target",
      checkIn("--noise-to-clip", "1", "--target-epsilon", "1"),
      2,
      "--noise-to-clip must be absent where --target-epsilon is given, got 1",
    ],
    [
      "a foreign flag",
      checkIn("--batch-size", "9"),
      2,
      "--batch-size must be absent, got 9; it belongs to protocol nonprivate, not check-in",
    ],
    [
      "rounds and epochs",
      checkIn("--rounds", "9", "--epochs", "1"),
      2,
      "--rounds must be absent where --epochs is given, got 9",
    ],
    ["no epoch", checkIn("--epochs", "0"), 2, "--epochs must be"],
    ["a negative warm-up", checkIn("--warmup-rounds", "-1"), 2, "--warmup-rounds must be"],
    ["an unknown optimizer", checkIn("--optimizer", "adagrad"), 2, "--optimizer must be one of sgd, adam"],
    [
      "momentum for Adam",
      checkIn("--optimizer", "adam", "--momentum", "0.5"),
      2,
      "--momentum must be absent, got 0.5; it belongs to optimizer sgd, not adam",
    ],
    ["Adam's flags for SGD", checkIn("--adam-beta1", "0.5"), 2, "--adam-beta1 must be absent"],
    ["a ball of no size", checkIn("--projection-diameter", "0"), 2, "--projection-diameter must be"],
    ["half an example", plain("--batch-size", "0.5"), 2, "--batch-size must be"],
    ["a batch beyond the data", plain("--batch-size", "241"), 2, "--batch-size must be"],
    [
      "a budget below one round",
      checkIn("--stop-at-epsilon", "1e-9", "--method", "transposition-pld"),
      2,
      "--stop-at-epsilon must be",
    ],
    [
      "a method that does not apply",
      checkIn("--target-epsilon", "1", "--method", "rdp-poisson"),
      3,
      "rdp-poisson",
    ],
    ["a missing file", ["train", "--config", at("none.json")], 4, "cannot be read"],
    [
      "missing data",
      ["train", "--preset", "mnist-check-in", "--data", at("none"), "--out", at("x")],
      4,
      "none",
    ],
    [
      "CIFAR-10 without data",
      checkInWithoutData("--model", "cifar10-cnn"),
      4,
      "--data must be a folder with data_batch_1.bin",
    ],
    ["MNIST for CIFAR-10", checkIn("--model", "cifar10-cnn"), 4, "data_batch_1.bin"],
    ["to resume nothing", ["train", "--resume", at("none")], 4, "there is no checkpoint"],
    ["other settings on resume", ["train", "--resume", at("none"), "--rounds", "9"], 2, "remove --rounds"],
    ["another folder on resume", ["train", "--resume", at("none"), "--out", at("x")], 2, "remove --out"],
  ])("%s", async (_what, args, expected, words) => {
    const { status, stdout, stderr } = await run(args);
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/);
    expect(status).toBe(expected);
    expect(stdout).toBe("");
    expect(existsSync(at("x"))).toBe(false);
  });

  it.each([
    ["broken JSON", '{"rounds": }', "must be JSON"],
    ["a list", "[]", "must be a JSON object"],
    [
      "an unknown key",
      '{"protocol":"nonprivate","learningrate":3}',
      "config.json: learningrate must be absent, got 3; there is no such field; did you mean learningRate?",
    ],
    [
      "a number in words",
      '{"protocol":"nonprivate","model":"mnist-cnn","rounds":"3"}',
      'config.json: rounds must be an integer >= 1, got "3"',
    ],
  ])("a configuration file with %s", async (_what, text, words) => {
    writeFileSync(at("config.json"), text);
    const { status, stderr } = await run(["train", "--config", at("config.json")]);
    expect(stderr).toContain(words);
    expect(status).toBe(2);
  });

  it("to overwrite a folder in use", async () => {
    mkdirSync(at("used"));
    writeFileSync(join(at("used"), "thesis.txt"), "precious");
    const { status, stderr } = await run(checkInWithData("--out", at("used")));
    expect(stderr).toContain("is in use");
    expect(status).toBe(2);
    expect(readFileSync(join(at("used"), "thesis.txt"), "utf8")).toBe("precious");
  });

  it("a folder that cannot be made", { tags: ["slow"] }, async () => {
    writeFileSync(at("file"), "");
    const { status, stderr } = await run(checkInWithData("--out", join(at("file"), "run")));
    expect(stderr).toContain("cannot be made");
    expect(status).toBe(2);
  });

  it("a truncated or foreign checkpoint", async () => {
    const state = startingState(new Float32Array(13706), 200);
    const bytes = await encodeCheckpoint({ name: "r", config: PRESETS["mnist-check-in"], state });
    mkdirSync(at("torn"));
    for (const content of [
      bytes.subarray(0, 5000),
      new Uint8Array(),
      new TextEncoder().encode("hello world"),
    ]) {
      writeFileSync(join(at("torn"), "checkpoint.safetensors"), content);
      const { status, stderr } = await run(["train", "--resume", at("torn"), "--data", data]);
      expect(stderr).toContain("checkpoint.safetensors is not a readable");
      expect(status).toBe(4);
    }
  });

  it.each<[string, (state: TrainingState) => TrainingState]>([
    [
      "another protocol's charges",
      (state) => ({ ...state, ledger: { kind: "repeat", times: 3, of: COARSE } }),
    ],
    ["another model's weights", (state) => ({ ...state, ...vectors(new Float32Array(3)) })],
    ["another optimizer's memory", (state) => ({ ...state, memory: [state.weights] })],
  ])("a checkpoint with %s", async (_what, change) => {
    const state = change(startingState(new Float32Array(13706), 240));
    const bytes = await encodeCheckpoint({ name: "r", config: PRESETS["mnist-check-in"], state });
    mkdirSync(at("foreign"), { recursive: true });
    writeFileSync(join(at("foreign"), "checkpoint.safetensors"), bytes);
    const { status, stderr } = await run(["train", "--resume", at("foreign"), "--data", data]);
    expect(stderr).toMatch(
      /its checkpoint cannot be gone on from: train: from\.\w+ must be .*; start a new run/,
    );
    expect(status).toBe(4);
    expect(readdirSync(at("foreign"))).toEqual(["checkpoint.safetensors"]);
  });

  it.skipIf(process.platform !== "linux")("a folder that takes no entries", { tags: ["slow"] }, async () => {
    const { status, stderr } = await run([
      "train",
      "--preset",
      "mnist-check-in",
      "--data",
      data,
      "--out",
      "/proc/none/run",
    ]);
    expect(stderr).toMatch(/^croupier: --out \/proc\/none\/run cannot be made: [^\n]+\n$/);
    expect(status).toBe(2);
  });
});

const COARSE = { kind: "gaussian", noiseToClip: 2 } as const;

function vectors(weights: Float32Array): Pick<TrainingState, "weights" | "average"> {
  return { weights, average: weights };
}

describe("croupier", () => {
  it("shows help with examples and every hyperparameter, and says so with status 0", async () => {
    const { status, stdout } = await run(["train", "--help"]);
    expect(status).toBe(0);
    for (const words of [
      "Examples:",
      "Hyperparameters:",
      "--noise-to-clip",
      "--batch-size",
      "NOT private",
      "--adam-beta1",
    ]) {
      expect(stdout).toContain(words);
    }
    const unwrapped = stdout.replace(/\s+/g, " ");
    for (const preset of Object.keys(PRESETS)) expect(stdout).toMatch(new RegExp(`^  ${preset}  +\\w`, "m"));
    for (const words of [
      "[check-in, central, weight-shuffle]",
      "[not nonprivate]",
      "(default: 0.9) [adam]",
    ]) {
      expect(unwrapped).toContain(words);
    }
  });
});
