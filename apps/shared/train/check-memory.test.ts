import { describe, expect, it } from "vitest";
import { PRESETS } from "../../../src/training/config/presets.js";
import type { TrainConfig } from "../../../src/training/config/train-config.js";
import { checkMemory } from "./check-memory.js";

const GIBIBYTE = 2 ** 30;
const gpt2: TrainConfig = {
  ...PRESETS["text-gpt"],
  model: "gpt2",
  sequenceLength: 64,
  averageDecay: 0,
} as TrainConfig;
const plain = { ...gpt2, optimizer: "sgd", momentum: 0 } as TrainConfig;

describe("checkMemory", () => {
  it("wants about what GPT-2 small was measured to take, 5.1 GiB on one thread", () => {
    expect(() => checkMemory(plain, 1, 5.6 * GIBIBYTE)).not.toThrow();
    expect(() => checkMemory(plain, 1, 4.5 * GIBIBYTE)).toThrow(
      /memory must be at most the 4608 MiB that are free/,
    );
  });

  it("counts threads, the optimizer's memory, averages and frozen weights", () => {
    const five = 5.6 * GIBIBYTE;
    expect(() => checkMemory(plain, 2, five)).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(() => checkMemory(gpt2, 1, five)).toThrow(/take fewer --threads/);
    expect(() => checkMemory({ ...plain, averageDecay: 0.9 }, 1, five)).toThrow(/MiB are needed/);
    const lora = { ...gpt2, train: "lora", loraRank: 4 } as TrainConfig;
    expect(() => checkMemory(lora, 1, 4 * GIBIBYTE)).not.toThrow();
  });

  it("lets the small models through, and names the sequences that no thread has room for", () => {
    for (const config of Object.values(PRESETS)) checkMemory(config, 2, GIBIBYTE / 2);
    expect(() => checkMemory({ ...gpt2, sequenceLength: 512 }, 1, 64 * GIBIBYTE)).toThrow(
      /--model gpt2: model.layers\[\S+\]: memory up to here must be at most 2048 MiB.* or shorter sequences/,
    );
  });
});
