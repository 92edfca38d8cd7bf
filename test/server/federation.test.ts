/** A whole federation as processes, as `npm run federation` plays it. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres, type TestPostgres } from "./_internal/postgres.js";
import { COMMAND, type Workplace, workplace } from "./_internal/running-server.js";

/** `npm run kills` asks for thirty. */
const KILLS = Number(process.env.CROUPIER_KILLS ?? 3);
const KILLED = ["--kills", String(KILLS)];
const TRAINING = ["federation", "--task", "training", "--json"];
const SURVEY = ["federation", "--task", "survey", "--json"];

interface Estimate {
  value: string;
  truth: number;
  lower: number;
  upper: number;
}

interface Report {
  clients: number;
  processes: Record<string, number>;
  kills: Record<string, number>;
  lateKills: number;
  guarantee: { status: string; side: string; adjacency: string; epsilon: { upper: number } };
  figures: Record<string, { guarantee: { epsilon: { upper: number } } }>;
  budget: { epsilon: number; spent: number; rounds: object };
  rounds: { round: number; reports: number; dummies: number; invalid: number[]; estimates: Estimate[] }[];
}

interface TrainingReport {
  rounds: { round: number; reports: number; dummies: number; weights: string }[];
  warning: string;
  guarantee: object;
  accuracy: number;
}

describe("croupier-server federation", { tags: ["slow"], timeout: 240_000 }, () => {
  let place: Workplace;
  beforeAll(() => {
    place = workplace();
  });
  afterAll(() => place.remove());

  it("plays a survey to the end while its parties are killed: every report counts, once", async () => {
    const line = ["--clients", "50", "--rounds", "2", "--seed", "1", "--window-seconds", "60"];
    const { status, stdout, stderr } = await place.run(...SURVEY, ...line, ...KILLED, "--keep", "kept");
    expect([status, stderr]).toEqual([0, ""]);
    const { rounds, kills, lateKills, guarantee, figures, budget, ...rest } = JSON.parse(stdout) as Report;
    expect(rest).toMatchObject({ task: "survey", clients: 50, processes: { shuffler: 1, analyzer: 1 } });
    expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
    expect(lateKills).toBeLessThanOrEqual(KILLS);
    expect(rounds.map(({ round, reports, dummies, invalid }) => [round, reports, dummies, invalid])).toEqual([
      [1, 50, 50, [0]],
      [2, 50, 50, [0]],
    ]);
    // The same people in both rounds, and the same in each run with the seed.
    for (const { estimates } of rounds)
      expect(estimates.map(({ value, truth }) => [value, truth])).toEqual([
        ["bicycle", 0.38],
        ["car", 0.34],
        ["train", 0.16],
        ["on foot", 0.12],
      ]);
    expect(guarantee).toMatchObject({ status: "proven", side: "upper", adjacency: "replace-one" });
    expect(figures.local!.guarantee.epsilon.upper).toBeGreaterThan(guarantee.epsilon.upper);
    expect(budget).toMatchObject({ spent: guarantee.epsilon.upper, rounds: { charged: 2, planned: 2 } });
    expect(budget.spent).toBeLessThanOrEqual(budget.epsilon);
  });

  it("keeps each party's own where it is told to, and nothing of another's", () => {
    const names = (party: string) => readdirSync(place.file(`kept/${party}`)).join(" ");
    expect(names("shuffler")).not.toMatch(/analyzer|ledger|answers|users/);
    expect(names("analyzer")).not.toMatch(/shuffler|round|answers|users/);
    expect(readFileSync(place.file("kept/logs/shuffler.log"), "utf8")).not.toMatch(/bicycle|on foot/);
  });

  it("stops all of its processes when it is interrupted, and leaves no folder", async () => {
    const child = spawn(process.execPath, [COMMAND, ...SURVEY, "--clients", "10"], {
      cwd: place.folder,
      env: { ...process.env, TMPDIR: place.folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (part: Buffer) => {
      stderr += part;
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const folder = () => readdirSync(place.folder).find((name) => name.startsWith("croupier-federation-"));
    const record = () => {
      const records = place.file(`${folder()}/state/croupier-server`);
      return existsSync(records) ? readdirSync(records).find((name) => name.endsWith(".json")) : undefined;
    };
    while (record() === undefined) await sleep(20);
    const path = place.file(`${folder()}/state/croupier-server/${record()}`);
    const { process: shuffler } = JSON.parse(readFileSync(path, "utf8")) as { process: number };
    process.kill(shuffler, 0);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(stderr).toBe("croupier-server: interrupted: all processes of the federation were stopped\n");
    expect(() => process.kill(shuffler, 0)).toThrow("ESRCH");
    expect(folder()).toBeUndefined();
  });

  it("trains to the bits of the simulation while its parties are killed", { tags: ["long"] }, async () => {
    const line = ["--clients", "20", "--rounds", "2", "--seed", "5", "--window-seconds", "60"];
    const { status, stdout, stderr } = await place.run(...TRAINING, ...line, ...KILLED);
    expect([status, stderr]).toEqual([0, ""]);
    const { rounds, warning, guarantee, accuracy, ...rest } = JSON.parse(stdout) as TrainingReport;
    expect(rest).toMatchObject({ task: "training", seed: 5, clients: 20, weightsEqualSimulation: true });
    expect(rounds).toMatchObject([
      { round: 1, reports: 20, dummies: 2 },
      { round: 2, reports: 20, dummies: 2 },
    ]);
    expect(new Set(rounds.map(({ weights }) => weights)).size).toBe(2);
    expect(accuracy).toBeGreaterThan(0);
    expect(warning).toMatch(/^Seeded: not private/);
    expect(guarantee).toMatchObject({ status: "proven", side: "upper", adjacency: "replace-one" });
  });

  it("refuses a folder to keep that holds something", async () => {
    const { status, stderr } = await place.run(...SURVEY, "--keep", "kept");
    expect([status, stderr]).toEqual([
      2,
      "croupier-server: --keep: kept must be a new or empty folder, is not\n",
    ]);
  });
});

describe("croupier-server federation --store postgres:", { tags: ["slow"], timeout: 240_000 }, () => {
  let place: Workplace;
  let postgres: TestPostgres;
  beforeAll(async () => {
    place = workplace();
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    place?.remove();
  });

  it("plays the same on PostgreSQL", async () => {
    const store = await postgres.database("federation");
    const line = [
      "--clients",
      "20",
      "--rounds",
      "1",
      "--processes",
      "1",
      "--store",
      store,
      "--window-seconds",
      "60",
    ];
    const { status, stdout, stderr } = await place.run(...SURVEY, ...line);
    expect([status, stderr]).toEqual([0, ""]);
    const { rounds } = JSON.parse(stdout) as Report;
    expect(rounds).toMatchObject([{ round: 1, reports: 20, dummies: 20, invalid: [0] }]);
  });
});
