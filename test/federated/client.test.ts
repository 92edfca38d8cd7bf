import { describe, expect, it } from "vitest";
import { makeUpload } from "../../src/federated/client/make-upload.js";
import {
  type ClientStore,
  type Handler,
  memoryClientStore,
  openClient,
  signDocument,
  toHex,
} from "../../src/federated/index.js";
import { type RandomSource, secureSource, seededSource } from "../../src/random/index.js";
import { crypto, type Federation, openFederation, URLS } from "./_internal/federation.js";

const SLOW = { tags: ["slow"] };

/** Requests that carried a body, and what the network does with them. */
function watched(
  federation: Federation,
  network: (deliver: () => Promise<Response>, nth: number) => Promise<Response>,
) {
  const bodies: string[] = [];
  const send: Handler = async (request) => {
    if (request.method !== "POST") return federation.shuffler.publicHandler(request);
    const copy = request.clone();
    bodies.push(toHex(new Uint8Array(await copy.arrayBuffer())));
    return network(() => federation.shuffler.publicHandler(request), bodies.length);
  };
  return { bodies, send };
}

async function opened(more: Parameters<typeof openFederation>[0] = {}) {
  const federation = await openFederation(more);
  await federation.analyzer.announce(federation.id);
  return { federation, invitation: { url: URLS.public, study: federation.id } };
}

const down = async (): Promise<never> => {
  throw new TypeError("network");
};

describe("a client that is killed", () => {
  it.each([
    ["after storing, before sending", down],
    [
      "after sending, before the answer",
      async (deliver: () => Promise<Response>) => {
        await deliver();
        return down();
      },
    ],
  ])("%s: sends the same bytes, one report", async (_, network) => {
    const { federation, invitation } = await opened();
    const store = memoryClientStore();
    let isUp = false;
    const { bodies, send } = watched(federation, (deliver) => (isUp ? deliver() : network(deliver)));
    let now = 0;
    const options = { store, send, clock: () => (now += 20_000) };
    const first = federation.client(options);
    await first.join(invitation);
    expect(await first.takePart(federation.id, { rain: "yes" })).toEqual({ round: 1, outcome: "unsent" });
    isUp = true;
    const second = federation.client(options);
    expect(await second.takePart(federation.id, { rain: "no" })).toEqual({ round: 1, outcome: "accepted" });
    expect(new Set(bodies).size).toBe(1);
    expect(bodies.length).toBeGreaterThan(1);
    expect(await second.takePart(federation.id, { rain: "no" })).toEqual({ round: 1, outcome: "before" });
    expect(await second.resume(federation.id)).toEqual({ round: 1, outcome: "before" });
    expect(await federation.store.close(federation.id, 1)).toBeUndefined();
    expect((await federation.store.round(federation.id, 1))!.reports).toBe(1);
  });

  it("before storing: nothing was sent", async () => {
    const { federation, invitation } = await opened();
    const real = memoryClientStore();
    let writes = 0;
    const store: ClientStore = {
      read: real.read,
      replace: async (before, after) => {
        if (writes++ === 1) throw new Error("disk full");
        return real.replace(before, after);
      },
    };
    const { bodies, send } = watched(federation, (deliver) => deliver());
    const client = federation.client({ store, send });
    await client.join(invitation);
    await expect(client.takePart(federation.id, { rain: "yes" })).rejects.toThrow("disk full");
    expect(bodies).toEqual([]);
  });

  it("retries the same bytes while the shuffler does not answer, and drops what is closed", async () => {
    const { federation, invitation } = await opened();
    const { bodies, send } = watched(federation, (deliver, nth) => (nth < 4 ? down() : deliver()));
    const pauses: number[] = [];
    const wait = async (ms: number) => void pauses.push(ms);
    const client = federation.client({ send, wait });
    await client.join(invitation);
    expect(await client.takePart(federation.id, { rain: "yes" })).toEqual({ round: 1, outcome: "accepted" });
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies).size).toBe(1);
    expect(pauses.slice(1)).toEqual([500, 1000, 2000]);
    const late = federation.client({ wait: async () => federation.pass(60) });
    await late.join(invitation);
    expect(await late.takePart(federation.id, { rain: "yes" })).toEqual({ round: 1, outcome: "closed" });
    expect(await late.takePart(federation.id, { rain: "yes" })).toEqual({ round: 0, outcome: "none" });
  });

  it("in two processes at once makes one upload", async () => {
    const { federation, invitation } = await opened();
    const store = memoryClientStore();
    const { bodies, send } = watched(federation, (deliver) => deliver());
    const clients = Array.from({ length: 5 }, () => federation.client({ store, send }));
    await clients[0]!.join(invitation);
    const parts = await Promise.allSettled(
      clients.map((each) => each.takePart(federation.id, { rain: "no" })),
    );
    expect(parts.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(new Set(bodies).size).toBe(1);
  });
});

describe("delays", () => {
  it("are uniform over the study's time, and drawn before the network sees anything", SLOW, async () => {
    const { federation, invitation } = await opened();
    const delays: number[] = [];
    for (let user = 0; user < 200; user++) {
      const client = federation.client({ wait: async (ms) => void delays.push(ms) });
      await client.join(invitation);
      await client.takePart(federation.id, { rain: "no" });
    }
    expect(Math.max(...delays)).toBeLessThanOrEqual(10_000);
    // Each tenth has its share: 20 of 200, with a standard deviation of 4.2.
    for (let tenth = 0; tenth < 10; tenth++) {
      const count = delays.filter((ms) => Math.floor(ms / 1000.1) === tenth).length;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(50);
    }
  });
});

describe("faults after the coin", () => {
  it("send a dummy of the same length, never nothing", async () => {
    const { federation } = await opened();
    const { study } = federation.opened;
    const secure = secureSource();
    let draws = 0;
    // The first draw of the randomizer fails; the dummy's do not.
    const source: RandomSource = {
      secure: true,
      fill(words) {
        if (draws++ === 0) throw new Error("fault");
        secure.fill(words);
      },
      fork: () => source,
    };
    const target = {
      announcementId: "a".repeat(64),
      publicKey: toHex((await crypto.hpke.generateKeyPair()).publicKey),
    };
    const upload = await makeUpload(crypto, source, study, target, {
      answers: { rain: "no" },
      credential: null,
    });
    expect(upload).toHaveLength(49);
    expect(draws).toBeGreaterThan(1);
  });
});

describe("what a client refuses", () => {
  it.each([
    ["a study with another id", {}, {}, { study: "0".repeat(64) }, "NOT_FOUND"],
    ["a test", { purpose: "test" as const }, {}, {}, "REFUSED"],
    [
      "too large an epsilon",
      { localEpsilon: 9 },
      { limits: { localEpsilon: 1e6, epsilon: 100, delta: 1 } },
      {},
      "REFUSED",
    ],
    ["a budget above its user's", {}, { limits: { epsilon: 11 } }, {}, "BUDGET_EXCEEDED"],
    ["a delta above its user's", {}, { limits: { delta: 1e-5, epsilon: 100 } }, {}, "BUDGET_EXCEEDED"],
    ["reports above its user's", {}, { limits: { localEpsilon: 8, epsilon: 100 } }, {}, "BUDGET_EXCEEDED"],
    ["a credential that is not asked for", {}, {}, { credential: new Uint8Array(32) }, "BAD_INPUT"],
  ])("%s", async (_, study, limits, invitation, code) => {
    const { federation, invitation: real } = await opened({ study });
    const client = federation.client({ limits: { epsilon: 100, localEpsilon: 100, delta: 1 }, ...limits });
    await expect(client.join({ ...real, ...invitation })).rejects.toMatchObject({ code });
    expect(await client.spent()).toEqual({ epsilon: 0, delta: 0, localEpsilon: 0 });
  });

  it("a study served in place of the one that was consented to", async () => {
    const [{ federation, invitation }, other] = [await opened(), await opened()];
    const send: Handler = async () => Response.json(other.federation.opened.signed);
    await expect(federation.client({ send }).join(invitation)).rejects.toMatchObject({ code: "REFUSED" });
  });

  it("studies that together exceed a limit: each counts in full, over all", async () => {
    const studies = [await opened(), await opened()];
    const store = memoryClientStore();
    const limits = { epsilon: 20, localEpsilon: 100, delta: 1 };
    const [first, second] = studies.map(({ federation }) => federation.client({ store, limits }));
    await first!.join(studies[0]!.invitation);
    await first!.join(studies[0]!.invitation); // again: it counts once
    expect(await first!.spent()).toEqual({ epsilon: 12, delta: 1e-4, localEpsilon: 9 });
    await expect(second!.join(studies[1]!.invitation)).rejects.toMatchObject({ code: "BUDGET_EXCEEDED" });
  });

  it("a second announcement of a number, one of another study, one without a countersignature", async () => {
    const { federation, invitation } = await opened();
    const { keys, id, store: shufflerStore } = federation;
    const round = (await shufflerStore.round(id, 1))!;
    const payload = JSON.parse(JSON.parse(round.announcement).payload);
    let served: unknown;
    const send: Handler = async (request) =>
      request.url.endsWith("/current") && served !== undefined
        ? Response.json(served)
        : federation.shuffler.publicHandler(request);
    const client = federation.client({ send });
    await client.join(invitation);
    const documents = async (change: object, signer = keys.shuffler) => {
      const announcement = await signDocument(
        crypto,
        "announcement",
        { ...payload, ...change },
        keys.analyzer,
      );
      const { documentId } = await import("../../src/federated/index.js");
      const announcementId = await documentId(crypto, "announcement", announcement.payload);
      const opening = await signDocument(
        crypto,
        "opening",
        { announcement: announcementId, closesAt: 1 },
        signer,
      );
      return { announcement, opening };
    };
    const part = () => client.takePart(id, { rain: "no" });
    served = await documents({ study: "1".repeat(64) });
    await expect(part()).rejects.toMatchObject({ code: "REFUSED" });
    served = await documents({}, keys.analyzer);
    await expect(part()).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
    served = { ...(await documents({})), opening: JSON.parse(round.opening) };
    served = {
      announcement: (await documents({ sequence: 9 })).announcement,
      opening: JSON.parse(round.opening),
    };
    await expect(part()).rejects.toMatchObject({ code: "REFUSED" });
    served = undefined;
    expect(await part()).toMatchObject({ outcome: "accepted" });
    const publicKey = toHex((await crypto.hpke.generateKeyPair()).publicKey);
    for (const change of [{ publicKey }, { publicKey, round: 0 }]) {
      served = await documents(change);
      await expect(part()).rejects.toMatchObject({ code: expect.stringMatching(/REFUSED|OUT_OF_RANGE/) });
    }
    served = await documents({ round: 2 });
    expect(await part()).toMatchObject({ round: 2 });
    served = await documents({ publicKey, round: 1 });
    await expect(part()).rejects.toMatchObject({ code: "REFUSED" });
  });

  it("to take part in a study that was not joined, or with a state that it cannot read", async () => {
    const { federation } = await opened();
    await expect(federation.client().takePart(federation.id, { rain: "no" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const store = memoryClientStore();
    await store.replace(undefined, "{");
    await expect(federation.client({ store }).spent()).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    expect(() => openClient({ store, crypto, limits: { epsilon: Number.NaN } })).toThrow(/limits.epsilon/);
  });

  it("seeds in a study that is no test", async () => {
    const { federation, invitation } = await opened();
    const client = federation.client({ source: seededSource(1) });
    await client.join(invitation);
    await expect(client.takePart(federation.id, { rain: "no" })).rejects.toMatchObject({ code: "REFUSED" });
  });

  it("a shuffler that answers nothing", async () => {
    const { federation, invitation } = await opened();
    await expect(federation.client({ send: down }).join(invitation)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
  });
});

describe("a user who leaves", () => {
  it("sends nothing more, is not joined again, and what she may have spent stays counted", async () => {
    const { federation, invitation } = await opened();
    const store = memoryClientStore();
    let now = 0;
    const { bodies, send } = watched(federation, down);
    const client = federation.client({ store, send, clock: () => (now += 20_000) });
    await expect(client.leave(federation.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await client.join(invitation);
    const spent = await client.spent();
    expect(await client.takePart(federation.id, { rain: "yes" })).toMatchObject({ outcome: "unsent" });
    const sent = bodies.length;
    await client.leave(federation.id);
    const standing = { round: 1, pending: null, hasLeft: true };
    expect([await client.standing(federation.id), await client.spent()]).toEqual([standing, spent]);
    expect(spent.epsilon).toBeGreaterThan(0);
    for (const again of [
      () => client.join(invitation),
      () => client.takePart(federation.id, { rain: "yes" }),
      () => federation.client({ store, send }).takePart(federation.id, { rain: "no" }),
    ])
      await expect(again()).rejects.toMatchObject({
        code: "REFUSED",
        message: expect.stringContaining("left"),
      });
    expect(bodies).toHaveLength(sent);
  });

  it("while her report waits: it is not sent", async () => {
    const { federation, invitation } = await opened();
    const { bodies, send } = watched(federation, (deliver) => deliver());
    const client = federation.client({
      store: memoryClientStore(),
      send,
      wait: () => client.leave(federation.id),
    });
    await client.join(invitation);
    await expect(client.takePart(federation.id, { rain: "yes" })).rejects.toMatchObject({ code: "REFUSED" });
    expect(bodies).toEqual([]);
  });
});
