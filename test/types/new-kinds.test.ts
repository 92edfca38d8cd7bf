import { execFile } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);
let copy = "";
/** What the compiler knows of the sources as they are: of a change it checks only what depends on it. */
const KNOWN = "unchanged.tsbuildinfo";

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "croupier-types-"));
  for (const name of ["src", "apps", "experiments", "tsconfig.base.json", "package.json"]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const include = ["src/**/*.ts", "apps/**/*.ts", "experiments/**/*.ts"];
  const project = {
    extends: "./tsconfig.base.json",
    compilerOptions: { noEmit: true, composite: false, incremental: true, tsBuildInfoFile: KNOWN },
    include,
    // Pages are compiled with the types of browsers, and know no kinds.
    exclude: ["**/*.test.ts", "apps/web/**"],
  };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(project));
  expect(await filesWithErrors()).toEqual([]);
  copyFileSync(join(copy, KNOWN), join(copy, `${KNOWN}.kept`));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The files in which the compiler finds errors. */
async function filesWithErrors(): Promise<readonly string[]> {
  try {
    await run(join(ROOT, "node_modules/.bin/tsc"), ["--pretty", "false"], { cwd: copy });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout: string };
    const files = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file!);
    if (files.length === 0) throw error;
    return [...new Set(files)].sort();
  }
}

/** Those once a file is changed. */
async function errorsOfChange(path: string, from: string | RegExp, to: string): Promise<readonly string[]> {
  const text = readFileSync(join(copy, path), "utf8");
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(join(copy, path), changed);
  copyFileSync(join(copy, `${KNOWN}.kept`), join(copy, KNOWN));
  try {
    return await filesWithErrors();
  } finally {
    writeFileSync(join(copy, path), text);
  }
}

describe("the compiler names each place that a new kind needs", () => {
  it("an event", async () => {
    const files = await errorsOfChange(
      "src/privacy/mechanism-event.ts",
      /export type MechanismEvent =/,
      'interface NewEvent { readonly kind: "new"; readonly users: number }\nexport type MechanismEvent =\n  | NewEvent',
    );
    expect(files).toEqual([
      "apps/shared/account/kinds/registry.ts",
      "src/accounting/rounds/read-round.ts",
      "src/auditing/games/game-of.ts",
      "src/privacy/event-fields.ts",
    ]);
  });

  it("a report, and no method that does not say it covers it", async () => {
    const files = await errorsOfChange(
      "src/accounting/rounds/round.ts",
      "export type Report =",
      'export type Report =\n  | { readonly kind: "new"; readonly size: number }\n  |',
    );
    expect(files).toEqual(["src/accounting/rounds/reports/registry.ts"]);
  });

  it("a round, in the engines that compose every kind of round too", async () => {
    const files = await errorsOfChange(
      "src/accounting/rounds/round.ts",
      /interface RoundFields \{/,
      "interface RoundFields {\n  readonly newRound: object;",
    );
    expect(files).toEqual([
      "apps/cli/_internal/account/event-help.ts",
      "src/accounting/composition/round-bound.ts",
      "src/accounting/rounds/kinds/registry.ts",
    ]);
  });

  it("a round that an accountant says it covers and does not analyse", async () => {
    const files = await errorsOfChange(
      "src/accounting/accountants/rdp-exact.ts",
      'rounds: ["randomAllocation"]',
      'rounds: ["randomAllocation", "poissonSample"]',
    );
    expect(files).toEqual(["src/accounting/accountants/rdp-exact.ts"]);
  });

  it("a method", async () => {
    const files = await errorsOfChange(
      "src/privacy/method.ts",
      "export const METHODS = [",
      'export const METHODS = [\n  "new-method",',
    );
    expect(files).toEqual(["src/accounting/accountants/registry.ts"]);
  });

  it("a training protocol", async () => {
    const files = await errorsOfChange(
      "src/training/options/run-config.ts",
      "export interface GaussianSamplings extends ShuffledSamplings {",
      "export interface GaussianSamplings extends ShuffledSamplings {\n  readonly new: FixedSampling;",
    );
    expect(files).toEqual(["src/training/options/kinds/registry.ts"]);
  });

  it("nothing at all where nothing is new", async () => {
    const files = await errorsOfChange("src/accounting/rounds/round.ts", /$/, "\n");
    expect(files).toEqual([]);
  });
});
