import type { Mutant } from "../mutant.js";

/** What lies beyond the domain is let in. */
export const DOOR: readonly Mutant[] = [
  {
    what: "a ledger takes any number of different rounds",
    file: "src/accounting/ledger/event-counts.ts",
    from: "this.#counts.size + more",
    to: "more",
    tests: ["src/accounting/ledger/open-ledger.test.ts"],
  },
  {
    what: "an event has any number of rounds",
    file: "src/privacy/rounds-in-all.ts",
    from: "total += times * partsOf(round)",
    to: "total = Math.max(total, times)",
    tests: ["src/privacy/read-event.test.ts"],
  },
  {
    what: "a round of many blocks counts as one",
    file: "src/privacy/rounds-in-all.ts",
    from: "batches * blocksOf(round)",
    to: "batches",
    tests: ["src/privacy/read-event.test.ts"],
  },
  {
    what: "a record is in any number of batches",
    file: "src/privacy/rounds-in-all.ts",
    from: "batches * blocksOf(round)",
    to: "blocksOf(round)",
    tests: ["src/privacy/read-event.test.ts"],
  },
  {
    what: "a ledger takes more blocks than its event may have",
    file: "src/accounting/ledger/event-counts.ts",
    from: "sign * roundsInAll(event)",
    to: "sign * parts.reduce((sum, { times }) => sum + times, 0)",
    tests: ["src/accounting/ledger/open-ledger.test.ts"],
  },
  {
    what: "a question is asked at any delta",
    file: "src/accounting/guarantees.ts",
    from: "options.delta, DOMAIN.delta)",
    to: "options.delta, DOMAIN.sharedDelta)",
    tests: ["src/accounting/guarantees.test.ts"],
  },
  {
    what: "a theorem takes any noise",
    file: "src/accounting/theorems/gaussian.ts",
    from: "options.noiseMultiplier, DOMAIN.composedNoise)",
    to: "options.noiseMultiplier, { min: 0 })",
    tests: ["src/accounting/theorems/gaussian.test.ts"],
  },
];
