import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/docs/user-project.js";

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const MANIFEST = JSON.parse(textOf("package.json")) as Record<"version" | "license" | "author", string>;

/** The value of a field of CITATION.cff, without its quotes. */
function cited(field: string): string | undefined {
  return new RegExp(`^(?:  - )?${field}: "?([^"\\n]*)"?$`, "m").exec(textOf("CITATION.cff"))?.[1];
}

it("CITATION.cff says what the package says of itself", () => {
  expect(cited("cff-version")).toBe("1.2.0");
  expect(cited("version")).toBe(MANIFEST.version);
  expect(cited("license")).toBe(MANIFEST.license);
  expect(cited("name")).toBe(MANIFEST.author);
  expect(cited("family-names")).toBeUndefined();
});
