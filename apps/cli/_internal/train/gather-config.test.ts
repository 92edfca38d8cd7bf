import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gatherConfig } from "./gather-config.js";

const root = mkdtempSync(join(tmpdir(), "croupier-gather-"));
const configFile = join(root, "config.json");
afterAll(() => rmSync(root, { recursive: true }));

describe("gatherConfig", () => {
  it("lets a flag replace the preset's other way to say the same", () => {
    const config = gatherConfig({ preset: "mnist-central", flags: { epochs: 3, targetEpsilon: 1 } });
    expect(config).toMatchObject({ epochs: 3, targetEpsilon: 1, learningRate: 3 });
    expect(config).not.toHaveProperty("rounds");
    expect(config).not.toHaveProperty("noiseToClip");
  });

  it("drops the settings of an optimizer that is replaced, and of no other", () => {
    const adam = gatherConfig({ preset: "mnist-nonprivate", flags: { optimizer: "adam", adamBeta1: 0.8 } });
    expect(adam).toMatchObject({ optimizer: "adam", adamBeta1: 0.8, adamBeta2: 0.999 });
    expect(adam).not.toHaveProperty("momentum");
    const sgd = gatherConfig({ preset: "mnist-nonprivate", flags: { optimizer: "sgd" } });
    expect(sgd).toMatchObject({ optimizer: "sgd", momentum: 0.9 });
  });

  it("knows that a file which names no optimizer means SGD", () => {
    const file = { protocol: "nonprivate", model: "mnist-cnn", rounds: 9, batchSize: 4, learningRate: 1 };
    writeFileSync(configFile, JSON.stringify({ ...file, momentum: 0.5 }));
    expect(gatherConfig({ configFile, flags: { optimizer: "sgd" } })).toMatchObject({ momentum: 0.5 });
  });

  it("says of a setting that does not go with the rest where it comes from", () => {
    const foreign =
      "must be absent, got 0.05; it belongs to protocol check-in, central, weight-shuffle, not cldp";
    const gathered = (more: object) => () =>
      gatherConfig({ preset: "mnist-central", flags: { protocol: "cldp" }, ...more });
    expect(gathered({})).toThrow(`--preset mnist-central: samplingRate ${foreign}`);
    expect(gathered({ flags: { protocol: "cldp", samplingRate: 0.05 } })).toThrow(
      `--sampling-rate ${foreign}`,
    );
    writeFileSync(configFile, JSON.stringify({ samplingRate: 0.05 }));
    expect(gathered({ configFile })).toThrow(`--config ${configFile}: samplingRate ${foreign}`);
  });

  it("refuses both ways at once in one layer", () => {
    expect(() => gatherConfig({ preset: "mnist-central", flags: { epochs: 3, rounds: 9 } })).toThrow(
      "--rounds must be absent where --epochs is given",
    );
  });
});
