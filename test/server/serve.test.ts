import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePorts } from "../../apps/server/_internal/federation/free-ports.js";
import { exactDraft, type RunningServer, type Workplace, workplace } from "./_internal/running-server.js";

interface Simulated {
  clients: number;
  acknowledged: number;
  reports: number;
  estimates: { value: string; estimate: number; lower: number; upper: number; truth: number }[];
  guarantee: { status: string; side: string; adjacency: string };
  figures: Record<string, { adversary: string; guarantee: { epsilon: { upper: number } } }>;
  budget: { epsilon: number; spent: number; rounds: { charged: number; planned: number } };
}

describe("croupier-server serve", { tags: ["slow"], timeout: 240_000 }, () => {
  let place: Workplace;
  let server: RunningServer;
  let port: number;
  beforeAll(async () => {
    place = workplace();
    port = await freePorts();
    // Round 1 ends as soon as it is full; what is done in round 2 has a minute.
    const study = exactDraft(place, { cap: 120, windowSeconds: 60 });
    server = await place.serve(port, "serve", "--study", study, "--store", "sqlite:survey.db");
  });
  afterAll(async () => {
    await server?.end("SIGKILL");
    place?.remove();
  });

  it("takes a simulated survey from clients to its result, exact where reports are the truth", async () => {
    const { status, stdout, stderr } = await place.run(
      "simulate",
      "120",
      "--url",
      server.url,
      "--seed",
      "5",
      "--json",
    );
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const answer = JSON.parse(stdout) as Simulated;
    expect(answer).toMatchObject({ clients: 120, acknowledged: 120, reports: 120 });
    expect(answer.estimates.map(({ value }) => value)).toEqual(["first", "second", "third"]);
    for (const { estimate, lower, upper, truth } of answer.estimates) {
      expect(estimate).toBeCloseTo(truth, 9);
      expect(lower).toBeLessThanOrEqual(truth);
      expect(upper).toBeGreaterThanOrEqual(truth);
    }
    expect(new Set(answer.estimates.map(({ truth }) => truth)).size).toBe(3);
    expect(answer.guarantee).toMatchObject({ status: "proven", side: "upper", adjacency: "replace-one" });
    for (const name of ["full", "dummiesOnly", "local"])
      expect(answer.figures[name]!.guarantee.epsilon.upper).toBeGreaterThan(0);
    expect(answer.budget).toMatchObject({ epsilon: 100, rounds: { charged: 1, planned: 3 } });
    expect(answer.budget.spent).toBe(answer.figures.full!.guarantee.epsilon.upper);
  });

  it("takes one person's answer, and the same person once", async () => {
    const flags = ["--url", server.url, "--answer", "which=second", "--allow-tests", "--json"];
    const limits = ["--max-epsilon", "1000", "--max-local-epsilon", "1000"];
    const first = await place.run("client", ...flags, ...limits);
    expect(first.stderr).toBe("");
    expect(JSON.parse(first.stdout)).toMatchObject({ outcome: "accepted", round: 2 });
    const again = await place.run("client", ...flags, ...limits);
    expect(JSON.parse(again.stdout)).toMatchObject({ outcome: "before", round: 2 });
    const strict = await place.run(
      "client",
      "--url",
      server.url,
      "--answer",
      "which=second",
      "--state",
      "other.db",
    );
    expect(strict.status).toBe(3);
    expect(strict.stderr).toMatch(/study\.purpose must be real/);
  });

  it("tells counts to the private listener, of rounds that are over", async () => {
    const metrics = await (await fetch(`${server.privateUrl}/metrics`)).text();
    expect(metrics).toContain('croupier_reports{state="done"} 120');
    expect(metrics).not.toContain('croupier_reports{state="intake"}');
    for (const line of metrics.split("\n").filter((each) => each !== "" && !each.startsWith("#")))
      expect(line).toMatch(/^croupier_/);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${server.privateUrl}/v1/ledgers/tests`)).status).toBe(403);
  });

  it("ends in good order when it is told to, logs nothing about a user, and goes on where it was", async () => {
    const planted = Buffer.alloc(32, 0xa7);
    const { studies } = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
    const body = Buffer.concat([planted, Buffer.alloc(49, 0xb3)]);
    const refused = await fetch(`${server.url}/v1/studies/${studies[0]}/rounds/2/reports`, {
      method: "POST",
      body,
    });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({ code: "NOT_AUTHORIZED", status: 403 });
    const { status, stderr } = await server.end("SIGTERM");
    expect(status).toBe(0);
    const lines = stderr.trim().split("\n");
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    for (const secret of [
      planted.toString("hex"),
      planted.toString("base64"),
      "second",
      "127.0.0.1",
      "/reports",
    ])
      expect(stderr).not.toContain(secret);
    server = await place.serve(
      port,
      "serve",
      "--study",
      place.file("study.json"),
      "--store",
      "sqlite:survey.db",
    );
    const after = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
    expect(after.studies).toEqual(studies);
    const shown = await place.run("ledger", "show", "--store", "sqlite:survey.db", "--json");
    const [ledger] = (
      JSON.parse(shown.stdout) as { ledgers: { ledger: string; entries: { type: string }[] }[] }
    ).ledgers;
    expect(ledger!.ledger).toBe("tests");
    expect(ledger!.entries.slice(0, 3).map(({ type }) => type)).toEqual(["round", "taken", "published"]);
  });

  it("lets a person leave for good; what was joined counts on", async () => {
    const { stdout } = await place.run("client", "--url", server.url, "--leave", "--json");
    const { study, left, spent } = JSON.parse(stdout) as { study: string; left: boolean; spent: object };
    expect(left).toBe(true);
    expect(spent).toMatchObject({ epsilon: expect.any(Number), localEpsilon: expect.any(Number) });
    const flags = ["--url", server.url, "--answer", "which=second", "--allow-tests"];
    const back = await place.run("client", ...flags, "--max-epsilon", "1000", "--max-local-epsilon", "1000");
    expect(back.status).toBe(3);
    expect(back.stderr).toContain(`study ${study} must not have been left, was`);
    const nobody = await place.run("client", "--url", server.url, "--leave", "--state", "nobody.db");
    expect(nobody.stderr).toMatch(/--state must name the file of a person who joined/);
  });

  it("keeps its keys where nobody else reads them", () => {
    expect(readFileSync(place.file("survey.db-keys/shuffler.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  });
});
