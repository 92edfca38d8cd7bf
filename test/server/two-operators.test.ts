/** Shuffler and analyzer as two processes, each in a folder of its own, as docs/deployment.md tells. */

import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePorts } from "../../apps/server/_internal/federation/free-ports.js";
import { exactDraft, type RunningServer, type Workplace, workplace } from "./_internal/running-server.js";

const CLIENTS = 90;

describe("two operators", { tags: ["slow"], timeout: 240_000 }, () => {
  const [owner, shuffling, analyzing] = [workplace(), workplace(), workplace()];
  const analyzerLine = () => [
    ...["analyzer", "--study", "signed.json", "--key", "analyzer.key", "--token", "token"],
    ...["--shuffler", shuffler.privateUrl, "--store", "sqlite:analyzer.db"],
  ];
  let shuffler: RunningServer;
  let analyzer: RunningServer;
  let analyzerPort: number;
  let study: string;

  async function done(place: Workplace, ...args: string[]): Promise<string> {
    const { status, stdout, stderr } = await place.run(...args);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout.trim();
  }

  beforeAll(async () => {
    const port = await freePorts();
    analyzerPort = await freePorts();
    await done(owner, "study", "key", "owner.key");
    const keys = [
      await done(shuffling, "study", "key", "shuffler.key"),
      await done(analyzing, "study", "key", "analyzer.key"),
    ] as const;
    exactDraft(owner, {
      cap: CLIENTS,
      windowSeconds: 60,
      delaySeconds: 2,
      budget: { epsilon: 1000, delta: 1e-6 },
    });
    const parties = ["--owner", "owner.key", "--shuffler", keys[0], "--analyzer", keys[1]];
    const at = ["--url", `http://127.0.0.1:${port}`, "--out", "whole.json"];
    await done(owner, "study", "new", "study.json", ...parties, ...at);
    await done(owner, "study", "sign", "whole.json", "--key", "owner.key", "--out", "signed.json");
    for (const place of [shuffling, analyzing])
      copyFileSync(owner.file("signed.json"), place.file("signed.json"));
    const line = ["--study", "signed.json", "--key", "shuffler.key", "--token", "token"];
    shuffler = await shuffling.serve(port, "shuffler", ...line, "--store", "sqlite:shuffler.db");
    copyFileSync(shuffling.file("token"), analyzing.file("token"));
    analyzer = await analyzing.serve(analyzerPort, ...analyzerLine());
    const { studies } = (await (await fetch(`${shuffler.url}/v1/studies`)).json()) as { studies: string[] };
    study = studies[0]!;
  });
  afterAll(async () => {
    await Promise.all([analyzer?.end("SIGKILL"), shuffler?.end("SIGKILL")]);
    for (const place of [owner, shuffling, analyzing]) place.remove();
  });

  it("take a round of credentials from clients to an exact result", async () => {
    const at = ["--url", shuffler.privateUrl, "--token", "token", "--out", "credentials.txt"];
    await done(shuffling, "study", "enrol", String(CLIENTS), "--study", study, ...at);
    copyFileSync(shuffling.file("credentials.txt"), owner.file("credentials.txt"));
    const line = ["simulate", String(CLIENTS), "--url", shuffler.url, "--credentials", "credentials.txt"];
    const { status, stdout, stderr } = await owner.run(...line, "--json");
    expect([status, stderr]).toEqual([0, ""]);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ acknowledged: CLIENTS, reports: CLIENTS, dummies: 0, invalid: [0] });
    for (const { estimate, truth } of answer.estimates) expect(estimate).toBeCloseTo(truth, 9);
    expect(Object.keys(answer.figures).sort()).toEqual(["dummiesOnly", "full", "local", "plain"]);
  });

  it("hold each its own: no key of the other, no row at the analyzer, no ledger key at the shuffler", () => {
    const names = (place: Workplace) => readdirSync(place.folder).filter((name) => name !== "state");
    expect(names(shuffling).filter((name) => /analyzer|master|ledger/.test(name))).toEqual([]);
    expect(names(analyzing).filter((name) => /shuffler|round|credentials/.test(name))).toEqual([]);
    expect(existsSync(analyzing.file("analyzer.db-keys-masters"))).toBe(true);
    const ledger = readFileSync(analyzing.file("analyzer.db-ledger"));
    const [credential] = readFileSync(owner.file("credentials.txt"), "utf8").split("\n");
    expect(ledger.includes(Buffer.from(credential!, "hex"))).toBe(false);
  });

  it("refuse a second analyzer on the ledger, and a rotation while one runs", {
    tags: ["long"],
  }, async () => {
    const refused = { status: 1, stderr: expect.stringContaining("another analyzer runs on") };
    const second = [...analyzerLine(), "--port", String(await freePorts())];
    expect(await analyzing.run(...second)).toMatchObject(refused);
    const rotate = ["ledger", "rotate", "--store", "sqlite:analyzer.db"];
    expect(await analyzing.run(...rotate)).toMatchObject(refused);
    await analyzer.end("SIGKILL");
    await done(analyzing, ...rotate);
    analyzer = await analyzing.serve(analyzerPort, ...analyzerLine());
  });

  it("end in good order, and the ledgers at both agree", async () => {
    const entries = async () => {
      const metrics = await (await fetch(`${analyzer.url}/metrics`)).text();
      return [...metrics.matchAll(/^croupier_ledger_entries\{at="(?:analyzer|shuffler)"\} (\d+)$/gm)].map(
        ([, count]) => Number(count),
      );
    };
    // Round 1: its opening, its batch and its publication; round 2 may be there.
    await expect
      .poll(
        async () => {
          const [one, other, ...more] = await entries();
          return more.length === 0 && one === other && one! >= 3;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    const ended = await Promise.all([analyzer.end("SIGTERM"), shuffler.end("SIGTERM")]);
    expect(ended.map(({ status }) => status)).toEqual([0, 0]);
  });
});
