import { describe, expect, it } from "vitest";
import { type FiledTask, TASK_FILES } from "../../../../src/training/config/task-files.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { cifar10Cnn } from "../../../../src/training/models/cifar10-cnn.js";
import { dimensionOf } from "../../../../src/training/models/model.js";
import { loadTask } from "./load-task.js";

const MODELS = { cifar10: "cifar10-cnn", e2e: "byte-gpt" } as const;

const configOf = (task: FiledTask, model = (MODELS as Partial<Record<FiledTask, string>>)[task]) =>
  ({
    ...{ protocol: "subsampled-shuffle", sampled: 1000, epochs: 2 },
    ...{ task, model: model ?? "byte-bert" },
  }) as unknown as TrainConfig;
const refusal = (config: TrainConfig): Promise<Error> =>
  loadTask(config, { warn: () => {} }).then(
    () => expect.unreachable(),
    (error) => error,
  );

describe("a task without its data", () => {
  it.each(Object.keys(TASK_FILES) as FiledTask[])(
    "%s names the files, who publishes them, and the run with an estimate of its time",
    async (task) => {
      const { files, publisher, examples } = TASK_FILES[task];
      const error = await refusal(configOf(task));
      const rounds = Math.round((2 * examples) / 1000).toLocaleString("en");
      expect(error).toMatchObject({ code: "DATA_UNREADABLE", details: { parameter: "--data" } });
      expect(error.message).toContain(`--data must be a folder with ${files} (${publisher}). It would train`);
      expect(error.message).toMatch(
        new RegExp(` ${rounds} rounds of some 1,000 examples, [\\dhms ]+ by estimate`),
      );
    },
  );

  it("estimates six operations a weight and place", async () => {
    // Convolutions at 32 x 32, 14 x 14 and 6 x 6 places, a dense layer at one.
    const [first, second, third, last] = [896 * 1024, 18_496 * 196, 16_448 * 36, 5770];
    expect(dimensionOf(cifar10Cnn("tanh"))).toBe(896 + 18_496 + 16_448 + 5770);
    const seconds = (6 * (first + second + third + last) * 100_000) / 1e10;
    expect(seconds).toBeCloseTo(308.44, 1);
    expect((await refusal(configOf("cifar10"))).message).toContain(
      "cifar10-cnn (41,610 weights), 100 rounds of some 1,000 examples, 5m 08s by estimate",
    );
  });
});
