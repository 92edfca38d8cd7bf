import { describe, expect, it } from "vitest";
import { DpError } from "../../../../src/errors.js";
import { checkNumber } from "../../../../src/validate.js";
import { withFlagNames } from "./with-flag-names.js";

function inFlags(parameter: string): string {
  try {
    return String(checkNumber(parameter, -1, { min: 0 }));
  } catch (error) {
    const renamed = withFlagNames(error) as DpError;
    expect(renamed.message.startsWith(renamed.details.parameter!)).toBe(true);
    expect(renamed.code).toBe("OUT_OF_RANGE");
    return renamed.details.parameter!;
  }
}

describe("withFlagNames", () => {
  it.each([
    ["config.stopAtEpsilon", "--stop-at-epsilon"],
    ["nonprivate: batchSize", "--batch-size"],
    ["train: protocol.noiseToClip", "--noise-to-clip"],
    ["train: privacy.targetEpsilon", "--target-epsilon"],
    ["config.epochs: rounds (2 epochs of 3)", "--epochs: rounds (2 epochs of 3)"],
    ["config.learningRateSteps[0][1]", "--learning-rate-steps[0][1]"],
  ])("%s becomes %s", (parameter, flag) => expect(inFlags(parameter)).toBe(flag));

  it.each(["calibrate: evaluations", "train: data.train", "--rounds"])("%s stays", (parameter) =>
    expect(inFlags(parameter)).toBe(parameter),
  );

  it("leaves other errors alone", () => {
    const defect = new TypeError("rounds");
    expect(withFlagNames(defect)).toBe(defect);
    const other = new DpError("BAD_INPUT", "something about rounds", { parameter: "config.rounds" });
    expect(withFlagNames(other)).toBe(other);
  });
});
