import stringWidth from "fast-string-width";
import { describe, expect, it } from "vitest";
import { epsilonTexts, type ProgressFields, progressText } from "./progress-text.js";

const FIELDS: ProgressFields = {
  share: 0.25,
  round: "round 100/400",
  accuracy: "accuracy 91.20 %",
  epsilons: ["epsilon 34.01 proven", "0.3624 conditional"],
  speed: "12,345 examples/s",
  left: "1m 20s left",
};
const WIDTHS = Array.from({ length: 200 }, (_, width) => width);

/** Whether each part is in the text, whole. */
function parts(text: string): Record<string, boolean> {
  const { round, accuracy, epsilons, speed, left } = FIELDS;
  const has = (part: string): boolean =>
    ` ${text} `.replaceAll(",", " ").includes(` ${part.replaceAll(",", " ")} `);
  return {
    speed: has(speed),
    conditional: has(epsilons[1]!),
    bar: text.includes("░"),
    round: has(round),
    accuracy: has(accuracy),
    left: has(left),
    epsilon: has(epsilons[0]!),
  };
}

describe("progressText", () => {
  it.each([
    [
      160,
      "██████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ round 100/400 | accuracy 91.20 % | epsilon 34.01 proven, 0.3624 conditional | 12,345 examples/s | 1m 20s left",
    ],
    [
      119,
      "██░░░░░░░ round 100/400 | accuracy 91.20 % | epsilon 34.01 proven, 0.3624 conditional | 12,345 examples/s | 1m 20s left",
    ],
    [79, "██░░░░░░░ round 100/400 | accuracy 91.20 % | epsilon 34.01 proven | 1m 20s left"],
    [40, "epsilon 34.01 proven | 1m 20s left"],
    [20, "epsilon 34.01 proven"],
    [19, ""],
  ])("in %d columns", (width, text) => expect(progressText(FIELDS, width)).toBe(text));

  it("fits every width, gives up parts whole and in one order, and epsilon last", () => {
    for (const width of WIDTHS) {
      const text = progressText(FIELDS, width);
      expect(stringWidth(text)).toBeLessThanOrEqual(width);
      const shown = Object.values(parts(text));
      expect(shown, text).toEqual([...shown].sort());
    }
  });

  it("never cuts an epsilon short", () => {
    for (const width of WIDTHS) {
      expect(progressText(FIELDS, width)).toMatch(/^(?!.*(epsilon|34))|epsilon 34\.01 proven([ ,]|$)/);
    }
  });

  it("fills its bar as rounds are done", () => {
    const bars = [0, 0.5, 1].map((share) => progressText({ ...FIELDS, share }, 79).slice(0, 9));
    expect(bars).toEqual(["░░░░░░░░░", "█████░░░░", "█████████"]);
  });
});

describe("epsilonTexts", () => {
  const figure = (status: "proven" | "conditional" | "refuted", epsilon: number) => ({
    status,
    epsilon,
    method: "unshuffled" as const,
  });

  it("puts the best proven figure before the best conditional one, rounded up", () => {
    const spent = [figure("proven", 34.0051), figure("proven", 40), figure("conditional", 0.36231)];
    expect(epsilonTexts({ spent })).toEqual(["epsilon 34.01 proven", "0.3624 conditional"]);
  });

  it("says so where nothing is proven, and passes over what is refuted", () => {
    expect(epsilonTexts({ spent: [figure("conditional", 1)] })).toEqual(["epsilon 1 conditional"]);
    expect(epsilonTexts({ spent: [figure("refuted", 1)] })).toEqual(["no epsilon"]);
  });
});
