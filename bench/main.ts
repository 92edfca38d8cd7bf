/**
 * Measures on this machine: `npm run bench -- [names] [--json]`; without names everything but `gpt2`, which
 * takes minutes and 6 GB; with `--json` data instead of tables.
 */
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { benchAccounting, benchAnswers } from "./accounting.js";
import { benchAudit } from "./auditing.js";
import { benchBlocks } from "./blocks.js";
import { benchGpt2 } from "./gpt2.js";
import { benchGradients } from "./gradients.js";
import { benchPermutations } from "./permutations.js";
import { benchProducts } from "./products.js";
import { benchRandomizers } from "./randomizers.js";
import { benchTraining } from "./training.js";
import { benchTransformer } from "./transformer.js";

const BENCHES: Readonly<Record<string, () => Promise<Readonly<Record<string, readonly object[]>>>>> = {
  accounting: async () => ({ accounting: benchAccounting(), answers: benchAnswers() }),
  auditing: async () => ({ auditing: await benchAudit() }),
  blocks: benchBlocks,
  gpt2: async () => ({ gpt2: benchGpt2() }),
  gradients: async () => ({ gradients: await benchGradients() }),
  products: async () => ({ products: await benchProducts() }),
  permutations: benchPermutations,
  randomizers: async () => ({ ...(await benchRandomizers()) }),
  transformer: async () => ({ ...(await benchTransformer()) }),
  training: async () => ({ training: await benchTraining() }),
};

const json = process.argv.includes("--json");
const setting = {
  machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`,
  date: new Date().toISOString().slice(0, 10),
  commit: commit(),
};
if (!json) console.log(`${setting.machine}; ${setting.date}; commit ${setting.commit}`);
const results: Record<string, readonly object[]> = {};
for (const name of chosen()) {
  const tables = await BENCHES[name]!();
  Object.assign(results, tables);
  if (!json) for (const table of Object.values(tables)) console.table(table);
}
if (json) console.log(JSON.stringify({ ...setting, ...results }, null, 2));

function chosen(): string[] {
  const names = process.argv.slice(2).filter((argument) => argument !== "--json");
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown === undefined)
    return names.length > 0 ? names : Object.keys(BENCHES).filter((name) => name !== "gpt2");
  console.error(`bench: ${unknown} is not one of ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
