import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "./_internal/run-cli.js";
import { signalAfter } from "./_internal/signal-after.js";
import { writeTinyMnist } from "./_internal/tiny-mnist.js";

const root = mkdtempSync(join(tmpdir(), "croupier-train-folder-"));
const at = (name: string): string => join(root, name);
const data = at("data");
beforeAll(() => writeTinyMnist(data));
afterAll(() => rmSync(root, { recursive: true }));

const line = (out: string, rounds = 100_000, ...more: string[]): string[] => [
  ...[
    "train",
    "--preset",
    "mnist-central",
    "--data",
    data,
    "--threads",
    "1",
    "--seed",
    "4",
    "--out",
    at(out),
  ],
  ...["--sampling-rate", "0.1", "--evaluate-every", "5", "--rounds", String(rounds), ...more],
];

describe("the folder of a run", () => {
  it.each([
    ["is moved", "moved", "moved was deleted or moved while this run was at work in it; start it again"],
    [
      "loses its lock",
      "deleted/lock",
      "deleted: its file lock was deleted or moved while this run was at work",
    ],
  ])("that %s midway is told as such", async (_what, path, told) => {
    const { status, stderr } = await runCli(line(path.split("/")[0]!), (child) => {
      child.stderr!.on("data", (text) => {
        if (String(text).includes("round 5/")) renameSync(at(path), at("elsewhere"));
      });
    });
    expect(stderr).toContain(told);
    expect(stderr).not.toContain("another process");
    expect(status).toBe(4);
    rmSync(at("elsewhere"), { recursive: true });
  });

  it("remembers where its data are", async () => {
    const stopped = await runCli(line("kept", 100_000, "--json"), signalAfter("round 5/", ["SIGINT"]));
    expect(stopped.status).toBe(130);
    expect(JSON.parse(readFileSync(join(at("kept"), "model.json"), "utf8")).data).toBe(data);
    const resume = ["train", "--resume", at("kept"), "--threads", "1", "--json"];
    const resumed = await runCli(resume, signalAfter("round ", ["SIGINT"]));
    expect(resumed.status, resumed.stderr).toBe(130);
    renameSync(data, at("elsewhere"));
    try {
      const lost = await runCli(resume);
      expect(lost.stderr).toBe(
        `croupier: --resume ${at("kept")}: its data, ${data}, are gone; --data must be given where the run's own data have moved\n`,
      );
      expect(lost.status).toBe(4);
      const moved = await runCli([...resume, "--data", at("elsewhere")], signalAfter("round ", ["SIGINT"]));
      expect(moved.status).toBe(130);
      expect(JSON.parse(readFileSync(join(at("kept"), "model.json"), "utf8")).data).toBe(at("elsewhere"));
    } finally {
      renameSync(at("elsewhere"), data);
    }
  });

  it("may have a name that a terminal would obey, and it is spelled out wherever it is shown", {
    tags: ["long"],
  }, async () => {
    const name = "red\u001b[31m\u009b2J";
    const told = await runCli(line(name, 5));
    expect(told.status).toBe(0);
    const audited = await runCli(["audit", "--run", at(name), "--trials", "20"]);
    const json = await runCli(["audit", "--run", at(name), "--trials", "20", "--json"]);
    for (const { stdout, stderr } of [told, audited, json]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u0080-\u009f]/);
      expect(stdout.replace(/\s+/g, "")).toContain("red\\u001b[31m\\u009b2J");
    }
    expect(JSON.parse(json.stdout).run.folder).toBe(at(name));
  });
});

describe("a run that is told to stop", () => {
  it("ends with its state at the first signal, and at the second at once", async () => {
    const first = await runCli(line("once", 100_000, "--json"), signalAfter("round 5/", ["SIGTERM"]));
    expect(first.status).toBe(143);
    expect(JSON.parse(first.stdout).ended).toBe("interrupted");
    const twice = await runCli(
      line("twice", 100_000, "--json"),
      signalAfter("round 5/", ["SIGTERM", "SIGTERM"]),
    );
    expect(twice.status).toBe(143);
  });
});
