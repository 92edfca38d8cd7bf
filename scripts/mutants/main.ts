/**
 * `npm run mutants [-- WORD ...]`: tries each mutant whose description or file has one of the words, all of
 * them without any. The exit status is 1 where one survives or cannot be tried.
 */
import { fileURLToPath } from "node:url";
import { Workbench } from "./_internal/workbench.js";
import type { Mutant } from "./mutant.js";
import { MUTANTS } from "./mutants.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

const words = process.argv.slice(2);
const mutants = MUTANTS.filter(
  ({ what, file }) => words.length === 0 || words.some((word) => `${file}: ${what}`.includes(word)),
);
const workbench = new Workbench(ROOT);
const failures: string[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    workbench.close();
    process.exit(1);
  });
}
try {
  await checkOriginals();
  for (const [i, mutant] of mutants.entries()) await tryMutant(`${i + 1}/${mutants.length}`, mutant);
} finally {
  workbench.close();
}
console.log(`${mutants.length - failures.length} of ${mutants.length} killed`);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A test that fails already would kill everything. */
async function checkOriginals(): Promise<void> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  console.log(`without mutants: ${tests.length} test files`);
  if (tests.length === 0 || (await workbench.passes(tests, "inherit"))) return;
  throw new Error("the named tests do not pass without mutants");
}

async function tryMutant(place: string, mutant: Mutant): Promise<void> {
  const started = performance.now();
  const obstacle = workbench.obstacle(mutant);
  const outcome = obstacle ?? ((await workbench.isKilled(mutant)) ? "killed" : "SURVIVED");
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const line = `${outcome}: ${mutant.file}: ${mutant.what}`;
  console.log(`${place}  ${seconds.padStart(3)} s  ${line}`);
  if (outcome !== "killed") failures.push(line);
}
