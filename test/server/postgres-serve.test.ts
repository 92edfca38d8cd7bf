/** The built server over PostgreSQL: killed in the middle of a round, with the database killed too. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePorts } from "../../apps/server/_internal/federation/free-ports.js";
import { startPostgres, type TestPostgres } from "./_internal/postgres.js";
import { exactDraft, type RunningServer, type Workplace, workplace } from "./_internal/running-server.js";

const CLIENTS = 200;

describe("croupier-server serve --store postgres:", { tags: ["slow"], timeout: 240_000 }, () => {
  let place: Workplace;
  let postgres: TestPostgres;
  let server: RunningServer;
  let launch: () => RunningServer;
  beforeAll(async () => {
    place = workplace();
    postgres = await startPostgres();
    const url = await postgres.database("survey");
    const port = await freePorts();
    const study = exactDraft(place, { cap: CLIENTS, windowSeconds: 80, delaySeconds: 8 });
    launch = () => place.launch(port, "serve", "--study", study, "--store", url);
    server = launch();
    await server.answers();
  });
  afterAll(async () => {
    await server?.end("SIGKILL");
    await postgres?.stop();
    place?.remove();
  });

  it("counts exactly what was acknowledged, whoever was killed meanwhile", async () => {
    const simulation = place.run("simulate", String(CLIENTS), "--url", server.url, "--json");
    const { studies } = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
    while (!(await fetch(`${server.url}/v1/studies/${studies[0]}/rounds/1`)).ok) await sleep(100);
    await sleep(3000);
    await server.end("SIGKILL");
    server = launch();
    await server.answers();
    await sleep(1000);
    await postgres.crash();
    const { status, stdout, stderr } = await simulation;
    expect([status, stderr]).toEqual([0, ""]);
    const { acknowledged, reports, invalid, estimates } = JSON.parse(stdout);
    expect({ acknowledged, reports, invalid }).toEqual({
      acknowledged: CLIENTS,
      reports: CLIENTS,
      invalid: [0],
    });
    for (const { estimate, truth } of estimates) expect(estimate).toBeCloseTo(truth, 9);
  });

  it("tells nothing of the URL's password", async () => {
    const { status, stdout, stderr } = await server.end("SIGTERM");
    expect(status).toBe(0);
    expect(stdout + stderr).not.toContain("postgres:test@");
  });
});
