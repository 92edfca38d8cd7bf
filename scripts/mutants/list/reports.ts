import type { Mutant } from "../mutant.js";

const REPORTS_TEST = ["src/training/protocols/report-protocol.test.ts"];
const CHARGING_TEST = ["src/training/loop/charging.test.ts"];

/** Reports that users send in training, and when their rounds are charged. */
export const REPORTS: readonly Mutant[] = [
  {
    what: "the simulated sum of reports has one report's noise",
    file: "src/training/protocols/_internal/gaussian-reports.ts",
    from: "Math.sqrt(participants + dummies) * reportStdDev",
    to: "reportStdDev",
    tests: REPORTS_TEST,
  },
  {
    what: "a report on the wire is clipped to the event's bound, not to the simulation's",
    file: "src/training/protocols/_internal/gaussian-reports.ts",
    from: "dimension, bound, stdDev",
    to: "dimension, bound: 1.01 * clipBound, stdDev",
    tests: REPORTS_TEST,
  },
  {
    what: "a round is released before it is charged",
    file: "src/training/loop/train-rounds.ts",
    from: "  charge(run, state.round);\n  const mean = await releasedMean(run.batchOf(state.round), run, state);",
    to: "  const mean = await releasedMean(run.batchOf(state.round), run, state);\n  charge(run, state.round);",
    tests: CHARGING_TEST,
  },
  {
    what: "every round of an epoch is charged as an epoch",
    file: "src/training/loop/train-rounds.ts",
    from: "event !== undefined && round % protocol.roundsPerEvent === 0",
    to: "event !== undefined",
    tests: CHARGING_TEST,
  },
  {
    what: "a server updates by the reports of a round that was not charged",
    file: "src/training/loop/_internal/server-trainer.ts",
    from: "if (!this.#isOpen)",
    to: "if (this.#isOpen === undefined)",
    tests: ["src/training/loop/open-trainer.test.ts"],
  },
  {
    what: "a server forgets its budget",
    file: "src/training/loop/open-trainer.ts",
    from: "if (epsilon === undefined) return {};",
    to: "if (epsilon !== 0) return {};",
    tests: ["src/training/loop/open-trainer.test.ts"],
  },
];
