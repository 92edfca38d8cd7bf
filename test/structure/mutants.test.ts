import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MUTANTS } from "../../scripts/mutants/mutants.js";

describe("mutants", () => {
  it.each(MUTANTS.map(({ what, file, from }) => [file, what, from] as const))(
    "%s: %s changes a line that is there once",
    (file, _, from) => {
      expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
    },
  );

  it("name test files that are there", () => {
    const named = new Set(MUTANTS.flatMap(({ tests }) => tests));
    expect([...named].filter((path) => !existsSync(path))).toEqual([]);
  });
});
