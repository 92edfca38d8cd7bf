import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeSafetensors } from "croupier-dp/safetensors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runBuilt } from "./_internal/run-built.js";
import { runCli } from "./_internal/run-cli.js";
import { SHORT_RUN } from "./_internal/short-run.js";
import { writeTinyTexts } from "./_internal/tiny-texts.js";

const root = mkdtempSync(join(tmpdir(), "croupier-fine-tuning-"));
const at = (...names: string[]): string => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true }));

const MAILS = ["--preset", "spam-bert", "--sequence-length", "24", "--data", at("mails")];
const LETTERS = ["--preset", "text-gpt", "--sequence-length", "24", "--data", at("letters.txt")];

const train = (out: string, flags: readonly string[]) =>
  runBuilt(["train", ...flags, "--evaluate-every", "4", "--seed", "5", "--json", "--out", at(out)]);

const file = (run: string, name: string): Buffer => readFileSync(at(run, name));

beforeAll(async () => {
  writeTinyTexts(root);
  for (const [out, flags] of [
    ["mails-base", MAILS],
    ["letters-base", LETTERS],
  ] as const) {
    const { status, stderr } = await runBuilt(["train", ...flags, ...SHORT_RUN, "--out", at(out)]);
    expect(status, stderr).toBe(0);
  }
});

describe("fine-tuning", { tags: ["long"], timeout: 300_000 }, () => {
  it.each([
    ["adapters of an encoder", "mails", MAILS, ["--train", "lora", "--lora-rank", "2"]],
    ["an encoder's head", "mails", MAILS, ["--train", "head"]],
    ["adapters of a language model", "letters", LETTERS, ["--train", "lora", "--lora-rank", "2"]],
  ])("of %s ends in the same bits on 1 and 2 threads, and across a stop", async (what, data, setup, part) => {
    const flags = [...setup, ...part, "--init", at(`${data}-base`, "weights.safetensors"), "--rounds", "12"];
    const [whole, two, stopped] = ["whole", "two", "stopped"].map((name) => `${name}-${what}`) as [
      string,
      string,
      string,
    ];
    expect((await train(whole, [...flags, "--threads", "1"])).status).toBe(0);
    expect((await train(two, [...flags, "--threads", "2"])).status).toBe(0);
    const halted = await runCli(
      [
        "train",
        ...flags,
        ...["--evaluate-every", "4", "--seed", "5", "--threads", "2", "--out", at(stopped)],
      ],
      (child) => {
        child.stderr?.on("data", (text) => String(text).includes("round 4/") && child.kill("SIGINT"));
      },
    );
    expect(halted.status).toBe(130);
    const frozen = file(whole, "frozen.safetensors");
    expect(file(stopped, "frozen.safetensors")).toEqual(frozen);
    const source = setup[setup.indexOf("--data") + 1]!;
    const resume = ["train", "--resume", at(stopped), "--data", source, "--threads", "1", "--json"];
    const resumed = await runBuilt(resume);
    expect(resumed.status, resumed.stderr).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ rounds: 12, ended: "all rounds" });
    for (const name of ["weights.safetensors", "frozen.safetensors", "ledger.json"]) {
      expect(file(two, name).equals(file(whole, name)), `two threads: ${name}`).toBe(true);
      expect(file(stopped, name).equals(file(whole, name)), `after a stop: ${name}`).toBe(true);
    }
    // With the optimizer's memory; the stopped run was evaluated once more.
    const state = (run: string) => decodeSafetensors(file(run, "checkpoint.safetensors"), run).tensors;
    expect(state(whole).length).toBeGreaterThan(2);
    expect(state(stopped)).toEqual(state(whole));
  });
});
