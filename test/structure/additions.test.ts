import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, sourcesIn } from "./_internal/source-files.js";

/** The sources that hold a word, of the library and of the programs around it. */
function sourcesWith(word: string): string[] {
  const pattern = new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
  return ["src", "apps"]
    .flatMap((folder) => sourcesIn(folder))
    .filter((path) => pattern.test(withoutComments(readFileSync(path, "utf8"))))
    .map((path) => relative(ROOT, path))
    .sort();
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

/**
 * Additions that are there, and every source that names them: what CONTRIBUTING.md promises of the next one.
 */
describe("an addition is named in few places", () => {
  it.each([
    ["a mechanism", "discreteLaplace", ["src/mechanisms/discrete-laplace.ts", "src/mechanisms/index.ts"]],
    [
      "a randomizer that designs offer and training takes",
      "l1Randomizer",
      [
        "apps/shared/design/describe-randomizer.ts",
        "src/analytics/_internal/design/vector-families.ts",
        "src/analytics/designed-randomizer.ts",
        "src/mechanisms/index.ts",
        "src/mechanisms/l1-randomizer.ts",
        "src/training/gradients/_internal/reports-of.ts",
        "src/training/gradients/mechanism-of.ts",
      ],
    ],
    ["a bound", "gdd21-convergence", ["src/accounting/theorems/index.ts"]],
    [
      "a method",
      "clones-2021-numerical",
      [
        "src/accounting/accountants/clones-2021-numerical.ts",
        "src/accounting/accountants/registry.ts",
        "src/accounting/theorems/index.ts",
        "src/privacy/method.ts",
      ],
    ],
    [
      "a layer",
      "max-pool",
      ["src/training/layers/layer.ts", "src/training/layers/registry.ts", "src/training/models/index.ts"],
    ],
    [
      "a kind of report, its laws included",
      "laplaceScalar",
      [
        "apps/shared/account/kinds/laplace-scalar-words.ts",
        "apps/shared/account/kinds/registry.ts",
        "src/accounting/losses/laplace-loss.ts",
        "src/accounting/lower/randomizers/laplace-scalar-cohort.ts",
        "src/accounting/lower/randomizers/registry.ts",
        "src/accounting/rounds/reports/laplace-scalar-report.ts",
        "src/accounting/rounds/reports/registry.ts",
        "src/accounting/rounds/reports/report-kind.ts",
        "src/accounting/shuffle/blanket/channels/scalar-pairs.ts",
        "src/accounting/shuffle/blanket/channels/shuffled-reports.ts",
        "src/analytics/_internal/design/noise-families.ts",
        "src/auditing/games/reports/laplace-scalar-report.ts",
        "src/auditing/games/reports/registry.ts",
        "src/privacy/event-constructors.ts",
        "src/privacy/kinds/laplace-scalar-kind.ts",
        "src/privacy/kinds/registry.ts",
      ],
    ],
    [
      "a kind of round, its laws included",
      "randomAllocation",
      [
        "apps/cli/_internal/account/event-help.ts",
        "apps/shared/account/kinds/random-allocation-words.ts",
        "apps/shared/account/kinds/registry.ts",
        "apps/shared/account/mechanisms.ts",
        "src/accounting/accountants/pld.ts",
        "src/accounting/accountants/rdp-exact.ts",
        "src/accounting/accountants/unshuffled.ts",
        "src/accounting/composition/round-bound.ts",
        "src/accounting/composition/unshuffled-reports.ts",
        "src/accounting/losses/central-loss.ts",
        "src/accounting/losses/unamplified-loss.ts",
        "src/accounting/lower/gaussian-cohorts.ts",
        "src/accounting/rounds/kinds/random-allocation-round.ts",
        "src/accounting/rounds/kinds/registry.ts",
        "src/accounting/rounds/round.ts",
        "src/auditing/games/game-of.ts",
        "src/auditing/training/_internal/release-score.ts",
        "src/privacy/event-constructors.ts",
        "src/privacy/kinds/registry.ts",
        "src/privacy/mechanism-event.ts",
        "src/training/protocols/random-allocation-protocol.ts",
      ],
    ],
    [
      "a training protocol",
      "random-allocation",
      [
        "apps/cli/_internal/account/event-help.ts",
        "src/training/options/kinds/random-allocation-kind.ts",
        "src/training/options/kinds/registry.ts",
        "src/training/options/run-config.ts",
      ],
    ],
  ])("%s: %s", (_, word, places) => {
    expect(sourcesWith(word)).toEqual(places);
  });
});

it("CONTRIBUTING names sources that are there", () => {
  const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const paths = [...text.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.ts)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect(() => readFileSync(join(ROOT, path)), path).not.toThrow();
});
