import { EXPERIMENTS } from "../experiments/experiments.js";

/** Permuting by index beside products (YJX25 Table VII), and beside a training step (Table VIII). */
export async function benchPermutations(): Promise<Readonly<Record<string, readonly object[]>>> {
  const found: Record<string, readonly object[]> = {};
  for (const name of ["yjx25-table-7", "yjx25-table-8"]) {
    const { run } = await EXPERIMENTS.find((experiment) => experiment.name === name)!.load();
    const { tables } = await run({ quick: false, seed: 1, onProgress: () => {} });
    for (const { title, columns, rows } of tables) {
      found[title] = rows.map((row) => Object.fromEntries(row.map((cell, i) => [String(columns[i]), cell])));
    }
  }
  return found;
}
