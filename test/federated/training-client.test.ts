import { describe, expect, it } from "vitest";
import { type Handler, memoryClientStore, openClient } from "../../src/federated/index.js";
import {
  simulateFederatedTraining,
  testUserSource,
  trainingTask,
} from "../../src/federated/training/index.js";
import { userReports } from "../../src/federated/training/user-reports.js";
import { seededSource } from "../../src/random/index.js";
import { crypto, URLS } from "./_internal/federation.js";
import { openTraining, USERS } from "./_internal/training.js";

type Training = Awaited<ReturnType<typeof openTraining>>;

const coinOf = ({ study }: Training, user: number, round: number): boolean =>
  userReports(study, round, testUserSource(study, user)).joins();

/** A client's requests of one round: method, path and length. */
async function requestsOf(training: Training, user: number): Promise<string[]> {
  const seen: string[] = [];
  const watched: Handler = async (request) => {
    const body = await request.clone().arrayBuffer();
    seen.push(`${request.method} ${new URL(request.url).pathname} ${body.byteLength}`);
    return training.send(request);
  };
  const client = await training.clientOf(user, { send: watched });
  seen.length = 0;
  await client.takePart(training.id, training.gradientOf(user));
  return seen;
}

describe("a client of a training", () => {
  it("makes the same requests whatever its coin, and whatever fails after it", async () => {
    const training = await openTraining();
    await training.analyzer.announce(training.id);
    const users = Array.from({ length: USERS }, (_, user) => user);
    const joined = users.find((user) => coinOf(training, user, 1))!;
    const absent = users.find((user) => !coinOf(training, user, 1))!;
    const requests = await requestsOf(training, joined);
    expect(requests.map((each) => each.split(" ")[0])).toEqual(["GET", "GET", "POST"]);
    expect(requests[1]).toMatch(/\/weights\/[0-9a-f]{64} 0$/);
    expect(await requestsOf(training, absent)).toEqual(requests);
  });

  it("whose gradient fails sends dummies: the weights are the simulation's", async () => {
    const failing = new Set([1, 4, 7]);
    const training = await openTraining({ study: { rounds: 1 } });
    const { analyzer, id, study, clients, shuffler } = training;
    const gradientOf = (user: number) => (weights: Float32Array) => {
      if (failing.has(user)) throw new Error("a picture that cannot be read");
      return training.gradientOf(user)(weights);
    };
    await analyzer.announce(id);
    for (const [user, client] of clients.entries())
      expect(await client.takePart(id, gradientOf(user))).toEqual({ round: 1, outcome: "accepted" });
    training.pass(study.windowSeconds);
    await shuffler.tick();
    await analyzer.advance(id);
    const options = { study, users: USERS, gradientOf };
    const { weights } = await simulateFederatedTraining(options);
    expect([...(await analyzer.trained(id))!.weights]).toEqual([...weights]);
    const whole = await simulateFederatedTraining({ ...options, gradientOf: training.gradientOf });
    expect([...whole.weights]).not.toEqual([...weights]);
  });

  it("that dies while it computes keeps its coin, and sends dummies when it is opened again", async () => {
    const training = await openTraining();
    const { analyzer, id, study } = training;
    await analyzer.announce(id);
    const joined = Array.from({ length: USERS }, (_, user) => user).find((user) =>
      coinOf(training, user, 1),
    )!;
    const store = memoryClientStore();
    const died = await training.clientOf(joined, { store });
    let begun = 0;
    void died.takePart(id, () => {
      begun += 1;
      return new Promise<never>(() => {});
    });
    await expect.poll(() => begun, { timeout: 30_000 }).toBe(1);
    const kept = () => store.read().then((text) => JSON.parse(text!).studies[id]);
    const { coin, pending } = await kept();
    expect(pending).toBeNull();
    expect(coin.joins).toBe(true);
    // Whose coin would say no, and whose gradient must not be asked for.
    const absent = Array.from({ length: 100 }, (_, seed) => seededSource(seed)).find(
      (source) => !userReports(study, 1, source).joins(),
    )!;
    const source = { ...absent, fork: (label: number) => absent.fork(label), secure: true };
    const again = await training.clientOf(joined, { store, source });
    const isAsked = () => {
      begun += 1;
      return new Float32Array(15);
    };
    expect(await again.takePart(id, isAsked)).toEqual({ round: 1, outcome: "accepted" });
    expect(begun).toBe(1);
    expect((await kept()).coin).toEqual(coin);
    expect(await again.takePart(id, isAsked)).toEqual({ round: 1, outcome: "before" });
  });

  it("of a seeded test that dies while it computes makes the same report again", async () => {
    const training = await openTraining({ study: { rounds: 1 } });
    const { analyzer, id, study, clients, shuffler } = training;
    await analyzer.announce(id);
    const joined = clients.findIndex((_, user) => coinOf(training, user, 1));
    const store = memoryClientStore();
    const died = await training.clientOf(joined, { store });
    let hasBegun = false;
    void died.takePart(id, () => {
      hasBegun = true;
      return new Promise<never>(() => {});
    });
    await expect.poll(() => hasBegun, { timeout: 30_000 }).toBe(true);
    const again = await training.clientOf(joined, { store });
    for (const [user, client] of clients.entries())
      await (user === joined ? again : client).takePart(id, training.gradientOf(user));
    training.pass(study.windowSeconds);
    await shuffler.tick();
    await analyzer.advance(id);
    const { weights } = await simulateFederatedTraining({
      ...{ study, users: USERS, gradientOf: training.gradientOf },
    });
    expect([...(await analyzer.trained(id))!.weights]).toEqual([...weights]);
  });

  it("sends nothing where the weights are not those announced, and draws no coin", async () => {
    const training = await openTraining();
    const { analyzer, id } = training;
    await analyzer.announce(id);
    const posts: string[] = [];
    const lying: Handler = async (request) => {
      if (request.method === "POST") posts.push(request.url);
      const response = await training.send(request);
      if (!request.url.includes("/weights/")) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      bytes[bytes.length - 1]! ^= 1;
      return new Response(bytes);
    };
    const store = memoryClientStore();
    const client = await training.clientOf(0, { store, send: lying });
    await expect(client.takePart(id, training.gradientOf(0))).rejects.toMatchObject({ code: "REFUSED" });
    expect(posts).toEqual([]);
    expect(JSON.parse((await store.read())!).studies[id].coin).toBeUndefined();
  });

  it("stays away in silence where absentees are silent", async () => {
    const protocol = {
      kind: "check-in",
      samplingRate: 0.5,
      clipBound: 0.7,
      noiseToClip: 1.3,
      absentees: "silent",
    } as const;
    const training = await openTraining({ study: { protocol, floor: 2 } });
    const outcomes = await training.collect();
    const coins = outcomes.map((_, user) => coinOf(training, user, 1));
    expect(outcomes).toEqual(coins.map((joins) => (joins ? "accepted" : "absent")));
    expect(new Set(coins).size).toBe(2);
    const { result } = await training.analyzer.advance(training.id);
    expect(result!.reports).toBe(coins.filter(Boolean).length);
  });

  it("takes a function, and no answers", async () => {
    const training = await openTraining();
    await training.analyzer.announce(training.id);
    const asked = training.clients[0]!.takePart(training.id, { rain: "no" });
    await expect(asked).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("must have been opened with the task: it never guesses", async () => {
    const { send, id } = await openTraining();
    const invitation = { url: URLS.public, study: id, credential: new Uint8Array(32) };
    const options = { store: memoryClientStore(), crypto, send, allowTests: true };
    await expect(openClient(options).join(invitation)).rejects.toThrow(/study\.task must be a task .*survey/);
    const limits = { epsilon: 1e3, reportEpsilon: 7 };
    const ofTrainings = openClient({ ...options, tasks: [trainingTask], limits });
    await expect(ofTrainings.join(invitation)).rejects.toThrow(
      /study\.localEpsilon must be at most 7, got 7\.7/,
    );
  });
});
