import { describe, expect, it } from "vitest";
import { unwrapKey } from "../../src/federated/analyzer/round-keys.js";
import {
  type AnalyzerStore,
  type Announcement,
  documentId,
  memoryAnalyzerStore,
  memoryShufflerStore,
  type ShufflerStore,
  signDocument,
  toHex,
} from "../../src/federated/index.js";
import { entryAfter } from "../../src/federated/messages/ledger-chain.js";
import { crypto, type Federation, MASTER, openFederation, TOKEN, URLS } from "./_internal/federation.js";

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
  it("of the analyzer, at any call: one charge, one taking, one result", async () => {
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

  it("of the shuffler, at any call: nothing acknowledged is lost, nothing doubled", async () => {
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

  it("opens nothing that is not charged and taken, and publishes the same result", async () => {
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

describe("two analyzers", () => {
  it("on one store: one wins, in 100 races", async () => {
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

describe("limits of the shuffler against an analyzer that changes its code", () => {
  /** Announces a round with a ledger of its own making that continues the copy; the refusal's code. */
  async function forged(
    federation: Federation,
    change: object = {},
    charge: object = {},
  ): Promise<string | undefined> {
    const { id, store, keys, shuffler } = federation;
    const copy = await store.chain("people", 0);
    const end = { length: copy.length, head: await documentId(crypto, "entry", copy.at(-1)!) };
    const place = { study: id, round: copy.length + 1, publicKey: toHex(crypto.randomBytes(32)), ...change };
    const known = JSON.parse(copy[0]!).charge;
    const entry = entryAfter(end, { type: "round", ...place, charge: { ...known, ...charge } });
    const announcement: Announcement = {
      ledger: "people",
      sequence: end.length + 1,
      head: await documentId(crypto, "entry", entry),
      weights: null,
      ...place,
    };
    const signed = await signDocument(crypto, "announcement", announcement, keys.analyzer);
    const request = new Request(`${URLS.private}/v1/studies/${id}/announcements`, {
      method: "POST",
      body: JSON.stringify({ announcement: signed, after: copy.length, entries: [entry] }),
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    return ((await (await shuffler.privateHandler(request)).json()) as { code?: string }).code;
  }

  /** One round is cancelled, so that another may be announced. */
  async function afterOneRound(rounds: number): Promise<Federation> {
    const federation = await openFederation({ study: { rounds } });
    await federation.wholeRound([]);
    return federation;
  }

  it("take the next round with a fresh key, the study's charge and a ledger that continues", async () => {
    expect(await forged(await afterOneRound(3))).toBeUndefined();
  });

  it("refuse other numbers, used keys, smaller charges, and other studies' rounds", async () => {
    const federation = await afterOneRound(3);
    const { announcement } = (await federation.store.rounds(federation.id))[0]!;
    const { publicKey } = JSON.parse(JSON.parse(announcement).payload) as Announcement;
    for (const change of [{ round: 1 }, { round: 3 }, { publicKey }, { study: "0".repeat(64) }])
      expect(await forged(federation, change)).toBe("REFUSED");
    expect(await forged(federation, {}, { dummies: 21 })).toBe("REFUSED");
    expect(await forged(federation, {}, { of: { kind: "local", epsilon: 0 } })).toBe("REFUSED");
    expect(await federation.store.rounds(federation.id)).toHaveLength(1);
  });

  it("refuse a round beside an open one, and one more than T", async () => {
    const open = await openFederation();
    await open.analyzer.announce(open.id);
    expect(await forged(open, { round: 2 })).toBe("REFUSED");
    const done = await openFederation({ study: { rounds: 1 } });
    await done.wholeRound(ANSWERS);
    expect(await forged(done)).toBe("REFUSED");
    await expect(done.analyzer.announce(done.id)).rejects.toMatchObject({ code: "REFUSED" });
  });

  it("answer nobody without the token", async () => {
    const { shuffler, id } = await openFederation();
    for (const authorization of [
      undefined,
      "Bearer",
      "Bearer the analyzer's toke",
      `Bearer ${TOKEN} `,
      TOKEN,
    ]) {
      const headers = authorization === undefined ? {} : { authorization: authorization.replace(/ $/, "x") };
      for (const path of ["/v1/ledgers/people", `/v1/studies/${id}/rounds/1`, "/x"]) {
        const answer = await shuffler.privateHandler(new Request(`${URLS.private}${path}`, { headers }));
        expect(answer.status).toBe(403);
      }
    }
    expect((await shuffler.privateHandler(new Request(`${URLS.private}/healthz`))).status).toBe(200);
  });
});

describe("rotation", () => {
  it("at any point: live keys open, erased ones do not", async () => {
    const federation = await openFederation();
    const { id, analyzer, analyzerStore } = federation;
    await analyzer.announce(id);
    const [old] = await analyzerStore.keys();
    const second = { id: "second", key: new Uint8Array(32).fill(9) };
    const broken = await federation.reopenAnalyzer({
      store: new Proxy(analyzerStore, {
        get: (target, name) =>
          name === "rewrap"
            ? async () => {
                throw new Error("killed");
              }
            : (Reflect.get(target, name) as () => unknown).bind(target),
      }),
    });
    await expect(broken.rotate(second)).rejects.toThrow("killed");
    const after = await federation.reopenAnalyzer({ masters: [MASTER, second] });
    expect(await after.rotate(second)).toBe(1);
    const [live] = await analyzerStore.keys();
    expect(live!.masterId).toBe("second");
    expect(live!.wrapped).not.toEqual(old!.wrapped);
    const publicKey = JSON.parse((await analyzerStore.entries("people", 0))[0]!).publicKey;
    const place = { study: id, round: 1, publicKey };
    const withMaster = { crypto, masters: () => [second] } as never;
    expect((await unwrapKey(withMaster, live!, place)).privateKey).toHaveLength(32);
    // The database's backup with the new master key, and a row of another round.
    await expect(unwrapKey(withMaster, old!, place)).rejects.toMatchObject({ code: "REFUSED" });
    const relabelled = { ...old!, masterId: "second" };
    await expect(unwrapKey(withMaster, relabelled, place)).rejects.toMatchObject({ code: "UNOPENABLE" });
    await expect(unwrapKey(withMaster, live!, { ...place, round: 2 })).rejects.toMatchObject({
      code: "UNOPENABLE",
    });
    await federation.report(ANSWERS);
    federation.pass(60);
    await federation.shuffler.tick();
    expect(await after.advance(id)).toMatchObject({ stage: "published", result: { invalid: [0] } });
  });
});
