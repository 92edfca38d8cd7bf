import { describe, expect, it } from "vitest";
import {
  type AnalyzerStore,
  memoryAnalyzerStore,
  memoryShufflerStore,
  type ShufflerStore,
} from "../../src/federated/index.js";
import { type Federation, openFederation } from "./_internal/federation.js";

const SLOW = { tags: ["slow"] };

const ANSWERS = ["no", "no", "yes", "yes", "yes", "sometimes"];

/** A store whose nth call throws, before it changed anything or after; and how many calls there were. */
function faulty<Store extends object>(store: Store, at: number, when: "before" | "after") {
  const count = { calls: 0, log: [] as string[] };
  const proxy = new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      if (typeof method !== "function") return method;
      return (...given: unknown[]) => {
        const isFaulty = count.calls++ === at;
        if (isFaulty && when === "before") throw new Error("planted fault");
        const result = method.apply(target, given);
        if (!isFaulty) return result;
        if (name === "rows") throw new Error("planted fault");
        return (result as Promise<unknown>).then(() => {
          throw new Error("planted fault");
        });
      };
    },
  });
  return { proxy, count };
}

/** Does a step until it succeeds, as a server would that is started again. */
async function insisting<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (attempt >= 3) throw error;
    }
  }
}

async function wholeRound(federation: Federation, body: readonly string[]) {
  const { id, shuffler, opened } = federation;
  await insisting(async () => (await federation.reopenAnalyzer()).announce(id));
  const outcomes = await federation.report(body);
  federation.pass(opened.study.windowSeconds);
  await insisting(() => shuffler.tick());
  return { outcomes, progress: await insisting(async () => (await federation.reopenAnalyzer()).advance(id)) };
}

describe.each(["before", "after"] as const)("a store that fails %s the change", (when) => {
  it("of the analyzer, at any call: one charge, one taking, one result", SLOW, async () => {
    const results: string[] = [];
    for (let at = 0; ; at++) {
      const real = memoryAnalyzerStore();
      const { proxy, count } = faulty<AnalyzerStore>(real, at, when);
      const federation = await openFederation({ analyzerStore: proxy });
      const { progress } = await wholeRound(federation, ANSWERS);
      expect(progress.stage, `call ${at}`).toBe("published");
      const entries = (await real.entries("people", 0)).map((text) => JSON.parse(text).type);
      expect(entries, `call ${at}`).toEqual(["round", "taken", "published"]);
      expect(await real.keys()).toEqual([]);
      const stored = (await federation.store.round(federation.id, 1))!;
      expect(stored.state).toBe("done");
      expect(JSON.parse(stored.result!)).toEqual(progress.signedResult);
      results.push(progress.signedResult!.payload);
      if (count.calls <= at) break;
    }
    expect(results.length).toBeGreaterThan(10);
  });

  it("of the shuffler, at any call: nothing acknowledged is lost, nothing doubled", SLOW, async () => {
    let most = 0;
    for (let at = 0; ; at++) {
      const real = memoryShufflerStore();
      const { proxy, count } = faulty<ShufflerStore>(real, at, when);
      const federation = await openFederation({ store: proxy });
      const { outcomes, progress } = await wholeRound(federation, ANSWERS);
      expect(outcomes, `call ${at}`).toEqual(ANSWERS.map(() => "accepted"));
      expect(progress, `call ${at}`).toMatchObject({
        stage: "published",
        result: { reports: ANSWERS.length, dummies: 20, invalid: [0] },
      });
      most = Math.max(most, at);
      if (count.calls <= at) break;
    }
    expect(most).toBeGreaterThan(15);
  });
});

describe("a crash between any two steps of the analyzer", () => {
  /** Calls of the store that change something, one by one. */
  function counting(store: AnalyzerStore, limit: number): AnalyzerStore {
    let changes = 0;
    return {
      ...bound(store),
      async commit(change) {
        if (changes++ >= limit) throw new Error("crashed");
        return store.commit(change);
      },
    };
  }

  function bound(store: AnalyzerStore): AnalyzerStore {
    return Object.fromEntries(
      ["length", "entries", "commit", "document", "key", "keys", "rewrap"].map((name) => [
        name,
        (...given: unknown[]) =>
          (store[name as keyof AnalyzerStore] as (...all: unknown[]) => unknown)(...given),
      ]),
    ) as unknown as AnalyzerStore;
  }

  it("opens nothing that is not charged and taken, and publishes the same result", SLOW, async () => {
    for (let limit = 0; limit <= 6; limit++) {
      const real = memoryAnalyzerStore();
      const federation = await openFederation({ analyzerStore: real });
      const { id, shuffler, opened } = federation;
      let openings = 0;
      const openRecords = async () => {
        openings++;
        const types = (await real.entries("people", 0)).map((text) => JSON.parse(text).type);
        expect(types.slice(0, 2)).toEqual(["round", "taken"]);
        throw new Error("crashed while opening");
      };
      const first = await federation.reopenAnalyzer({ store: counting(real, limit), openRecords });
      await first.announce(id).catch(() => undefined);
      await federation.analyzer.announce(id);
      await federation.report(ANSWERS);
      federation.pass(opened.study.windowSeconds);
      await shuffler.tick();
      await first.advance(id).catch(() => undefined);
      const second = await federation.reopenAnalyzer({ store: counting(real, limit) });
      await second.advance(id).catch(() => undefined);
      const { result } = await federation.analyzer.advance(id);
      expect(result).toMatchObject({ reports: ANSWERS.length, invalid: [0] });
      if (limit >= 3) expect(openings).toBe(1);
    }
  });
});

describe("old backups", () => {
  /** A copy of a store in memory, by replaying what it holds. */
  async function backup(store: AnalyzerStore, id: string): Promise<AnalyzerStore> {
    const copy = memoryAnalyzerStore();
    const entries = await store.entries("people", 0);
    const documents = [];
    for (const round of [1, 2, 3]) {
      for (const name of ["announcement", "opening", "batch", "result", "cancellation"] as const) {
        const text = await store.document(id, round, name);
        if (text !== undefined) documents.push({ study: id, round, name, text });
      }
    }
    await copy.commit({ ledger: "people", after: 0, entries, documents });
    for (const key of await store.keys()) {
      await copy.commit({ ledger: "people", after: entries.length, entries: [], key });
    }
    return copy;
  }

  it("of the analyzer go on or are behind, and never announce a used number", async () => {
    const federation = await openFederation();
    const { id, analyzer, analyzerStore, shuffler, opened } = federation;
    const backups = [await backup(analyzerStore, id)];
    const keep = async () => backups.push(await backup(analyzerStore, id));
    await analyzer.announce(id);
    await keep();
    await federation.report(ANSWERS);
    federation.pass(opened.study.windowSeconds);
    await shuffler.tick();
    const { result } = await analyzer.advance(id);
    await keep();
    for (const [age, old] of backups.entries()) {
      const restored = await federation.reopenAnalyzer({ store: old });
      if (age === 0) {
        // Nothing of the round is left: its key is lost, and it stays charged.
        await expect(restored.announce(id)).rejects.toMatchObject({ code: "LEDGER_BEHIND" });
        expect(await restored.recover("people")).toBe(1);
        expect(["cancelled", "done"]).toContain((await federation.store.round(id, 1))!.state);
        expect(await restored.advance(id)).toEqual({ round: 1, stage: "abandoned" });
        expect((await restored.spent(id))!.epsilon.upper).toBeGreaterThan(0);
      } else {
        expect(await restored.advance(id)).toMatchObject({ stage: "published", result });
      }
    }
    await analyzer.announce(id);
    for (const old of backups.slice(1)) {
      const restored = await federation.reopenAnalyzer({ store: old });
      await expect(restored.announce(id)).rejects.toMatchObject({ code: "LEDGER_BEHIND" });
      expect(await restored.recover("people")).toBeGreaterThan(0);
      expect(await restored.advance(id)).toMatchObject({ round: 2, stage: "abandoned" });
    }
  });

  it("of the shuffler release nothing else: a second header is refused for ever", async () => {
    const store = memoryShufflerStore();
    const federation = await openFederation({ store });
    const { id, analyzer, analyzerStore, opened } = federation;
    await analyzer.announce(id);
    await federation.report(ANSWERS);
    federation.pass(opened.study.windowSeconds);
    await federation.shuffler.tick();
    const failing = await federation.reopenAnalyzer({
      openRecords: async () => {
        throw new Error("crashed");
      },
    });
    await expect(failing.advance(id)).rejects.toThrow("crashed");
    // The shuffler comes back from a backup made while the round collected, and collects fewer reports.
    const restored = memoryShufflerStore();
    const before = (await store.round(id, 1))!;
    const entries = await store.chain("people", 0);
    const { state: _, reports: __, outcome: ___, result: ____, ...round } = before;
    await restored.openRound(
      { ...round, orderKey: new Uint8Array(32).fill(1) },
      { ledger: "people", after: 0, entries },
    );
    for (let user = 0; user < 5; user++) {
      const row = { key: new Uint8Array(16).fill(user), bytes: new Uint8Array(49).fill(user) };
      await restored.accept(id, 1, { sender: new Uint8Array(32).fill(user), rows: [row] });
    }
    await (await federation.reopenShuffler({ store: restored })).tick();
    expect((await restored.round(id, 1))!.state).toBe("released");
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(analyzer.advance(id)).rejects.toMatchObject({ code: "REFUSED" });
    expect(await analyzerStore.document(id, 1, "result")).toBeUndefined();
  });
});

describe("a batch that was taken from a shuffler", () => {
  it("that forgot the round is abandoned and stays charged: nothing is collected again under its key", async () => {
    const federation = await openFederation();
    const { id, analyzer, opened } = federation;
    await analyzer.announce(id);
    await federation.report(ANSWERS);
    federation.pass(opened.study.windowSeconds);
    await federation.shuffler.tick();
    const openRecords = () => Promise.reject(new Error("crashed"));
    const failing = await federation.reopenAnalyzer({ openRecords });
    await expect(failing.advance(id)).rejects.toThrow("crashed");
    await federation.reopenShuffler({ store: memoryShufflerStore() });
    expect(await analyzer.advance(id)).toEqual({ round: 1, stage: "abandoned" });
    expect((await analyzer.spent(id))!.epsilon.upper).toBeGreaterThan(0);
    expect(await analyzer.announce(id)).toEqual({ round: 2, stage: "collecting" });
  });
});

describe("two analyzers", () => {
  it("on one store: one wins, in 100 races", SLOW, async () => {
    for (let race = 0; race < 100; race++) {
      const federation = await openFederation({ study: { dummies: 1 } });
      const { id, analyzerStore } = federation;
      const analyzers = [await federation.reopenAnalyzer(), await federation.reopenAnalyzer()];
      const attempts = await Promise.allSettled(analyzers.map((each) => each.announce(id)));
      const codes = attempts.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
      for (const code of codes) expect(code).toBe("LEDGER_MOVED");
      expect(codes.length).toBeLessThan(2);
      expect(await analyzerStore.length("people")).toBe(1);
      expect(await federation.store.chain("people", 0)).toEqual(await analyzerStore.entries("people", 0));
      expect(await analyzerStore.keys()).toHaveLength(1);
    }
  });

  it("on two stores: the shuffler's copy knows one of them", async () => {
    const federation = await openFederation();
    const { id, analyzer } = federation;
    const other = await federation.reopenAnalyzer({ store: memoryAnalyzerStore() });
    const attempts = await Promise.allSettled([analyzer.announce(id), other.announce(id)]);
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await federation.store.rounds(id)).toHaveLength(1);
  });
});
