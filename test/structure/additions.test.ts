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
      "a randomizer that designs offer",
      "l1Randomizer",
      [
        "apps/shared/design/describe-randomizer.ts",
        "src/analytics/_internal/design/vector-families.ts",
        "src/analytics/designed-randomizer.ts",
        "src/mechanisms/index.ts",
        "src/mechanisms/l1-randomizer.ts",
      ],
    ],
    ["a bound", "moments-accountant", ["src/accounting/theorems/index.ts"]],
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
