import { describe, expect, it } from "vitest";
import { PRESETS } from "../config/presets.js";
import { readTrainConfig } from "../config/read-train-config.js";
import { decodeSafetensors } from "../safetensors/decode-safetensors.js";
import { encodeSafetensors } from "../safetensors/encode-safetensors.js";
import type { Checkpoint } from "./checkpoint.js";
import { decodeCheckpoint } from "./decode-checkpoint.js";
import { encodeCheckpoint } from "./encode-checkpoint.js";

const CHECKPOINT: Checkpoint = {
  name: "mnist-central",
  config: readTrainConfig({ ...PRESETS["mnist-central"], seed: 3 }),
  state: {
    examples: 60_000,
    round: 12,
    weights: new Float32Array([0.1, -0, 3e-42]),
    memory: [new Float32Array([1, 2, 3]), new Float32Array([7, 8, 9])],
    average: new Float32Array([4, 5, 6]),
    ledger: {
      kind: "repeat",
      times: 12,
      of: { kind: "poissonSample", rate: 0.1, of: { kind: "gaussian", noiseMultiplier: 1.7 } },
    },
    history: [
      {
        round: 10,
        accuracy: 0.5,
        loss: 1.2,
        spent: [
          { method: "rdp-poisson", status: "proven", epsilon: 0.3 },
          { method: "unshuffled", status: "proven", epsilon: Infinity },
        ],
      },
    ],
  },
};

describe("checkpoint", () => {
  it("gives back a run to the last bit", async () => {
    expect(await decodeCheckpoint(await encodeCheckpoint(CHECKPOINT), "f")).toEqual(CHECKPOINT);
  });

  it("refuses a file with any one bit turned", async () => {
    const bytes = await encodeCheckpoint(CHECKPOINT);
    for (let at = 0; at < bytes.length; at += 7) {
      const wrong = bytes.slice();
      wrong[at]! ^= 1 << (at % 8);
      const read = decodeCheckpoint(wrong, "checkpoint.safetensors");
      await expect(read, `byte ${at}`).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    }
  });

  it("refuses a truncated file", async () => {
    const bytes = await encodeCheckpoint(CHECKPOINT);
    for (const length of [0, 5, 100, bytes.length - 1]) {
      const read = decodeCheckpoint(bytes.subarray(0, length), "f");
      await expect(read).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    }
  });

  it("refuses another safetensors file by name", async () => {
    const other = encodeSafetensors({ tensors: [], metadata: { format: "pt" } });
    await expect(decodeCheckpoint(other, "model.safetensors")).rejects.toThrow(
      "model.safetensors is not a readable checkpoint",
    );
  });

  it("is an ordinary safetensors file", async () => {
    const { tensors } = decodeSafetensors(await encodeCheckpoint(CHECKPOINT), "f");
    expect(tensors.map(({ name }) => name)).toEqual(["weights", "average", "memory.0", "memory.1"]);
  });
});
