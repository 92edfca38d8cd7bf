/**
 * `npm run docs`: makes the generated blocks of the documents anew, what their programs print, and the lines
 * of their prose.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { SOURCES, withOutputs } from "./code-blocks.js";
import { withGeneratedBlocks } from "./generated-blocks.js";
import { croupier } from "./run-croupier.js";
import { withSentenceLines } from "./sentence-lines.js";
import { createUserProject } from "./user-project.js";

const project = createUserProject();

/** What a program prints; one that fails ends the run. */
function outputOf(code: string): string {
  const { status, stdout, stderr } = project.run(code);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

for (const path of SOURCES) {
  const text = readFileSync(path, "utf8");
  const made = withSentenceLines(withOutputs(withGeneratedBlocks(text), { program: outputOf, croupier }));
  if (made === text) continue;
  writeFileSync(path, made);
  console.log(`${path}: written`);
}
project.remove();
