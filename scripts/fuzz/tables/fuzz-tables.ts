import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { checkTable } from "./check-table.js";
import { type RandomTable, tableOf } from "./random-table.js";

/** The numbers of the tables that are checked. */
export interface TableRange {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
}

/**
 * Checks random tables one after the other, and prints each failure with the command that repeats it.
 *
 * @returns how many failed
 */
export async function fuzzTables({ seed, first, count }: TableRange): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "croupier-fuzz-"));
  let failures = 0;
  let hints = 0;
  let refused = 0;
  try {
    for (let index = first; index < first + count; index++) {
      const table = tableOf(seed, index);
      const checked = await outcomeOf(join(folder, "table.csv"), table);
      hints += checked.hints;
      refused += Number(checked.outcome === "refused");
      if (checked.faults.length === 0) continue;
      failures += 1;
      console.log(`\ntable ${index}: npm run fuzz -- --events 0 --seed ${seed} --first ${index} --tables 1`);
      console.log(shown(table));
      for (const fault of checked.faults) console.log(`  ${fault}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(`${count} tables, ${failures} failures, ${hints} hints followed, ${refused} tables refused`);
  return failures;
}

async function outcomeOf(file: string, table: RandomTable): ReturnType<typeof checkTable> {
  try {
    return await checkTable(file, table);
  } catch (error) {
    const fault = `throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    return { faults: [fault], outcome: "refused", hints: 0 };
  }
}

function shown({ content, columns, groupBy, first, truth }: RandomTable): string {
  const bytes = content[0] === 0x1f ? gunzipSync(content) : content;
  const asked = [...columns, ...(groupBy === undefined ? [] : [groupBy])].map(({ name, task }) => ({
    name,
    task,
  }));
  return JSON.stringify({ text: new TextDecoder().decode(bytes), asked, first, truth });
}
