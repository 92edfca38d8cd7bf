/**
 * Two shufflers over three PostgreSQL servers, and over a primary with a standby: shufflers, databases and
 * the primary are killed at random moments of rounds, and nothing acknowledged is lost or counted twice.
 * CROUPIER_KILLS says in how many rounds of each; 20 take half an hour. Without it one round over three
 * servers.
 */

import { randomInt } from "node:crypto";
import { copyFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePorts } from "../../apps/server/_internal/federation/free-ports.js";
import { startPostgres, type TestPostgres } from "./_internal/postgres.js";
import { exactDraft, type RunningServer, type Workplace, workplace } from "./_internal/running-server.js";
import { startTcpProxy, type TcpProxy } from "./_internal/tcp-proxy.js";

const KILLS = Number(process.env.CROUPIER_KILLS ?? 1);
const ROUNDS = Array.from({ length: KILLS }, (_, index) => index + 1);
const CLIENTS = 100;
const WINDOW_SECONDS = 25;
/** What all rounds of the file counted together. */
const counted = {
  rounds: 0,
  shufflers: 0,
  databases: 0,
  primaries: 0,
  acknowledged: 0,
  reports: 0,
  clients: 0,
};
const TOO_LATE = /round \d+ is cancelled: .* 0 reports were acknowledged/;

/** Two shufflers behind one address, and their analyzer. */
interface Parties {
  /** Kills one of the shufflers, and starts it again. */
  killShuffler(which: number): Promise<void>;
  /** Lets clients take part in a round, does something meanwhile, and looks at the result. */
  round(meanwhile: () => Promise<void>): Promise<void>;
  end(): Promise<void>;
}

async function startParties(store: string): Promise<Parties> {
  const [shuffling, analyzing] = [workplace(), workplace()] as const;
  const ports = [await freePorts(), await freePorts()];
  const [open, inner] = [
    await startTcpProxy(ports),
    await startTcpProxy(ports.map((port) => port + 1)),
  ] as const;
  await makeStudy(shuffling, open.url);
  for (const name of ["signed.json", "analyzer.key"])
    copyFileSync(shuffling.file(name), analyzing.file(name));
  const line = ["--study", "signed.json", "--key", "shuffler.key", "--token", "token", "--store", store];
  const launch = (port: number): RunningServer => shuffling.launch(port, "shuffler", ...line);
  // One after the other: the first makes the token.
  const shufflers: RunningServer[] = [];
  for (const port of ports) {
    const shuffler = launch(port);
    shufflers.push(shuffler);
    await shuffler.answers();
  }
  copyFileSync(shuffling.file("token"), analyzing.file("token"));
  const analyzer = await analyzing.serve(
    await freePorts(),
    ...["analyzer", "--study", "signed.json", "--key", "analyzer.key", "--token", "token"],
    ...["--shuffler", inner.url, "--store", "sqlite:analyzer.db"],
  );
  return {
    async killShuffler(which) {
      counted.shufflers += 1;
      await shufflers[which]!.end("SIGKILL");
      shufflers[which] = launch(ports[which]!);
    },
    round: (meanwhile) => playRound(shuffling, open, meanwhile),
    async end() {
      await Promise.all([analyzer, ...shufflers].map((each) => each.end("SIGKILL")));
      for (const each of [open, inner]) each.close();
      for (const place of [shuffling, analyzing]) place.remove();
    },
  };
}

async function makeStudy(place: Workplace, url: string): Promise<void> {
  const done = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await place.run(...args);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.trim();
  };
  const names = ["owner", "shuffler", "analyzer"];
  const [, shuffler, analyzer] = await Promise.all(names.map((name) => done("study", "key", `${name}.key`)));
  const rounds = 4 * KILLS;
  const budget = { epsilon: 100 * rounds, delta: 1e-6 };
  exactDraft(place, { admission: "open", windowSeconds: WINDOW_SECONDS, delaySeconds: 5, rounds, budget });
  const parties = ["--owner", "owner.key", "--shuffler", shuffler!, "--analyzer", analyzer!];
  await done("study", "new", "study.json", ...parties, "--url", url, "--out", "whole.json");
  await done("study", "sign", "whole.json", "--key", "owner.key", "--out", "signed.json");
}

async function playRound(place: Workplace, open: TcpProxy, meanwhile: () => Promise<void>): Promise<void> {
  const attempt = async () => {
    const simulation = place.run("simulate", String(CLIENTS), "--url", open.url, "--json");
    await meanwhile();
    return simulation;
  };
  let ended = await attempt();
  // On a busy machine all clients may come too late: then nothing was acknowledged.
  while (TOO_LATE.test(ended.stderr)) ended = await attempt();
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
  const { acknowledged, reports, invalid, estimates } = JSON.parse(ended.stdout);
  expect(acknowledged).toBeGreaterThan(0);
  // A client may be cut off after its report is in, before it hears of it.
  expect(reports).toBeGreaterThanOrEqual(acknowledged);
  expect(reports).toBeLessThanOrEqual(CLIENTS);
  expect(invalid).toEqual([0]);
  counted.rounds += 1;
  counted.acknowledged += acknowledged;
  counted.reports += reports;
  counted.clients += CLIENTS;
  for (const { estimate, truth } of reports === CLIENTS ? estimates : [])
    expect(estimate).toBeCloseTo(truth, 9);
}

const moment = (): Promise<void> => sleep(randomInt(1000 * WINDOW_SECONDS));

afterAll(() => process.stdout.write(`${JSON.stringify(counted)}\n`));

describe("two shufflers over three servers", { tags: ["slow"], timeout: 600_000 }, () => {
  const servers: TestPostgres[] = [];
  let parties: Parties;
  beforeAll(async () => {
    const urls: string[] = [];
    for (let count = 0; count < 3; count++) {
      const server = await startPostgres();
      servers.push(server);
      urls.push(await server.database("survey"));
    }
    parties = await startParties(urls.join(","));
  }, 240_000);
  afterAll(async () => {
    await parties?.end();
    for (const server of servers) await server.stop();
  });

  it.each(ROUNDS)("round %i: counts what was acknowledged, once, with shufflers and a database killed", () =>
    parties.round(async () => {
      const which = randomInt(2);
      const kills = [
        () => parties.killShuffler(which),
        () => parties.killShuffler(1 - which),
        () => {
          counted.databases += 1;
          return servers[randomInt(3)]!.crash();
        },
      ];
      await Promise.all(
        kills.map(async (kill) => {
          await moment();
          await kill();
        }),
      );
    }),
  );
});

describe.skipIf(process.env.CROUPIER_KILLS === undefined)(
  "two shufflers over a primary with a standby",
  { tags: ["slow"], timeout: 600_000 },
  () => {
    let primary: TestPostgres;
    let standby: TestPostgres;
    let proxy: TcpProxy;
    let parties: Parties;
    beforeAll(async () => {
      primary = await startPostgres();
      const url = new URL(await primary.database("survey"));
      standby = await primary.standby();
      proxy = await startTcpProxy([primary.port]);
      url.port = String(proxy.port);
      parties = await startParties(url.href);
    }, 240_000);
    afterAll(async () => {
      await parties?.end();
      proxy?.close();
      await standby?.stop();
      await primary?.stop();
    });

    it.each(ROUNDS)(
      "round %i: counts what was acknowledged, once, after its primary was killed",
      async () => {
        await parties.round(async () => {
          await moment();
          counted.primaries += 1;
          await primary.kill();
          await standby.promote();
          proxy.targets = [standby.port];
        });
        await primary.stop();
        primary = standby;
        standby = await primary.standby();
      },
    );
  },
);
