import { describe, expect, it } from "vitest";
import { sealUpload } from "../../src/federated/client/seal-upload.js";
import {
  type AnalyzerStore,
  memoryAnalyzerStore,
  shufflerDoor,
  type TrainingResult,
  toHex,
} from "../../src/federated/index.js";
import type { Announcement } from "../../src/federated/messages/documents.js";
import { readWeights, simulateFederatedTraining, weightsFile } from "../../src/federated/training/index.js";
import { shortAndLong } from "../short-and-long.js";
import { crypto, TOKEN, URLS } from "./_internal/federation.js";
import { MODEL, openTraining, USERS } from "./_internal/training.js";

const SLOW = { tags: ["slow"] };
type Training = Awaited<ReturnType<typeof openTraining>>;

async function announced({ send, id }: Training) {
  const response = await send(new Request(`${URLS.public}/v1/studies/${id}/rounds/current`));
  const { announcement } = (await response.json()) as { announcement: { payload: string } };
  return JSON.parse(announcement.payload) as Announcement;
}

const weightsAt = ({ send, id }: Training, sha256: string) =>
  send(new Request(`${URLS.public}/v1/studies/${id}/weights/${sha256}`));

describe("the weights of a round", () => {
  it("are served by their hash, without mark or cookie, until a later round is announced", {
    tags: ["slow"],
  }, async () => {
    const training = await openTraining();
    await training.collect();
    const first = (await training.store.rounds(training.id))[0]!;
    const { weights: one } = JSON.parse(JSON.parse(first.announcement).payload) as Announcement;
    const { result } = await training.analyzer.advance(training.id);
    const response = await weightsAt(training, one!);
    expect(response.status).toBe(200);
    for (const name of ["etag", "set-cookie", "last-modified"])
      expect(response.headers.has(name)).toBe(false);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(toHex(await crypto.sha256(bytes))).toBe(one);
    expect(readWeights(training.study, bytes)).toHaveLength(15);
    await training.analyzer.announce(training.id);
    const { weights: two } = await announced(training);
    expect(two).toBe((result as TrainingResult).update!.weights);
    expect((await weightsAt(training, two!)).status).toBe(200);
    expect((await weightsAt(training, one!)).status).toBe(404);
  });

  it("are taken from the analyzer alone, of the model's length and the hash that the path says", async () => {
    const { door, send, id, study, store } = await openTraining();
    const { bytes, sha256 } = await weightsFile(crypto, study, new Float32Array(15));
    const give = (hash: string, body: Uint8Array) => door.giveWeights(id, hash, body);
    await expect(give("0".repeat(64), bytes)).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(give(sha256, bytes.subarray(1))).rejects.toMatchObject({ code: "BAD_INPUT" });
    const stranger = shufflerDoor(URLS.private, `not ${TOKEN}`, send);
    await expect(stranger.giveWeights(id, sha256, bytes)).rejects.toMatchObject({ code: "NOT_AUTHORIZED" });
    expect(await store.weights(id, sha256)).toBeUndefined();
    await give(sha256, bytes);
    await give(sha256, bytes);
    expect(await store.weights(id, sha256)).toEqual(bytes);
    // Not one more than the next round's and the last one's.
    const other = await weightsFile(crypto, study, new Float32Array(15).fill(1));
    await give(other.sha256, other.bytes);
    expect(await store.weights(id, sha256)).toBeUndefined();
  });

  it("must have been given before their round is announced", async () => {
    const training = await openTraining();
    const { door, id } = training;
    const forgetful = { ...door, giveWeights: async () => {} };
    const analyzer = await training.reopenAnalyzer({ door: forgetful });
    await expect(analyzer.announce(id)).rejects.toMatchObject({ code: "REFUSED" });
    await training.analyzer.announce(id);
    expect((await announced(training)).round).toBe(1);
  });

  it("are the first ones that the study names, or nothing is charged", async () => {
    const first = new Float32Array(15).map((_, index) => index / 7);
    const { bytes, sha256 } = await weightsFile(crypto, { model: MODEL }, first);
    const training = await openTraining({ study: { weights: sha256 } });
    const { id, study, analyzerStore } = training;
    await expect(training.analyzer.announce(id)).rejects.toMatchObject({ code: "REFUSED" });
    const others = await weightsFile(crypto, study, new Float32Array(15));
    const wrong = await training.reopenAnalyzer({ weights: { [id]: others.bytes } });
    await expect(wrong.announce(id)).rejects.toMatchObject({ code: "REFUSED" });
    expect(await analyzerStore.length("learners")).toBe(0);
    const right = await training.reopenAnalyzer({ weights: { [id]: bytes } });
    await right.announce(id);
    expect((await announced(training)).weights).toBe(sha256);
    expect([...(await right.trained(id))!.weights]).toEqual([...first]);
  });
});

describe("a round of training", () => {
  it("counts reports that no honest user could send as invalid, and goes on without them", async () => {
    const training = await openTraining();
    const { analyzer, id, study, shuffler, clients, gradientOf } = training;
    await analyzer.announce(id);
    for (const [user, client] of clients.entries()) await client.takePart(id, gradientOf(user));
    const credential = crypto.randomBytes(32);
    await shuffler.enrol(id, [credential]);
    const round = (await training.store.round(id, 1))!;
    const huge = study.slots.map((bytes) => new Uint8Array(bytes).fill(0x7f));
    const target = { announcementId: round.announcementId, publicKey: round.publicKey };
    const body = await sealUpload(crypto, target, huge, credential);
    const post = new Request(`${URLS.public}/v1/studies/${id}/rounds/1/reports`, {
      method: "POST",
      body: new Uint8Array(body),
    });
    expect((await training.send(post)).status).toBe(200);
    training.pass(study.windowSeconds);
    await shuffler.tick();
    const { result } = await analyzer.advance(id);
    expect(result).toMatchObject({
      reports: USERS + 1,
      invalid: [1, 1, 1, 1],
      update: { participants: USERS },
    });
    const { weights } = await simulateFederatedTraining({ study, users: USERS, gradientOf, rounds: 1 });
    expect([...(await analyzer.trained(id))!.weights]).toEqual([...weights]);
  });

  it("that would leave the finite numbers leaves the weights as they were", async () => {
    const training = await openTraining({ study: { learning: { learningRate: 1e300 } } });
    const { analyzer, id, study } = training;
    await training.collect();
    const { result } = await analyzer.advance(id);
    expect(result).toMatchObject({ update: null });
    const before = await simulateFederatedTraining({
      study,
      users: 1,
      gradientOf: training.gradientOf,
      rounds: 1,
    });
    expect([...(await analyzer.trained(id))!.weights]).toEqual([...before.weights]);
    await analyzer.announce(id);
    expect((await announced(training)).round).toBe(2);
  });

  it("below the floor is refunded, and the weights stay: the simulation says so too", async () => {
    const training = await openTraining({ study: { floor: USERS + 1 } });
    const { analyzer, id, study, gradientOf } = training;
    await training.collect();
    expect((await analyzer.advance(id)).stage).toBe("cancelled");
    const { weights, ledger } = (await analyzer.trained(id))!;
    const simulated = await simulateFederatedTraining({ study, users: USERS, gradientOf, rounds: 1 });
    expect([...weights]).toEqual([...simulated.weights]);
    expect(ledger).toEqual(simulated.ledger);
  });

  it("is charged in one ledger: the trainer's state says what that says", async () => {
    const training = await openTraining();
    const { analyzer, analyzerStore, id } = training;
    for (const round of [1, 2]) {
      await training.collect();
      await analyzer.advance(id);
      const entries = (await analyzerStore.entries("learners", 0)).map((text) => JSON.parse(text));
      const [charge] = entries.filter(({ type }) => type === "round").map((entry) => entry.charge);
      expect((await analyzer.trained(id))!.ledger).toEqual({ kind: "repeat", times: round, of: charge });
    }
  });

  it("cannot go on from a store that lost its state", async () => {
    const training = await openTraining();
    const { analyzerStore, id } = training;
    await training.collect();
    await training.analyzer.advance(id);
    const lost: AnalyzerStore = Object.assign(Object.create(analyzerStore), {
      ...bound(analyzerStore),
      state: async () => undefined,
    });
    const analyzer = await training.reopenAnalyzer({ store: lost });
    await expect(analyzer.announce(id)).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    expect(await analyzerStore.length("learners")).toBe(3);
  });

  it("cannot go on from the weights before those that were published, wherever the result is kept", async () => {
    const training = await openTraining();
    const { analyzerStore, id } = training;
    await training.collect();
    const before = (await analyzerStore.state(id))!;
    await training.analyzer.advance(id);
    const restored = (more: Partial<AnalyzerStore>): AnalyzerStore =>
      Object.assign(Object.create(analyzerStore), {
        ...bound(analyzerStore),
        state: async () => before,
        ...more,
      });
    for (const store of [restored({}), restored({ document: async () => undefined })]) {
      const analyzer = await training.reopenAnalyzer({ store });
      await expect(analyzer.announce(id)).rejects.toMatchObject({
        code: "DATA_UNREADABLE",
        message: expect.stringContaining("of the last published result"),
      });
    }
    expect(await analyzerStore.length("learners")).toBe(3);
    expect(await training.analyzer.announce(id)).toMatchObject({ round: 2 });
  });
});

for (const [cases, options] of shortAndLong(["before", "after"] as const, (when) => when === "after")) {
  describe.each(cases)("a crash %s any change of the analyzer's store", options, (when) => {
    it("leaves the weights of a run without one", SLOW, async () => {
      let expected: number[] | undefined;
      for (let at = 0; ; at++) {
        const real = memoryAnalyzerStore();
        let changes = 0;
        const faulty: AnalyzerStore = {
          ...bound(real),
          async commit(change) {
            const isFaulty = changes++ === at;
            if (isFaulty && when === "before") throw new Error("planted fault");
            const isDone = await real.commit(change);
            if (isFaulty) throw new Error("planted fault");
            return isDone;
          },
        };
        const training = await openTraining({ study: { rounds: 2 }, analyzerStore: faulty });
        for (const round of [1, 2]) await insistently(training, round);
        const state = (await training.analyzer.trained(training.id))!;
        expect(state.round).toBe(2);
        expected ??= [...state.weights];
        expect([...state.weights], `change ${at}`).toEqual(expected);
        if (changes <= at) break;
        expect(at).toBeLessThan(20);
      }
    });
  });
}

/** A round whose analyzer is started again where it fails. */
async function insistently(training: Training, round: number): Promise<void> {
  const { id, study, clients, gradientOf, shuffler } = training;
  const again = async <Result>(step: () => Promise<Result>): Promise<Result> => step().catch(step);
  await again(async () => (await training.reopenAnalyzer()).announce(id));
  for (const [user, client] of clients.entries())
    expect((await client.takePart(id, gradientOf(user))).outcome).toBe("accepted");
  training.pass(study.windowSeconds);
  await shuffler.tick();
  const progress = await again(async () => (await training.reopenAnalyzer()).advance(id));
  expect(progress).toMatchObject({ round, stage: "published" });
}

function bound(store: AnalyzerStore): AnalyzerStore {
  const names = ["length", "entries", "commit", "document", "state", "key", "keys", "rewrap"] as const;
  return Object.fromEntries(
    names.map((name) => [name, (store[name] as (...given: never[]) => unknown).bind(store)]),
  ) as unknown as AnalyzerStore;
}
