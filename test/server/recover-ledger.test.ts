/**
 * A ledger that is restored from a backup and recovered from the shuffler's copy, in SQLite, with its second
 * record.
 */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteAnalyzerStore } from "../../apps/server/_internal/stores/open-sqlite-analyzer-store.js";
import { type Federation, openFederation } from "../federated/_internal/federation.js";

const ANSWERS = ["no", "yes", "no", "no", "sometimes", "no"];
const BEHIND = expect.objectContaining({ code: "LEDGER_BEHIND" });

/** Closes the round that collects. */
async function close({ pass, opened, shuffler }: Federation): Promise<void> {
  pass(opened.study.windowSeconds);
  await shuffler.tick();
}

/** How far the second round goes before the database is lost. */
const STEPS: readonly (readonly [string, (federation: Federation) => Promise<unknown>])[] = [
  ["collects", async () => {}],
  ["is released", close],
  [
    "was taken",
    async (federation) => {
      await close(federation);
      const openRecords = () => Promise.reject(new Error("crashed"));
      const failing = await federation.reopenAnalyzer({ openRecords });
      await expect(failing.advance(federation.id)).rejects.toThrow("crashed");
    },
  ],
  [
    "was published",
    async (federation) => {
      await close(federation);
      expect(await federation.analyzer.advance(federation.id)).toMatchObject({ stage: "published" });
    },
  ],
];

it.each(STEPS)(
  "a backup from before a round that %s is recovered, and the study goes on",
  async (_, step) => {
    const folder = mkdtempSync(join(tmpdir(), "croupier-recover-"));
    const files = { database: join(folder, "ledger.db"), head: join(folder, "ledger.head") };
    const store = openSqliteAnalyzerStore(files);
    const federation = await openFederation({ analyzerStore: store });
    const { id } = federation;
    await federation.wholeRound(ANSWERS);
    const backup = join(folder, "backup.db");
    const entries = await store.entries("people", 0);
    store.shut();
    copyFileSync(files.database, backup);
    const going = openSqliteAnalyzerStore(files);
    const next = await federation.reopenAnalyzer({ store: going });
    await next.announce(id);
    await federation.report(ANSWERS);
    await step({
      ...federation,
      analyzer: next,
      reopenAnalyzer: (more) => federation.reopenAnalyzer({ store: going, ...more }),
    });
    const { epsilon } = (await next.spent(id))!;
    going.shut();
    copyFileSync(backup, files.database);

    const restored = openSqliteAnalyzerStore(files);
    expect(() => restored.checkHeads()).toThrow(BEHIND);
    expect(await restored.entries("people", 0)).toEqual(entries);
    const recovering = await federation.reopenAnalyzer({ store: restored });
    expect(await recovering.recover("people")).toBe(1);
    restored.rebaseHead("people");
    restored.checkHeads();
    // The lost round stays charged, and is not open anywhere.
    expect((await recovering.spent(id))!.epsilon).toEqual(epsilon);
    expect(await recovering.advance(id)).toEqual({ round: 2, stage: "abandoned" });
    expect(await recovering.announce(id)).toEqual({ round: 3, stage: "collecting" });
    await federation.report(ANSWERS);
    await close(federation);
    expect(await recovering.advance(id)).toMatchObject({ round: 3, stage: "published" });
    restored.checkHeads();
    restored.shut();
    rmSync(folder, { recursive: true });
  },
);

it("a copy that lacks a charge as well is no ledger to go on with", async () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-recover-"));
  const files = { database: join(folder, "ledger.db"), head: join(folder, "ledger.head") };
  const store = openSqliteAnalyzerStore(files);
  const commit = (after: number, type: string) =>
    store.commit({ ledger: "people", after, entries: [JSON.stringify({ round: after, type })] });
  await commit(0, "round");
  store.shut();
  const backup = join(folder, "backup.db");
  copyFileSync(files.database, backup);
  const going = openSqliteAnalyzerStore(files);
  const more = (after: number, type: string) =>
    going.commit({ ledger: "people", after, entries: [JSON.stringify({ round: after, type })] });
  for (const [index, type] of ["taken", "published", "round", "taken"].entries()) await more(index + 1, type);
  going.shut();
  copyFileSync(backup, files.database);
  const restored = openSqliteAnalyzerStore(files);
  expect(() => restored.rebaseHead("people")).toThrow(BEHIND);
  expect(() => restored.checkHeads()).toThrow(BEHIND);
  restored.shut();
  rmSync(folder, { recursive: true });
});
