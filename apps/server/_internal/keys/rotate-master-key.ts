import type { Analyzer } from "../../../../src/federated/analyzer/analyzer.js";
import type { MasterKeys } from "./master-keys.js";

/**
 * Erasure: wraps the live keys under a new master key, then unlinks every other one. Killed before the end,
 * it leaves both, and all keys open.
 *
 * @returns how many keys live
 */
export async function rotateMasterKey(analyzer: Analyzer, keys: MasterKeys): Promise<number> {
  const master = keys.make();
  const count = await analyzer.rotate(master);
  keys.keepOnly(master.id);
  return count;
}
