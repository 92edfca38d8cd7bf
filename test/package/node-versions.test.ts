/**
 * The supported versions of Node beside the one that runs the tests: npm carries their binaries, which are
 * fetched where CI is set.
 *
 * @module-tag long
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { greyPng } from "../e2e/_internal/grey-png.js";
import { SHORT_RUN } from "../e2e/_internal/short-run.js";
import { writeTinyMnist } from "../e2e/_internal/tiny-mnist.js";
import {
  type InstalledPackage,
  installPackage,
  makeProject,
  ROOT,
  run,
} from "./_internal/installed-package.js";

const VERSIONS = [22, 24, 26];
const WHY_NOT = process.env.CI === undefined ? "skipped: CI is not set; it fetches 150 MB" : undefined;

const BUILT = join(ROOT, "dist/apps/cli/croupier.js");
const EVERYTHING = readFileSync(join(import.meta.dirname, "_project/everything.ts"), "utf8");
const MAIN =
  'import { everything } from "./everything.js";\neverything().then((all) => console.log(JSON.stringify(all)));\n';

/** Lines of the command that between them go through files, threads, kernels, pictures and packages. */
const LINES: readonly string[] = [
  "--version",
  "account shuffle-gaussian --users 1000 --noise-multiplier 3 --delta 1e-5 --method clones-2023 --json",
  "calibrate gaussian --target-epsilon 1 --delta 1e-5 --json",
  "analyze answers.csv --column answer --categories no,yes --local-epsilon 2 --seed 4 --json",
  "audit --event event.json --delta 1e-5 --trials 2000 --threads 2 --seed 1 --json",
  // Whole vectors: figures of blocks are the best of a search, of which versions may choose another.
  `train --preset mnist-check-in --blocks 1 --absentees silent --data digits ${SHORT_RUN.join(" ")} --out run`,
  "predict --run run --image digit.png --json",
  "completion bash",
];

/** What a line prints, but for what tells the time. */
type Answers = Readonly<Record<string, unknown>>;

describe.skipIf(WHY_NOT !== undefined)(`Node ${VERSIONS.join(", ")}${WHY_NOT ? ` (${WHY_NOT})` : ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-nodes-"));
  const nodeOf = (version: number): string => join(folder, `node_modules/node-${version}/bin/node`);
  let packed: InstalledPackage;
  let project: string;
  let expected: Answers;
  /** What the project prints on this version. */
  let here: unknown;

  beforeAll(async () => {
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    const binaries = VERSIONS.map(
      (version) => `node-${version}@npm:node-${process.platform}-${process.arch}@${version}`,
    );
    [packed] = await Promise.all([
      installPackage(),
      run(folder, "npm", "install", "--no-audit", "--no-fund", ...binaries),
    ]);
    project = makeProject(packed, "nodes/everything", { "package.json": '{ "type": "module" }' });
    for (const [name, text] of [
      ["everything", EVERYTHING],
      ["main", MAIN],
    ] as const) {
      const { code } = await esbuild.transform(text, { loader: "ts", format: "esm" });
      writeFileSync(join(project, `${name}.js`), code);
    }
    expected = await answersOf(process.execPath);
    here = JSON.parse((await run(project, process.execPath, "main.js")).stdout);
  }, 300_000);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** What the built command answers to all lines, and the weights that it trained, in a folder of its own. */
  async function answersOf(node: string): Promise<Answers> {
    const work = makeProject(packed, `nodes/lines-${readdirSync(join(packed.folder, "nodes")).length}`, {
      "answers.csv": ["answer", ...Array.from({ length: 60 }, (_, i) => (i % 3 ? "no" : "yes"))].join("\n"),
      "event.json": JSON.stringify({ kind: "randomizedResponse", epsilon: 1, categories: 2 }),
    });
    writeTinyMnist(join(work, "digits"), 120, 20);
    writeFileSync(
      join(work, "digit.png"),
      greyPng(
        28,
        28,
        Uint8Array.from({ length: 784 }, (_, i) => (i * 37) % 256),
      ),
    );
    const answers: Record<string, unknown> = {};
    for (const line of LINES) {
      const { stdout } = await run(work, node, BUILT, ...line.split(" "));
      answers[line] = stdout.startsWith("{") ? withoutTimes(JSON.parse(stdout)) : stdout;
    }
    return { ...answers, weights: readFileSync(join(work, "run/weights.safetensors")).toString("base64") };
  }

  it("are tested with this one, the oldest", () => {
    expect(process.versions.node.split(".")[0]).toBe(/\d+/.exec(manifest.engines.node)![0]);
  });

  it.each(VERSIONS)("%i runs the built command", async (version) => {
    const { stdout } = await run(folder, nodeOf(version), "--version");
    expect(stdout).toMatch(new RegExp(`^v${version}\\.`));
    expectAlike(await answersOf(nodeOf(version)), expected);
  });

  it.each(VERSIONS)("%i runs the packed package", async (version) => {
    const there = await run(project, nodeOf(version), "main.js");
    expect(there.stderr).toBe("");
    expectAlike(JSON.parse(there.stdout), here);
    const command = join(packed.folder, "node_modules/.bin/croupier");
    expect((await run(project, nodeOf(version), command, "--version")).stdout.trim()).toBe(manifest.version);
  });

  it.each(VERSIONS)("%i keeps the command's compiled code", async (version) => {
    const temporary = mkdtempSync(join(folder, "cache-"));
    const env = ["-i", `PATH=${process.env.PATH}`, `TMPDIR=${temporary}`];
    await run(folder, "env", ...env, nodeOf(version), BUILT, "--version");
    const cache = join(temporary, "node-compile-cache");
    expect(existsSync(cache)).toBe(true);
    expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(3);
  });
});

/** A summary's fields that say how long something took. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, field) => (/seconds|^finished$|^node$/i.test(key) ? undefined : field)),
  );
}

/** Equal but for the last digits of figures, in which versions of the engine may differ. */
function expectAlike(actual: unknown, wanted: unknown, path = ""): void {
  if (typeof wanted === "number" && Number.isFinite(wanted) && wanted !== 0) {
    expect(Math.abs((actual as number) / wanted - 1), path).toBeLessThan(1e-9);
  } else if (typeof wanted === "object" && wanted !== null) {
    expect(Object.keys(actual as object), path).toEqual(Object.keys(wanted));
    for (const [key, field] of Object.entries(wanted))
      expectAlike((actual as never)[key], field, `${path}/${key}`);
  } else {
    expect(actual, path).toBe(wanted);
  }
}
