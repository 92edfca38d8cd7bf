/** Measures on this machine; `--json` prints data instead of a table. */
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { benchGradients } from "./gradients.js";
import { benchRandomizers } from "./randomizers.js";

const setting = {
  machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`,
  date: new Date().toISOString().slice(0, 10),
  commit: commit(),
};
const gradients = await benchGradients();
const randomizers = await benchRandomizers();

if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ ...setting, gradients, randomizers }, null, 2));
} else {
  console.log(`${setting.machine}; ${setting.date}; commit ${setting.commit}`);
  console.table(gradients);
  for (const table of Object.values(randomizers)) console.table(table);
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
