import { describe, expect, it } from "vitest";
import { guarantees } from "../../src/accounting/index.js";
import { unwrapKey } from "../../src/federated/analyzer/round-keys.js";
import {
  ACCOUNTING_HERE,
  type Announcement,
  documentId,
  memoryShufflerStore,
  signDocument,
  toHex,
} from "../../src/federated/index.js";
import { entryAfter } from "../../src/federated/messages/ledger-chain.js";
import { chargedEvent } from "../../src/federated/study/round-event.js";
import {
  crypto,
  type Federation,
  MASTER,
  openFederation,
  signedStudy,
  TOKEN,
  URLS,
} from "./_internal/federation.js";

const ANSWERS = ["no", "no", "yes", "yes", "yes", "sometimes"];

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

  it("go on from the ledger after an old backup of the shuffler: forgotten numbers are not used again", async () => {
    const federation = await openFederation();
    await federation.wholeRound(ANSWERS);
    await federation.reopenShuffler({ store: memoryShufflerStore() });
    expect(await federation.analyzer.announce(federation.id)).toEqual({ round: 2, stage: "collecting" });
    expect(await federation.analyzerStore.length("people")).toBe(4);
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

describe("the budget", () => {
  it("stops announcements when the figure rises, and charges nothing then", async () => {
    const federation = await openFederation();
    const { id, analyzerStore } = federation;
    const { epsilon } = federation.opened.study.budget;
    const asked: unknown[] = [];
    const figure = (upper: number) => ({
      ...ACCOUNTING_HERE,
      spent: async (...question: Parameters<typeof ACCOUNTING_HERE.spent>) => {
        asked.push(question[0]);
        const real = await ACCOUNTING_HERE.spent(...question);
        return { ...real, epsilon: { ...real.epsilon, upper } };
      },
    });
    const above = await federation.reopenAnalyzer({ accounting: figure(epsilon * (1 + 2 ** -52)) });
    await expect(above.announce(id)).rejects.toMatchObject({ code: "BUDGET_EXCEEDED" });
    expect(await analyzerStore.length("people")).toBe(0);
    expect(await analyzerStore.keys()).toEqual([]);
    const at = await federation.reopenAnalyzer({ accounting: figure(epsilon) });
    expect(await at.announce(id)).toMatchObject({ round: 1 });
    expect(asked).toEqual([1, 2].map(() => [{ event: chargedEvent(federation.opened.study), times: 1 }]));
  });

  it("counts studies of one population together", async () => {
    const federation = await openFederation();
    const { id, keys, opened } = federation;
    const other = await signedStudy(keys, { title: "Does it snow?", dummies: 30 });
    const studies = [opened.signed, other.signed];
    await federation.reopenShuffler({ studies });
    const analyzer = await federation.reopenAnalyzer({ studies });
    await analyzer.announce(id);
    await analyzer.announce(other.id);
    const of = [opened, other].map(({ study }) => ({
      kind: "repeat" as const,
      times: 1,
      of: chargedEvent(study),
    }));
    const query = { adjacency: "replace-one", delta: 1e-4 } as const;
    const both = guarantees({ kind: "sequence", of }, query).guarantees[0]!;
    for (const study of [id, other.id]) expect((await analyzer.spent(study))!).toEqual(both);
    expect(await federation.store.chain("people", 0)).toHaveLength(2);
  });

  it("counts each round as the repeat of its event", { tags: ["slow"] }, async () => {
    const federation = await openFederation({ study: { rounds: 10, budget: { epsilon: 4, delta: 1e-4 } } });
    const { id, analyzer, opened } = federation;
    const query = { adjacency: "replace-one", delta: 1e-4 } as const;
    let rounds = 0;
    try {
      for (; rounds < 10; rounds++) await federation.wholeRound(ANSWERS);
    } catch (error) {
      expect(error).toMatchObject({ code: "BUDGET_EXCEEDED" });
    }
    const figure = (times: number) =>
      guarantees({ kind: "repeat", times, of: chargedEvent(opened.study) }, query).guarantees[0]!.epsilon
        .upper;
    expect(rounds).toBeGreaterThan(0);
    expect((await analyzer.spent(id))!.epsilon.upper).toBe(figure(rounds));
    expect(figure(rounds)).toBeLessThanOrEqual(4);
    expect(figure(rounds + 1)).toBeGreaterThan(4);
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
