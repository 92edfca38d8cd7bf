/**
 * A server is killed at random moments of each step of a round, started again each time, and nothing is lost.
 * CROUPIER_KILLS says in how many rounds; 30 take some minutes.
 */

import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePorts } from "../../apps/server/_internal/federation/free-ports.js";
import { type RoundSteps, roundSteps, type Step } from "./_internal/round-steps.js";
import {
  type Ended,
  exactDraft,
  type RunningServer,
  type Workplace,
  workplace,
} from "./_internal/running-server.js";

const KILLS = Number(process.env.CROUPIER_KILLS ?? 1);
/** A server that is started again on a busy machine needs some of it. */
const WINDOW_SECONDS = 25;
/**
 * Dummies enough that freezing and opening take a moment that a kill can hit; without them counts are exact.
 */
const STUDIES = [
  { dummies: 3000, clients: 60, rounds: Math.ceil(KILLS / 2) },
  { dummies: 0, clients: 300, rounds: Math.floor(KILLS / 2) },
].filter(({ rounds }) => rounds > 0);

/** From which step on the server is killed, and how long after: about as long as the step takes. */
const AIMS: readonly { readonly from: Step; readonly ms: readonly [number, number] }[] = [
  // The simulation has joined by then, and its clients send.
  { from: "collecting", ms: [8000, 15_000] },
  { from: "freezing", ms: [0, 60] },
  { from: "frozen", ms: [0, 150] },
  { from: "taken", ms: [0, 250] },
  { from: "published", ms: [0, 30] },
];
/** A round that was asked for is charged and announced within about this time. */
const ANNOUNCED_MS = 400;

const TOO_LATE = /round \d+ is cancelled: .* 0 reports were acknowledged/;

interface Result {
  round: number;
  acknowledged: number;
  reports: number;
  dummies: number;
  invalid: number[];
  estimates: { estimate: number; truth: number }[];
}

describe.each(STUDIES)(
  "a server of $dummies dummies that is killed",
  {
    tags: ["slow"],
    timeout: 240_000,
  },
  ({ dummies: planned, clients, rounds: planning }) => {
    let place: Workplace;
    let server: RunningServer;
    let launch: () => RunningServer;
    let steps: RoundSteps;
    let rounds = 0;
    const hit = new Map<Step, number>();
    beforeAll(async () => {
      place = workplace();
      steps = roundSteps(place.folder, "killed.db");
      const port = await freePorts();
      const study = exactDraft(place, {
        rounds: planning,
        dummies: planned,
        windowSeconds: WINDOW_SECONDS,
        delaySeconds: 3,
        budget: { epsilon: 100 * planning, delta: 1e-6 },
      });
      launch = () => place.launch(port, "serve", "--study", study, "--store", "sqlite:killed.db");
      server = launch();
      await server.answers();
    });
    afterAll(async () => {
      await server?.end("SIGKILL");
      place?.remove();
      const counts = [...hit].map(([step, count]) => `${step} ${count}`).join(", ");
      if (KILLS > 1) console.info(`${planned} dummies, kills by the step that they hit: ${counts}`);
    });

    /** Kills and starts again at once, without waiting: what the restart finishes can be hit next. */
    async function kill(): Promise<void> {
      await server.end("SIGKILL");
      const step = steps.now();
      hit.set(step, (hit.get(step) ?? 0) + 1);
      server = launch();
    }

    /** Asks for a round, and kills while it is charged and announced. */
    async function killAtAnnouncement(): Promise<void> {
      const { studies } = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
      await fetch(`${server.url}/v1/studies/${studies[0]}/rounds/current`);
      await sleep(randomInt(ANNOUNCED_MS + 1));
      await kill();
      await server.answers();
    }

    async function killAtEachStep(isOver: () => boolean): Promise<void> {
      for (const { from, ms } of AIMS) {
        if ((await steps.reach(from, isOver)) === "done" || isOver()) break;
        await sleep(randomInt(ms[0], ms[1] + 1));
        await kill();
      }
      await server.answers();
    }

    /** One round's simulation, with a kill at each step. */
    async function attempt(): Promise<Ended> {
      await killAtAnnouncement();
      const simulation = place.run("simulate", String(clients), "--url", server.url, "--json");
      let isOver = false;
      void simulation.then(() => {
        isOver = true;
      });
      await killAtEachStep(() => isOver);
      const ended = await simulation;
      steps.settle();
      return ended;
    }

    it.each(Array.from({ length: planning }, (_, index) => index + 1))(
      "result %i: what was acknowledged is in it, once",
      async () => {
        let ended = await attempt();
        // On a busy machine all clients may come too late: then nothing was acknowledged.
        while (TOO_LATE.test(ended.stderr)) ended = await attempt();
        const { status, stdout, stderr } = ended;
        expect(stderr).toBe("");
        expect(status).toBe(0);
        const { round, acknowledged, reports, dummies, invalid, estimates } = JSON.parse(stdout) as Result;
        rounds = round;
        expect(acknowledged).toBeGreaterThan(0);
        expect(reports).toBeGreaterThanOrEqual(acknowledged);
        expect(reports).toBeLessThanOrEqual(clients);
        expect({ dummies, invalid }).toEqual({ dummies: planned, invalid: [0] });
        const isExact = planned === 0 && reports === clients;
        for (const { estimate, truth } of isExact ? estimates : []) expect(estimate).toBeCloseTo(truth, 9);
      },
    );

    it("has released one batch a round, the same bytes whenever they were read", async () => {
      for (const digests of steps.batches.values()) expect(digests.size).toBe(1);
      const { studies } = (await (await fetch(`${server.url}/v1/studies`)).json()) as { studies: string[] };
      const released = new Set<string>();
      for (let round = 1; round <= rounds; round++) {
        const answer = await fetch(`${server.url}/v1/studies/${studies[0]}/rounds/${round}`);
        const { outcome } = (await answer.json()) as { outcome: { payload: string } };
        for (const slot of JSON.parse(outcome.payload).slots ?? []) released.add(slot);
      }
      for (const [digest] of steps.batches.values()) expect(released).toContain(digest);
    });

    it("has charged each round once, and taken each batch before its result", async () => {
      const { stdout } = await place.run("ledger", "show", "--store", "sqlite:killed.db", "--json");
      const [ledger] = (JSON.parse(stdout) as { ledgers: { entries: { type: string; round: number }[] }[] })
        .ledgers;
      const each = Array.from({ length: rounds }, (_, index) =>
        ledger!.entries.flatMap(({ type, round }) => (round === index + 1 ? [type] : [])).join(", "),
      );
      // A round whose clients all came too late is cancelled, and its number is not used again.
      for (const types of each) expect(["round, taken, published", "round, cancelled"]).toContain(types);
      expect(each.filter((types) => types.endsWith("published"))).toHaveLength(planning);
    });
  },
);
