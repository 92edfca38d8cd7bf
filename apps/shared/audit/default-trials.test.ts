import { expect, it } from "vitest";
import { defaultTrials, plannedWords } from "./default-trials.js";

it.each([
  [1e-6, 10_000],
  [0.006, 10_000],
  [0.0061, 5000],
  [0.013, 2000],
  [0.06, 1000],
  [0.061, 500],
  [0.4, 100],
  [0.6, 100],
  [60, 100],
  [Infinity, 100],
])("a play of %d s makes %d plays in about a minute", (seconds, trials) => {
  expect(defaultTrials(seconds)).toBe(trials);
});

it("says what is to come", () => {
  expect(plannedWords(1000, 0.0551)).toBe(
    "a play takes some 0.055 s: 1,000 plays, in about 55s; --trials says otherwise, Ctrl-C ends with the verdict so far",
  );
  expect(plannedWords(10_000, 1e-6)).toContain("some 1e-6 s: 10,000 plays, in less than a second;");
});
