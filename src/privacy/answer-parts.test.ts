import { describe, expect, it } from "vitest";
import { answerParts } from "./answer-parts.js";
import type { MechanismEvent } from "./mechanism-event.js";

const YES_OR_NO = { kind: "randomizedResponse", epsilon: 0.5, categories: 2 } as const;

describe("answerParts", () => {
  it("counts answers by the same randomizer together", () => {
    const three = { kind: "repeat", times: 3, of: YES_OR_NO } as const;
    expect(answerParts("of", [three, { ...YES_OR_NO, epsilon: 1 }, YES_OR_NO])).toEqual([
      { of: YES_OR_NO, times: 4 },
      { of: { ...YES_OR_NO, epsilon: 1 }, times: 1 },
    ]);
  });

  it.each<[string, string, MechanismEvent[]]>([
    ["OUT_OF_RANGE", "of: answers in all must be an integer in [1, 100], got 0", []],
    [
      "OUT_OF_RANGE",
      "of: answers in all must be an integer in [1, 100], got 101; split them into several messages",
      [{ kind: "repeat", times: 101, of: YES_OR_NO }],
    ],
    [
      "OUT_OF_RANGE",
      "of: epsilon of all answers must be a finite number in [0, 100), got 120; more noise hides more",
      [{ kind: "repeat", times: 3, of: { ...YES_OR_NO, epsilon: 40 } }],
    ],
    [
      "OUT_OF_RANGE",
      "of: epsilon of all answers must be a finite number in [0, 100), got 100; more noise hides more",
      [{ kind: "repeat", times: 2, of: { ...YES_OR_NO, epsilon: 50 } }],
    ],
    [
      "BAD_INPUT",
      'of: kind of an answer must be one of randomizedResponse, subsetResponse, got "local"',
      [YES_OR_NO, { kind: "local", epsilon: 1 }],
    ],
  ])("says what a message may hold: %s %s", (code, message, of) => {
    expect(() => answerParts("of", of)).toThrow(expect.objectContaining({ code }));
    expect(() => answerParts("of", of)).toThrow(message);
  });
});
