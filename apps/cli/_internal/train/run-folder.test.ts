import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MechanismEvent } from "../../../../src/privacy/mechanism-event.js";
import { decodeCheckpoint } from "../../../../src/training/checkpoint/decode-checkpoint.js";
import { PRESETS } from "../../../../src/training/config/presets.js";
import { readTrainConfig } from "../../../../src/training/config/read-train-config.js";
import { examplesFrom } from "../../../../src/training/data/examples-from.js";
import type { TrainOutcome } from "../../../../src/training/loop/train.js";
import { startingState, type TrainingState } from "../../../../src/training/loop/training-state.js";
import { modelOf } from "../../../../src/training/models/model-name.js";
import { protocolOf, type SettledConfig } from "../../../../src/training/options/protocol-of.js";
import { decodeSafetensors } from "../../../../src/training/safetensors/decode-safetensors.js";
import { summarize } from "../../../shared/train/train-summary.js";
import { keepRecords } from "./keep-records.js";
import type { Run } from "./open-run.js";
import { RunFolder } from "./run-folder.js";

/**
 * Counts what changes the disk, and once it has come to its end throws at everything: nothing is cleaned up
 * after a kill.
 */
const disk = vi.hoisted(() => ({ left: Infinity, changes: 0, beforeNext: () => {} }));

vi.mock("node:fs", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs")>();
  const changing = ["openSync", "writeSync", "renameSync", "mkdirSync", "rmdirSync", "rmSync"];
  const killed = Object.fromEntries(
    changing.map((name) => [
      name,
      (...args: unknown[]) => {
        disk.beforeNext();
        if (args[1] !== "r" && disk.changes++ >= disk.left) throw new Error("killed");
        return (original as unknown as Record<string, (...args: unknown[]) => unknown>)[name]!(...args);
      },
    ]),
  );
  const instant = { fsyncSync: () => {} };
  return { ...original, ...killed, ...instant, default: original };
});

const root = fs.mkdtempSync(join(tmpdir(), "croupier-folder-"));
afterAll(() => fs.rmSync(root, { recursive: true }));
let path = root;
beforeEach(() => {
  path = join(fs.mkdtempSync(join(root, "case-")), "run");
});
afterEach(() => {
  disk.left = Infinity;
  disk.beforeNext = () => {};
});

const EXAMPLES = 200;
const DATA = examplesFrom(
  Array.from({ length: EXAMPLES }, () => [0]),
  new Uint8Array(EXAMPLES),
);
const config = readTrainConfig({ ...PRESETS["mnist-central"], rounds: 30 });
const event: MechanismEvent = protocolOf(config as SettledConfig, EXAMPLES).describeEvent()!;
const model = modelOf("mnist-cnn");
const FIRST = startingState(new Float32Array(13_706), EXAMPLES);

function stateAt(round: number, from = FIRST): TrainingState {
  const record = { round, accuracy: 0.5, loss: 1.2, spent: [] };
  const weights = from.weights.map(() => round);
  return {
    ...from,
    round,
    weights,
    average: weights,
    memory: [weights],
    ledger: { kind: "repeat", times: round, of: event },
    history: [...from.history, record],
  };
}

function outcomeOf(state: TrainingState): TrainOutcome {
  const spent = { guarantees: [], notApplicable: [] };
  const settled = config as SettledConfig;
  return {
    config: settled,
    model,
    state,
    weights: state.weights,
    seeded: false,
    event: state.ledger,
    spent,
  };
}

/** A run's records from its start to its end, without the training; `from` is where it goes on. */
async function record(run: Run, from: TrainingState): Promise<void> {
  const { onStart, onEvaluation, onDivergence, finish, stop } = keepRecords(run);
  await onStart({ config: config as SettledConfig, from, lastRound: 30, expectedBatch: 10 });
  stop();
  let state = from;
  for (const round of [5, 10]) {
    state = stateAt(from.round + round, state);
    await onEvaluation(state);
  }
  await onDivergence({ ...state, ledger: { kind: "repeat", times: state.round + 3, of: event } });
  const outcome = outcomeOf(state);
  const summary = summarize({
    preset: "mnist-central",
    runDirectory: path,
    config,
    outcome,
    interrupted: false,
    task: { data: { train: DATA, test: DATA, source: "none" }, measure: () => ({ scores: {} }) },
    results: { scores: {} },
    command: "croupier train",
    version: "0",
    machine: { processor: "none", cores: 1, threads: 1, node: "v0" },
    seconds: 1,
  });
  await finish(outcome, summary);
}

/** The most rounds that any file of a folder tells of. */
async function roundsTold(): Promise<number> {
  const read = (name: string) =>
    fs.existsSync(join(path, name)) ? fs.readFileSync(join(path, name)) : undefined;
  const told = [0];
  const checkpoint = read("checkpoint.safetensors");
  if (checkpoint) told.push((await decodeCheckpoint(checkpoint, "checkpoint")).state.round);
  for (const line of read("metrics.jsonl")?.toString().trim().split("\n") ?? []) {
    if (line !== "") told.push(JSON.parse(line).round);
  }
  const weights = read("weights.safetensors");
  if (weights) told.push(decodeSafetensors(weights, "weights").tensors[0]!.values[0]!);
  const report = read("report.html")?.toString();
  const rounds = report === undefined ? 0 : /protocol, (\d+) of/.exec(report)![1];
  told.push(Number(rounds));
  return Math.max(...told);
}

function roundsCharged(): number {
  const ledger = join(path, "ledger.json");
  if (!fs.existsSync(ledger)) return 0;
  const { times = 0 } = JSON.parse(fs.readFileSync(ledger, "utf8"));
  return times;
}

describe("a run that is killed at any change of the disk", () => {
  beforeEach(() => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
  });
  afterEach(() => vi.restoreAllMocks());

  async function changesOf(act: () => Promise<unknown>): Promise<number> {
    disk.changes = 0;
    await act();
    return disk.changes;
  }

  async function killedAfter(changes: number, act: () => Promise<unknown>): Promise<void> {
    disk.changes = 0;
    disk.left = changes;
    await expect(act()).rejects.toThrow("killed");
    disk.left = Infinity;
  }

  it("has a ledger that covers whatever its files tell, and goes on from there", {
    tags: ["slow"],
  }, async () => {
    const fresh = () => record({ name: "r", config, folder: new RunFolder(path) }, FIRST);
    const changes = await changesOf(fresh);
    expect(roundsCharged()).toBe(10);
    expect(await roundsTold()).toBe(10);
    expect(changes).toBeGreaterThan(40);
    for (let kill = 0; kill < changes; kill++) {
      path = join(fs.mkdtempSync(join(root, "kill-")), "run");
      await killedAfter(kill, fresh);
      expect(roundsCharged(), `kill ${kill}`).toBeGreaterThanOrEqual(await roundsTold());
      releaseAll();
      const folder = new RunFolder(path);
      if (!folder.hasCheckpoint) continue;
      const { state } = await folder.resume();
      expect(state.round, `kill ${kill}`).toBe(await roundsTold());
      expect(fs.readdirSync(path).filter((name) => name.endsWith(".partial"))).toEqual([]);
      folder.close();
    }
  });
});

it("a run that diverges leaves a folder that is charged for the rounds that led there", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const hooks = keepRecords({ name: "r", config, folder: new RunFolder(path) });
  await hooks.onStart({ config: config as SettledConfig, from: FIRST, lastRound: 30, expectedBatch: 10 });
  hooks.stop();
  const evaluated = stateAt(5);
  await hooks.onEvaluation(evaluated);
  expect(roundsCharged()).toBe(5);
  await hooks.onDivergence({
    ...evaluated,
    ledger: { kind: "repeat", times: evaluated.round + 3, of: event },
  });
  expect(roundsCharged()).toBe(8);
  releaseAll();
  const folder = new RunFolder(path);
  const { state } = await folder.resume();
  expect(state.ledger).toEqual({ kind: "repeat", times: 8, of: event });
  folder.close();
  vi.restoreAllMocks();
});

/** Locks of a process that was killed in earnest would be those of a process that is gone. */
function releaseAll(): void {
  fs.rmSync(join(path, "lock"), { force: true });
}

describe("a run's folder", () => {
  const checkpoint = { name: "r", config, state: FIRST };
  const opened = async (): Promise<RunFolder> => {
    const folder = new RunFolder(path);
    await folder.open();
    return folder;
  };

  it("goes away with a start that fails, unless it was there before", async () => {
    (await opened()).close();
    expect(fs.existsSync(path)).toBe(false);
    fs.mkdirSync(path);
    (await opened()).close();
    expect(fs.existsSync(path)).toBe(true);
  });

  it("says to resume only what can be resumed", async () => {
    fs.mkdirSync(path);
    fs.writeFileSync(join(path, "config.json"), "{}");
    expect(() => new RunFolder(path).checkUnused()).toThrow(/is in use; choose another folder$/);
    fs.writeFileSync(join(path, "checkpoint.safetensors"), "");
    expect(() => new RunFolder(path).checkUnused()).toThrow(
      /is in use; choose another folder, or --resume it$/,
    );
  });

  it("takes a folder with an abandoned lock alone for empty", { tags: ["slow"] }, async () => {
    fs.mkdirSync(path);
    fs.writeFileSync(join(path, "lock"), "");
    fs.utimesSync(join(path, "lock"), 1, 1);
    const folder = await opened();
    await folder.save(checkpoint);
    folder.close();
    expect(folder.hasCheckpoint).toBe(true);
  });

  it("does not write through links, and leaves what they point to", async () => {
    const precious = join(root, "precious");
    fs.writeFileSync(precious, "thesis");
    const first = await opened();
    await first.save(checkpoint);
    first.close();
    const names = ["ledger.json", "metrics.jsonl", "config.json"];
    for (const name of names) {
      fs.rmSync(join(path, name), { force: true });
      fs.symlinkSync(precious, join(path, name));
    }
    const folder = new RunFolder(path);
    await folder.resume();
    await folder.save({ ...checkpoint, state: stateAt(5) });
    folder.write("config.json", "{}");
    folder.close();
    expect(fs.readFileSync(precious, "utf8")).toBe("thesis");
    for (const name of names) expect(fs.lstatSync(join(path, name)).isFile()).toBe(true);
  });

  it("writes nothing more once another process has taken it over", async () => {
    const folder = await opened();
    await folder.save(checkpoint);
    fs.writeFileSync(join(path, "lock"), "");
    const before = fs.readFileSync(join(path, "ledger.json"), "utf8");
    await expect(folder.save({ ...checkpoint, state: stateAt(5) })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
    expect(fs.readFileSync(join(path, "ledger.json"), "utf8")).toBe(before);
    folder.close();
    expect(fs.existsSync(join(path, "lock"))).toBe(true);
  });

  it("is told as gone where it goes between a look at its lock and a file", async () => {
    const folder = await opened();
    disk.beforeNext = () => {
      if (fs.existsSync(path)) fs.renameSync(path, `${path}-elsewhere`);
    };
    expect(() => folder.write("ledger.json", "{}")).toThrow(/run was deleted or moved while this run was at/);
    folder.close();
  });

  it.each([
    ["missing", () => {}],
    ["a folder", (file: string) => fs.mkdirSync(file)],
    ["a device", (file: string) => fs.symlinkSync("/dev/zero", file)],
    ["a link to itself", (file: string) => fs.symlinkSync(file, file)],
  ])("has no checkpoint to read where it is %s, and is left as it is", async (_what, make) => {
    fs.mkdirSync(path);
    make(join(path, "checkpoint.safetensors"));
    const before = fs.readdirSync(path);
    await expect(new RunFolder(path).resume()).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    expect(fs.readdirSync(path)).toEqual(before);
  });

  it("is let go where its checkpoint is torn", async () => {
    fs.mkdirSync(path);
    fs.writeFileSync(join(path, "checkpoint.safetensors"), "torn");
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(new RunFolder(path).resume()).rejects.toMatchObject({ code: "DATA_UNREADABLE" });
    }
    expect(fs.readdirSync(path)).toEqual(["checkpoint.safetensors"]);
  });

  it.each(["/proc/none/run", "", "/dev/null/run"])("cannot be %j", async (place) => {
    const folder = new RunFolder(place);
    await expect(folder.open()).rejects.toMatchObject({ code: "BAD_INPUT" });
    folder.close();
  });
});
