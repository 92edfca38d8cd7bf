import type { Mutant } from "../mutant.js";

/** What protocols draw, clip and release, and what a run says that it has spent. */
export const RELEASES: readonly Mutant[] = [
  {
    what: "a batch's sum is clipped from twice its bound on",
    file: "src/training/protocols/_internal/clipped-to.ts",
    from: "return norm <= bound ?",
    to: "return norm <= 2 * bound ?",
    tests: ["src/training/protocols/_internal/clipped-to.test.ts"],
  },
  {
    what: "CLDP samples the first users, whatever it draws",
    file: "src/training/protocols/cldp.ts",
    from: "[sampleSubset(source, users, sampled)]",
    to: "[sampleSubset(source, users, sampled).map((_, i) => i)]",
    tests: ["src/training/protocols/protocols.test.ts"],
  },
  {
    what: "a run's folder is not charged for the rounds that diverged",
    file: "apps/cli/_internal/train/keep-records.ts",
    from: "onDivergence: (state) => folder.save({ name, config, state }),",
    to: "onDivergence: async () => {},",
    tests: ["apps/cli/_internal/train/run-folder.test.ts"],
  },
  {
    what: "a run's accountant never forgets its last report",
    file: "src/training/loop/_internal/run-accountant.ts",
    from: "if (last?.key !== key)",
    to: "if (last === undefined || (last.key !== key && key === undefined))",
    tests: ["src/training/loop/_internal/run-accountant.test.ts"],
  },
  {
    what: "the first entry of a sum has no noise",
    file: "src/training/protocols/_internal/noisy-sum.ts",
    from: "fillNormals(source, noisy, stdDev);",
    to: "fillNormals(source, noisy, stdDev);\n  noisy[0] = 0;",
    tests: ["src/training/protocols/protocols.test.ts"],
  },
  {
    what: "rounds that differ in their failures alone are charged as the first",
    file: "src/accounting/ledger/event-counts.ts",
    from: "key: JSON.stringify(part.round)",
    to: 'key: JSON.stringify(part.round, (name, value) => (name === "delta" ? undefined : value))',
    tests: ["src/accounting/ledger/open-ledger.test.ts"],
  },
];
