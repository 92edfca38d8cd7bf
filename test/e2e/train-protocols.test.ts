import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeSafetensors } from "../../src/training/safetensors/decode-safetensors.js";
import { runBuilt } from "./_internal/run-built.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-protocols-"));
const data = join(root, "data");
beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));

const COMMON = ["--clip-bound", "0.5", "--noise-to-clip", "3", "--learning-rate", "0.01", "--json"];

const SHUFFLED = {
  kind: "subsampledShuffle",
  users: 240,
  sampled: 60,
  of: { kind: "gaussian", noiseToClip: 3 },
};
const PERMUTED = {
  kind: "weightShuffle",
  dimension: 13_696,
  batchClipRatio: 2,
  of: { kind: "poissonSample", rate: 0.25, of: { kind: "gaussian", noiseToClip: 3 } },
};
const ALLOCATED = { kind: "randomAllocation", steps: 3, of: { kind: "gaussian", noiseToClip: 3 } };

describe("croupier train", () => {
  it.each([
    ["subsampled-shuffle", "--sampled 60 --epochs 1", 4, { kind: "repeat", times: 4, of: SHUFFLED }],
    [
      "random-allocation",
      "--rounds-per-epoch 3 --rounds 5 --adjacency zero-out --optimizer adam",
      5,
      { kind: "repeat", times: 2, of: ALLOCATED },
    ],
    [
      "weight-shuffle",
      "--sampling-rate 0.25 --batch-clip-bound 1 --rounds 4",
      4,
      { kind: "repeat", times: 4, of: PERMUTED },
    ],
  ])(
    "--protocol %s %s: counts its events and has a proven figure",
    async (protocol, flags, rounds, event) => {
      const args = ["train", "--protocol", protocol, ...flags.split(" "), ...COMMON];
      const places = ["--model", "mnist-cnn", "--data", data, "--out", join(root, protocol)];
      const { status, stdout } = await runBuilt([...args, ...places]);
      expect(status).toBe(0);
      const summary = JSON.parse(stdout);
      expect(summary).toMatchObject({ rounds, event, ended: "all rounds" });
      expect(summary.guarantees[0]).toMatchObject({ side: "upper", status: "proven" });
    },
  );

  it("says of the published calibration of weights shuffling that it is refuted, beside the counterexample", async () => {
    const flags = "--sampling-rate 0.25 --batch-clip-bound 0.5 --rounds 4 --adjacency zero-out".split(" ");
    const how = ["--target-epsilon", "1", "--calibration", "published"];
    const args = [
      "--protocol",
      "weight-shuffle",
      ...flags,
      ...how,
      "--clip-bound",
      "0.5",
      "--learning-rate",
      "0.01",
    ];
    const places = ["--model", "mnist-cnn", "--data", data, "--out", join(root, "published")];
    const { status, stdout } = await runBuilt(["train", ...args, ...places, "--json"]);
    expect(status).toBe(0);
    const { guarantees } = JSON.parse(stdout);
    const refuted = guarantees.filter((figure: { status: string }) => figure.status === "refuted");
    expect(refuted).toHaveLength(1);
    expect(refuted[0].remark).toMatch(/counterexample: for an update along \(1, \.\.\., 1\)/);
    expect(guarantees[0]).toMatchObject({ side: "upper", status: "proven" });
    expect(guarantees[0].epsilon.lower).toBeGreaterThan(10);
    expect(readFileSync(join(root, "published/report.html"), "utf8")).toMatch(/refuted/);
  });

  it("trains the CIFAR-10 network from binary batches, so that it learns", { tags: ["long"] }, async () => {
    const cifar = writeCifar10();
    const out = join(root, "cifar10");
    const how =
      "--protocol central --sample-rate 0.002 --rounds 40 --evaluate-every 40 --optimizer adam --seed 3".split(
        " ",
      );
    const where = ["--model", "cifar10-cnn", "--data", cifar, "--out", out];
    const { status, stdout } = await runBuilt(["train", ...how, ...COMMON, ...where]);
    expect(status).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ rounds: 40, data: cifar });
    expect(summary.accuracy).toBeGreaterThan(0.3);
    const weights = decodeSafetensors(readFileSync(join(out, "weights.safetensors")), "weights");
    expect(weights.tensors[0]!.shape).toEqual([32, 3, 3, 3]);
    expect(weights.tensors.reduce((total, { values }) => total + values.length, 0)).toBe(41_610);
  });
});

/** Six files of the published size, all with the same pictures: class c is of one shade. */
function writeCifar10(): string {
  const directory = join(root, "cifar-10-batches-bin");
  const record = 3073;
  const batch = new Uint8Array(10_000 * record);
  for (let start = 0, i = 0; start < batch.length; start += record, i++) {
    batch.fill(20 * (i % 10), start, start + record);
    batch[start] = i % 10;
  }
  mkdirSync(directory);
  const test = join(directory, "test_batch.bin");
  writeFileSync(test, batch);
  for (const number of [1, 2, 3, 4, 5]) linkSync(test, join(directory, `data_batch_${number}.bin`));
  return directory;
}
