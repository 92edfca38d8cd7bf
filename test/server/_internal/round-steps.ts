import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Where a round stands, by the files of a store: steps A to F of the protocol, C in two. */
export const STEPS = [
  "before",
  "charged",
  "collecting",
  "freezing",
  "frozen",
  "taken",
  "published",
  "done",
] as const;
export type Step = (typeof STEPS)[number];

/** Reads the steps of a store's rounds off its files, without opening a database beside the server. */
export interface RoundSteps {
  /** The step of the round after those that were settled. */
  now(): Step;
  /** Waits for a step or a later one, or until the round is over. */
  reach(step: Step, isOver: () => boolean): Promise<Step>;
  /** The round is over: the next one is looked at. */
  settle(): void;
  /** Digests of the batches that were seen under each name; one for each, if frozen bytes never change. */
  readonly batches: ReadonlyMap<string, ReadonlySet<string>>;
}

export function roundSteps(folder: string, store: string): RoundSteps {
  let settled = 0;
  const batches = new Map<string, Set<string>>();
  /** Entries of the ledger by its second record, which is written after the commit. */
  const entries = (): number => {
    const path = `${folder}/${store}-ledger-head`;
    if (!existsSync(path)) return 0;
    const marks = JSON.parse(readFileSync(path, "utf8")) as Record<string, { readonly sequence: number }>;
    return Object.values(marks)[0]?.sequence ?? 0;
  };
  const now = (): Step => {
    const files = readdirSync(folder).filter((name) => name.startsWith(`${store}-round-`));
    for (const name of files.filter((each) => each.endsWith(".batch"))) see(batches, folder, name);
    const added = entries() - settled;
    if (added >= 3) return files.some((name) => name.endsWith(".batch")) ? "published" : "done";
    if (added === 2) return "taken";
    const isFrozen = files.some((name) => name.endsWith(".batch"));
    const isFreezing = files.some((name) => name.endsWith(".partial"));
    const collects = files.some((name) => name.endsWith(".db"));
    if (isFrozen) return collects ? "freezing" : "frozen";
    if (isFreezing) return "freezing";
    if (collects) return "collecting";
    return added === 1 ? "charged" : "before";
  };
  return {
    now,
    batches,
    async reach(step, isOver) {
      for (;;) {
        const here = now();
        if (STEPS.indexOf(here) >= STEPS.indexOf(step) || isOver()) return here;
        await sleep(2);
      }
    },
    settle() {
      settled = entries();
    },
  };
}

function see(batches: Map<string, Set<string>>, folder: string, name: string): void {
  try {
    const digest = createHash("sha256")
      .update(readFileSync(`${folder}/${name}`))
      .digest("hex");
    batches.set(name, (batches.get(name) ?? new Set()).add(digest));
  } catch {
    // It was removed in between.
  }
}
