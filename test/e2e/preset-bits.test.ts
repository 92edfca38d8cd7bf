import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeSafetensors } from "croupier-dp/safetensors";
import { type Examples, loadMnist } from "croupier-dp/training";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAndLong } from "../short-and-long.js";
import { runBuilt } from "./_internal/run-built.js";
import { idx } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-bits-"));
const data = join(root, "data");

beforeAll(async () => {
  const { train, test } = await loadMnist();
  mkdirSync(data);
  writeSplit("train", train, 1500);
  writeSplit("t10k", test, 100);
});
afterAll(() => rmSync(root, { recursive: true }));

function writeSplit(prefix: string, { inputs, labels }: Examples, count: number): void {
  const pixels = Uint8Array.from(inputs.subarray(0, 784 * count));
  writeFileSync(join(data, `${prefix}-images-idx3-ubyte`), idx([count, 28, 28], pixels));
  writeFileSync(
    join(data, `${prefix}-labels-idx1-ubyte`),
    idx([count], Uint8Array.from(labels.subarray(0, count))),
  );
}

/** The first 64 bits of the SHA-256 of all weights, layer after layer, as little-endian floats. */
function digest(out: string): string {
  const { tensors } = decodeSafetensors(readFileSync(join(out, "weights.safetensors")), out);
  const hash = createHash("sha256");
  for (const { values } of tensors) hash.update(new Uint8Array(values.slice().buffer));
  return hash.digest("hex").slice(0, 16);
}

const ALLOCATION =
  "--protocol random-allocation --model mnist-cnn --rounds-per-epoch 3 --clip-bound 0.5 --noise-to-clip 3 --learning-rate 0.1 --adjacency zero-out";

// Digests: croupier train --seed 11 --rounds 3 --threads 1, of mnist-shuffle-lt23 at commit 5f17567, of
// mnist-cldp when it got its linear model, of all that clip sums when their chunks came to be cut by records,
// of mnist-check-in when its gradients came to be rotated from both sides.
describe("seeded runs on 1,500 digits keep their bits", () => {
  for (const [cases, options] of shortAndLong(
    [
      ["--preset mnist-check-in", "c15d0b7bbcc0bd0c"],
      ["--preset mnist-check-in --blocks 1 --noise-to-clip 5 --learning-rate 0.25", "935123fc53c191d0"],
      ["--preset mnist-check-in-lt22", "5120029b627695b6"],
      ["--preset mnist-shuffle-lt23", "328ceaa577f514f5"],
      ["--preset mnist-central", "f560cca0003a7464"],
      ["--preset mnist-central-lt23 --sample-rate 0.1", "0853017e2a15ceec"],
      ["--preset mnist-weight-shuffle", "1fb314fc64ac21f4"],
      ["--preset mnist-cldp --sampled 300", "f1819be5e00fe0d6"],
      ["--preset mnist-cldp-l2 --sampled 300", "dd580947095082a2"],
      ["--preset mnist-cldp-linf --sampled 300", "d86e26ac12a27457"],
      ["--preset mnist-nonprivate", "8272e66b8c77ee3d"],
      ["--preset mnist-central --model mnist-cnn-relu --optimizer adam", "0a902411f14ad439"],
      [ALLOCATION, "18100f9952303635"],
    ],
    (_, place) => place % 3 > 0,
  )) {
    it.each(cases)("%s", options, async (flags, expected) => {
      const out = join(root, createHash("sha256").update(flags).digest("hex"));
      const fixed = ["--seed", "11", "--rounds", "3", "--threads", "1", "--data", data, "--out", out];
      const { status, stderr } = await runBuilt(["train", ...flags.split(" "), ...fixed]);
      expect(status, stderr).toBe(0);
      expect(digest(out)).toBe(expected);
    });
  }
});
