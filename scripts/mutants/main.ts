/**
 * `npm run mutants [-- --jobs N --results FILE WORD ...]`: tries each mutant whose description or file has
 * one of the words, all of them without any. The exit status is 1 where one survives or cannot be tried.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { KnownKills } from "./_internal/known-kills.js";
import { Workbench } from "./_internal/workbench.js";
import type { Mutant } from "./mutant.js";
import { MUTANTS } from "./mutants.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const { values, positionals: words } = parseArgs({
  options: { jobs: { type: "string", default: "1" }, results: { type: "string" } },
  allowPositionals: true,
});
const jobs = Number(values.jobs);
if (!(Number.isInteger(jobs) && jobs >= 1 && jobs <= 64)) {
  throw new Error(`--jobs must be an integer from 1 to 64, got ${values.jobs}`);
}
const mutants = MUTANTS.filter(
  ({ what, file }) => words.length === 0 || words.some((word) => `${file}: ${what}`.includes(word)),
);
const kills = new KnownKills(ROOT, values.results);
const isThere = ({ file, tests }: Mutant) => [file, ...tests].every((path) => existsSync(join(ROOT, path)));
const left = mutants.filter((mutant) => !isThere(mutant) || !kills.has(mutant));
const failures: string[] = [];
let tried = mutants.length - left.length;
if (tried > 0) console.log(`killed before, as ${values.results} says: ${tried}`);

const workbenches = Array.from({ length: Math.min(jobs, left.length) }, () => new Workbench(ROOT));
const closeAll = (): void => {
  for (const workbench of workbenches) workbench.close();
};
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    closeAll();
    process.exit(1);
  });
}
try {
  if (workbenches.length > 0) await checkOriginals(workbenches[0]!);
  const queue = left.values();
  await Promise.all(
    workbenches.map(async (workbench) => {
      for (const mutant of queue) await tryMutant(workbench, mutant);
    }),
  );
} finally {
  closeAll();
}
console.log(`${mutants.length - failures.length} of ${mutants.length} killed`);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A test that fails already would kill everything. */
async function checkOriginals(workbench: Workbench): Promise<void> {
  const tests = [...new Set(left.flatMap((mutant) => mutant.tests))];
  console.log(`without mutants: ${tests.length} test files`);
  workbench.bundle();
  if (await workbench.passes(tests, "inherit")) return;
  throw new Error("the named tests do not pass without mutants");
}

async function tryMutant(workbench: Workbench, mutant: Mutant): Promise<void> {
  const started = performance.now();
  const obstacle = workbench.obstacle(mutant);
  const outcome = obstacle ?? ((await workbench.isKilled(mutant)) ? "killed" : "SURVIVED");
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const line = `${outcome}: ${mutant.file}: ${mutant.what}`;
  tried += 1;
  console.log(`${tried}/${mutants.length}  ${seconds.padStart(3)} s  ${line}`);
  if (outcome === "killed") kills.add(mutant);
  else failures.push(line);
}
