/**
 * A server is killed at random moments of a round, started again, and nothing is lost. CROUPIER_KILLS says
 * how often; 30 take some minutes.
 */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  exactDraft,
  freePorts,
  type RunningServer,
  type Workplace,
  workplace,
} from "./_internal/running-server.js";

const KILLS = Number(process.env.CROUPIER_KILLS ?? 1);
const CLIENTS = 60;
const WINDOW_SECONDS = 12;
/** Closing, freezing, charging and opening come before and after the window. */
const LATEST_MS = 1000 * (WINDOW_SECONDS + 4);

interface Result {
  round: number;
  acknowledged: number;
  reports: number;
  dummies: number;
  invalid: number[];
}

describe("a server that is killed", { tags: ["slow"], timeout: 120_000 + 90_000 * KILLS }, () => {
  let place: Workplace;
  let server: RunningServer;
  let start: () => Promise<RunningServer>;
  let rounds = 0;
  beforeAll(async () => {
    place = workplace();
    const port = await freePorts();
    const study = exactDraft(place, {
      rounds: KILLS,
      dummies: 150,
      windowSeconds: WINDOW_SECONDS,
      delaySeconds: 3,
      budget: { epsilon: 100 * KILLS, delta: 1e-6 },
    });
    start = () => place.serve(port, "serve", "--study", study, "--store", "sqlite:killed.db");
    server = await start();
  });
  afterAll(async () => {
    await server?.end("SIGKILL");
    place?.remove();
  });

  it.each(Array.from({ length: KILLS }, (_, index) => index + 1))(
    "kill %i: what was acknowledged is in the result, once",
    async () => {
      const simulation = place.run("simulate", String(CLIENTS), "--url", server.url, "--json");
      const { studies } = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
      // Not the current one: who asks for that opens it.
      const next = `${server.url}/v1/studies/${studies[0]}/rounds/${rounds + 1}`;
      while (!(await fetch(next)).ok) await sleep(50);
      const delay = randomInt(LATEST_MS);
      await sleep(delay);
      await server.end("SIGKILL");
      server = await start();
      const { status, stdout, stderr } = await simulation;
      expect(`killed after ${delay} ms: ${stderr}`).toBe(`killed after ${delay} ms: `);
      expect(status).toBe(0);
      const { round, acknowledged, reports, dummies, invalid } = JSON.parse(stdout) as Result;
      rounds = round;
      expect(acknowledged).toBeGreaterThan(0);
      expect(reports).toBeGreaterThanOrEqual(acknowledged);
      expect(reports).toBeLessThanOrEqual(CLIENTS);
      expect({ dummies, invalid }).toEqual({ dummies: 150, invalid: [0] });
    },
  );

  it("has charged each round once, and taken each batch before its result", async () => {
    const { stdout } = await place.run("ledger", "show", "--store", "sqlite:killed.db", "--json");
    const [ledger] = (JSON.parse(stdout) as { ledgers: { entries: { type: string; round: number }[] }[] })
      .ledgers;
    const steps = Array.from({ length: rounds }, (_, index) =>
      ledger!.entries.flatMap(({ type, round }) => (round === index + 1 ? [type] : [])).join(", "),
    );
    // A round whose clients all came too late is cancelled, and its number is not used again.
    for (const each of steps) expect(["round, taken, published", "round, cancelled"]).toContain(each);
    expect(steps.filter((each) => each.endsWith("published"))).toHaveLength(KILLS);
  });
});
