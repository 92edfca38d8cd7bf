import { describe, expect, it } from "vitest";
import { SeenKeys } from "../../src/federated/analyzer/seen-keys.js";
import { memoryShufflerStore, toHex } from "../../src/federated/index.js";
import { crypto, type Federation, openFederation, URLS } from "./_internal/federation.js";
import { codes, post, upload } from "./_internal/upload.js";

const SLOW = { tags: ["slow"] };

async function close(federation: Federation) {
  federation.pass(60);
  await federation.shuffler.tick();
  return federation.analyzer.advance(federation.id);
}

async function withCredentials(count: number) {
  const federation = await openFederation({ study: { admission: "credentials" } });
  await federation.analyzer.announce(federation.id);
  const credentials = Array.from({ length: count }, () => crypto.randomBytes(32));
  await federation.shuffler.enrol(federation.id, credentials);
  return { federation, credentials };
}

describe("duplicates", () => {
  it("each request twice at once, through two processes: one row, the same answer", async () => {
    const federation = await openFederation();
    await federation.analyzer.announce(federation.id);
    const bodies = await Promise.all(Array.from({ length: 30 }, () => upload(federation)));
    const first = federation.shuffler;
    const answers = bodies.map((body) => post(federation, body));
    await federation.reopenShuffler();
    expect(federation.shuffler).not.toBe(first);
    const all = await Promise.all([...answers, ...bodies.map((body) => post(federation, body))]);
    const texts = await Promise.all(all.map((answer) => answer.text()));
    expect(new Set(texts)).toEqual(new Set(['{"status":"accepted"}']));
    expect(new Set(all.map((answer) => JSON.stringify([...answer.headers]))).size).toBe(1);
    expect(await close(federation)).toMatchObject({ result: { reports: 30, invalid: [0] } });
  });

  it("one credential, two reports, at once: one accepted; two credentials, one slot: 409", async () => {
    const { federation, credentials } = await withCredentials(6);
    const [mine, other] = credentials as [Uint8Array, Uint8Array];
    const two = [await upload(federation, mine), await upload(federation, mine)];
    expect((await codes(await Promise.all(two.map((body) => post(federation, body))))).sort()).toEqual([
      "CONFLICT",
      "accepted",
    ]);
    const copied = two[0]!.slice();
    copied.set(other);
    expect(await codes([await post(federation, copied)])).toEqual(["CONFLICT"]);
    for (const each of credentials.slice(1)) await post(federation, await upload(federation, each));
    expect(await close(federation)).toMatchObject({ result: { reports: 6, invalid: [0] } });
  });

  it("an unknown credential, or none, is refused; a credential of another study too", async () => {
    const { federation, credentials } = await withCredentials(1);
    const other = await withCredentials(1);
    const body = await upload(federation, other.credentials[0]!);
    expect(await codes([await post(federation, body)])).toEqual(["NOT_AUTHORIZED"]);
    expect(
      await codes([await post(federation, (await upload(federation, credentials[0]!)).slice(32))]),
    ).toEqual(["BAD_INPUT"]);
  });

  it("a report of round 1 in round 2 is a record that does not open", async () => {
    const federation = await openFederation();
    const { analyzer, id } = federation;
    await analyzer.announce(id);
    const old = await upload(federation);
    for (let user = 0; user < 5; user++) await post(federation, await upload(federation));
    expect(await close(federation)).toMatchObject({ stage: "published" });
    await analyzer.announce(id);
    for (let user = 0; user < 9; user++) await post(federation, await upload(federation), 2);
    expect(await codes([await post(federation, old, 2)])).toEqual(["accepted"]);
    expect(await codes([await post(federation, old, 1)])).toEqual(["ROUND_CLOSED"]);
    expect(await close(federation)).toMatchObject({ result: { reports: 10, invalid: [1] } });
  });

  it("the same ephemeral key: one is counted, and garbage under it does not displace it", async () => {
    const federation = await openFederation();
    await federation.analyzer.announce(federation.id);
    const victim = await upload(federation);
    await post(federation, victim);
    for (let copy = 1; copy <= 2; copy++) {
      const garbage = victim.slice();
      garbage[40]! ^= copy;
      expect(await codes([await post(federation, garbage)])).toEqual(["accepted"]);
    }
    for (let user = 0; user < 9; user++) await post(federation, await upload(federation));
    expect(await close(federation)).toMatchObject({ result: { reports: 12, invalid: [2] } });
  });

  it("more invalid records than the honest share allows: nothing is published but that", async () => {
    const federation = await openFederation();
    const { analyzer, id, analyzerStore } = federation;
    await analyzer.announce(id);
    for (let user = 0; user < 7; user++) await post(federation, await upload(federation));
    for (let user = 0; user < 2; user++) await post(federation, crypto.randomBytes(49));
    const { result } = await close(federation);
    expect(result).toMatchObject({ reports: 9, invalid: [2], estimates: null });
    expect((await analyzer.spent(id))!.epsilon.upper).toBeGreaterThan(0);
    expect(await analyzerStore.keys()).toEqual([]);
  });
});

describe("ephemeral keys that were seen", () => {
  it("are those that were added, each once", () => {
    const seen = new SeenKeys(crypto.randomBytes);
    const keys = Array.from({ length: 5000 }, () => crypto.randomBytes(32));
    // Keys that differ in one word, and the zero key.
    for (let word = 0; word < 200; word++) {
      const key = new Uint8Array(32);
      new DataView(key.buffer).setUint32(4 * (word % 8), word);
      if (word > 0) keys.push(key);
    }
    expect(keys.every((key) => seen.add(key))).toBe(true);
    expect(keys.some((key) => seen.add(key.slice()))).toBe(false);
  });
});

describe("closing", () => {
  it("1,000 uploads that race it: acknowledged and in the batch, or 410 and not", SLOW, async () => {
    const federation = await openFederation({ study: { dummies: 3 } });
    await federation.analyzer.announce(federation.id);
    const bodies = await Promise.all(Array.from({ length: 1000 }, () => upload(federation)));
    const answers: string[] = [];
    let next = 0;
    const lane = async () => {
      while (next < bodies.length) {
        const index = next++;
        if (index === 500) {
          federation.pass(60);
          void federation.shuffler.tick();
        }
        answers[index] = (await codes([await post(federation, bodies[index]!)]))[0]!;
      }
    };
    await Promise.all(Array.from({ length: 20 }, lane));
    await federation.shuffler.tick();
    const accepted = bodies.filter((_, index) => answers[index] === "accepted");
    expect(new Set(answers)).toEqual(new Set(["accepted", "ROUND_CLOSED"]));
    const batch = toHex(await federation.store.readBatch(federation.id, 1, 0, 0, 1e9));
    expect(batch.length).toBe(2 * 49 * (accepted.length + 3));
    for (const [index, body] of bodies.entries())
      expect(batch.includes(toHex(body))).toBe(answers[index] === "accepted");
  });

  it("says which round collects now, and nothing of how many reports there are before", async () => {
    const federation = await openFederation();
    const { analyzer, id, shuffler } = federation;
    await analyzer.announce(id);
    const body = await upload(federation);
    const ask = async (path: string) =>
      (await shuffler.publicHandler(new Request(`${URLS.public}/v1/studies/${id}${path}`))).text();
    const looks = [];
    for (let user = 0; user < 7; user++) {
      looks.push([await ask("/rounds/current"), await ask("/rounds/1"), await ask("/rounds/1/result")]);
      await post(federation, await upload(federation));
    }
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1);
    expect(await close(federation)).toMatchObject({ stage: "published" });
    expect(await (await post(federation, body)).json()).toMatchObject({
      code: "ROUND_CLOSED",
      status: 410,
      next: null,
    });
    await analyzer.announce(id);
    expect(await (await post(federation, body)).json()).toMatchObject({ code: "ROUND_CLOSED", next: 2 });
  });

  it("at the floor's edge: one fewer is cancelled and refunded, the floor is released", async () => {
    for (const reports of [4, 5]) {
      const federation = await openFederation();
      await federation.analyzer.announce(federation.id);
      for (let user = 0; user < reports; user++) await post(federation, await upload(federation));
      expect(await close(federation)).toMatchObject({ stage: reports === 5 ? "published" : "cancelled" });
      expect(await federation.analyzerStore.keys()).toEqual([]);
    }
  });

  it("beyond the cap answers 503, retries aside", async () => {
    const federation = await openFederation({ study: { cap: 5 } });
    await federation.analyzer.announce(federation.id);
    const bodies = await Promise.all(Array.from({ length: 6 }, () => upload(federation)));
    const answers = [];
    for (const body of [...bodies, bodies[0]!]) answers.push(await post(federation, body));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503, 200]);
  });

  it("a batch that nobody fetched expires, and stays charged", async () => {
    const federation = await openFederation();
    const { analyzer, id, shuffler } = federation;
    await analyzer.announce(id);
    await federation.report(["no", "no", "no", "no", "no"]);
    federation.pass(60);
    await shuffler.tick();
    federation.pass(8 * 86_400);
    await shuffler.tick();
    expect(await analyzer.advance(id)).toMatchObject({ stage: "abandoned" });
    expect((await analyzer.spent(id))!.epsilon.upper).toBeGreaterThan(0);
  });

  it("a cancellation that the shuffler did not sign refunds nothing", async () => {
    const federation = await openFederation();
    const { analyzer, id, store } = federation;
    await analyzer.announce(id);
    const { announcement } = (await store.round(id, 1))!;
    await store.endIntake(id, 1, "cancelled", announcement);
    await expect(analyzer.advance(id)).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
    expect((await analyzer.spent(id))!.epsilon.upper).toBeGreaterThan(0);
  });

  it("the analyzer may cancel an open round, not a released one", async () => {
    const federation = await openFederation();
    const { analyzer, id } = federation;
    await analyzer.announce(id);
    expect(await analyzer.cancel(id)).toEqual({ round: 1, stage: "cancelled" });
    expect(await analyzer.spent(id)).toBeUndefined();
    await analyzer.announce(id);
    await federation.report(["no", "no", "no", "no", "no"]);
    federation.pass(60);
    await federation.shuffler.tick();
    expect(await analyzer.cancel(id)).toMatchObject({ round: 2, stage: "published" });
  });
});

describe("a released batch", () => {
  it("is the same bytes at each fetch, without a byte of credential, time or address", async () => {
    const { federation, credentials } = await withCredentials(12);
    const bodies = [];
    for (const credential of credentials) bodies.push(await upload(federation, credential));
    for (const body of bodies) await post(federation, body);
    federation.pass(60);
    await federation.shuffler.tick();
    const fetch = (range?: string) =>
      federation.shuffler.privateHandler(
        new Request(`${URLS.private}/v1/studies/${federation.id}/rounds/1/batch/0`, {
          headers: { authorization: "Bearer the analyzer's token", ...(range && { range }) },
        }),
      );
    const whole = new Uint8Array(await (await fetch()).arrayBuffer());
    expect(whole).toHaveLength(32 * 49);
    const part = await fetch("bytes=49-147");
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 49-147/${32 * 49}`]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(49, 148));
    expect(new Uint8Array(await (await fetch()).arrayBuffer())).toEqual(whole);
    const text = toHex(whole);
    for (const [index, body] of bodies.entries()) {
      expect(text).toContain(toHex(body.subarray(32)));
      expect(text).not.toContain(toHex(credentials[index]!.subarray(0, 8)));
    }
    const { orderKey, outcome } = (await federation.store.round(federation.id, 1))!;
    expect(orderKey).toBeUndefined();
    expect(Object.keys(JSON.parse(JSON.parse(outcome!).payload)).sort()).toEqual([
      "announcement",
      "dummies",
      "reports",
      "slots",
    ]);
  });

  it("that is not what its header says is not used", async () => {
    const store = memoryShufflerStore();
    const altered = { bytes: 0 };
    const real = store.readBatch.bind(store);
    store.readBatch = async (...given) => {
      const bytes = await real(...given);
      if (altered.bytes > 0) bytes[5]! ^= 1;
      return altered.bytes > 1 ? bytes.subarray(1) : bytes;
    };
    const federation = await openFederation({ store });
    const { analyzer, id } = federation;
    await analyzer.announce(id);
    await federation.report(["no", "no", "no", "no", "no"]);
    federation.pass(60);
    await federation.shuffler.tick();
    for (altered.bytes of [1, 2])
      await expect(analyzer.advance(id)).rejects.toMatchObject({ code: "REFUSED" });
    altered.bytes = 0;
    expect(await analyzer.advance(id)).toMatchObject({ stage: "published" });
  });
});
