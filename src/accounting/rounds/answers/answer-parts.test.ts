import { describe, expect, it } from "vitest";
import type { AnswersEvent } from "../../../privacy/index.js";
import { answerParts } from "./answer-parts.js";

const YES_OR_NO = { kind: "randomizedResponse", epsilon: 0.5, categories: 2 } as const;
const answers = (...of: AnswersEvent["of"][number][]): AnswersEvent => ({ kind: "answers", of });

describe("answerParts", () => {
  it("counts answers by the same randomizer together", () => {
    const event = answers(
      { kind: "repeat", times: 3, of: YES_OR_NO },
      { ...YES_OR_NO, epsilon: 1 },
      YES_OR_NO,
    );
    expect(answerParts(event)).toEqual([
      { of: YES_OR_NO, times: 4 },
      { of: { ...YES_OR_NO, epsilon: 1 }, times: 1 },
    ]);
  });

  it.each([
    [answers(), "event: answers must be 1 to 100 answers, got none"],
    [
      answers({ kind: "repeat", times: 101, of: YES_OR_NO }),
      "event: answers must be 1 to 100 answers, got 101; split them into several messages",
    ],
    [
      answers(YES_OR_NO, { kind: "local", epsilon: 1 }),
      "event: answers must be randomizedResponse or subsetResponse, got local",
    ],
  ])("says what a message may hold: %j", (event, message) => {
    expect(() => answerParts(event)).toThrow(message);
  });
});
