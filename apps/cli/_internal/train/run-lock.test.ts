import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { thisProcess } from "./process-identity.js";
import { lockFolder } from "./run-lock.js";

const root = mkdtempSync(join(tmpdir(), "croupier-lock-"));
const folder = join(root, "run");
const lock = join(folder, "lock");
mkdirSync(folder);
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => rmSync(lock, { force: true }));

const HERE = { ...thisProcess(), id: "another" };
const GONE = spawnSync("true").pid;
const IN_USE = /another process is at work in it/;

function heldBy(holder: unknown, secondsAgo = 0): void {
  writeFileSync(lock, typeof holder === "string" ? holder : JSON.stringify(holder));
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(lock, time, time);
}

it("holds a folder until it is let go, and leaves nothing behind", async () => {
  const { check, release } = await lockFolder(folder);
  expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject(thisProcess());
  expect(check).not.toThrow();
  await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

describe("a folder is refused, and left as it is, whose process", () => {
  const OTHER_CONTAINER = { ...HERE, space: "another list of processes" };
  it.each([
    ["runs, however long it has been silent", { ...HERE, ...processOf(process.ppid) }, 1e6],
    ["has this one's number in another container", OTHER_CONTAINER, 50],
    ["is gone from here, but belongs to another container", { ...OTHER_CONTAINER, pid: GONE }, 50],
    ["is on another machine", { ...HERE, host: "elsewhere" }, 50],
    ["has not said yet who it is", "", 50],
    ["says nothing of use", '{"pid":1}', 50],
  ])("%s", { tags: ["slow"] }, async (_how, holder, silence) => {
    heldBy(holder, silence);
    const before = readFileSync(lock, "utf8");
    await expect(lockFolder(folder)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringMatching(IN_USE),
    });
    expect(readFileSync(lock, "utf8")).toBe(before);
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  it("may come back after a few seconds", async () => {
    heldBy({ ...HERE, host: "elsewhere", pid: 34 }, 20);
    await expect(lockFolder(folder)).rejects.toThrow(
      /\(process 34 on elsewhere\); wait for its end, or try again in (39|40|41) s if it is gone/,
    );
  });
});

describe("a lock is replaced whose process", () => {
  it.each([
    ["is gone", { ...HERE, pid: GONE }, 0],
    ["had this one's number", { ...HERE, started: "long ago" }, 0],
    ["had the number of one that runs", { ...HERE, ...processOf(process.ppid), started: "long ago" }, 0],
    ["has been silent for a minute in another container", { ...HERE, space: "another" }, 61],
    ["has been silent for a minute elsewhere", { ...HERE, host: "elsewhere" }, 61],
    ["found the disk full, a minute ago", "", 61],
  ])("%s", { tags: ["slow"] }, async (_how, holder, silence) => {
    heldBy(holder, silence);
    const { check, release } = await lockFolder(folder);
    expect(check).not.toThrow();
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("has ended, but nobody asked how", { tags: ["slow"] }, async () => {
    const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 30"]);
    const [pid] = (await once(parent.stdout, "data")).map(Number) as [number];
    await vi.waitUntil(() => / Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")), { timeout: 10_000 });
    heldBy({ ...HERE, ...processOf(pid) });
    (await lockFolder(folder)).release();
    parent.kill();
  });

  it("is gone, by one of several processes", { tags: ["slow"] }, async () => {
    heldBy({ ...HERE, pid: GONE });
    const attempts = await Promise.allSettled([1, 2, 3].map(() => lockFolder(folder)));
    const locks = attempts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(locks).toHaveLength(1);
    expect(locks[0]!.check).not.toThrow();
    locks[0]!.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

afterEach(() => void vi.useRealTimers());

it("gives signs of life that another process can see", async () => {
  vi.useFakeTimers();
  const { release } = await lockFolder(folder);
  const long = Date.now() / 1000 - 100;
  utimesSync(lock, long, long);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject(thisProcess());
  const silence = Date.now() - statSync(lock).mtimeMs;
  expect(silence).toBeLessThan(50_000);
  release();
});

it("is found lost at the next check, and then left to whoever has it", async () => {
  const { check, release } = await lockFolder(folder);
  heldBy({ ...HERE, host: "elsewhere" });
  const before = readFileSync(lock, "utf8");
  expect(check).toThrow(IN_USE);
  expect(check).toThrow(/it took over after this one had stood still/);
  release();
  expect(readFileSync(lock, "utf8")).toBe(before);
});

it("that nobody holds is not taken for another process's", async () => {
  const { check, release } = await lockFolder(folder);
  rmSync(lock);
  expect(check).toThrow(/its file lock was deleted or moved while this run was at work in it/);
  rmdirSync(folder);
  expect(check).toThrow(/run was deleted or moved while this run was at work in it/);
  release();
  expect(existsSync(folder)).toBe(false);
  mkdirSync(folder);
});

it("does not read or write through a link, and does not take a folder for a lock", async () => {
  const precious = join(root, "precious");
  writeFileSync(precious, "thesis");
  symlinkSync(precious, lock);
  await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
  rmSync(lock);
  mkdirSync(lock);
  utimesSync(lock, 1, 1);
  await expect(lockFolder(folder)).rejects.toThrow(/lock cannot be written/);
  rmdirSync(lock);
  expect(readFileSync(precious, "utf8")).toBe("thesis");
  expect(existsSync(lock)).toBe(false);
});

it("cannot be where there is no folder", async () => {
  await expect(lockFolder(join(root, "none"))).rejects.toMatchObject({ code: "BAD_INPUT" });
});

/** A running process as its lock names it. */
function processOf(pid: number): { pid: number; started: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return { pid, started: stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]! };
}
