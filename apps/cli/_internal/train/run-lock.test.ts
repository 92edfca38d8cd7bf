import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lockFolder } from "./run-lock.js";

const folder = mkdtempSync(join(tmpdir(), "croupier-lock-"));
const lock = join(folder, "lock");
afterAll(() => rmSync(folder, { recursive: true }));

function heldBy(holder: unknown): void {
  writeFileSync(lock, typeof holder === "string" ? holder : JSON.stringify(holder));
}

it("holds a folder until it is let go, and leaves nothing behind", () => {
  const release = lockFolder(folder);
  expect(JSON.parse(readFileSync(lock, "utf8"))).toEqual({ host: hostname(), pid: process.pid });
  release();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  ["runs", { host: hostname(), pid: process.ppid }],
  ["runs on another machine", { host: "elsewhere", pid: 1 }],
  ["has not said yet who it is", ""],
])("refuses a folder whose process %s, and leaves it as it is", (_how, holder) => {
  heldBy(holder);
  const before = readFileSync(lock, "utf8");
  expect(() => lockFolder(folder)).toThrow(
    /another process is at work in it; wait for its end, or remove .*lock/,
  );
  expect(readFileSync(lock, "utf8")).toBe(before);
  expect(readdirSync(folder)).toEqual(["lock"]);
  rmSync(lock);
});

it.each([
  ["is gone", spawnSync("true").pid],
  ["had this one's number", process.pid],
])("replaces the lock of a process that %s", (_how, pid) => {
  heldBy({ host: hostname(), pid });
  lockFolder(folder)();
  expect(existsSync(lock)).toBe(false);
});

it("lets one process at a time replace a lock", () => {
  heldBy({ host: hostname(), pid: spawnSync("true").pid });
  writeFileSync(`${lock}.claim`, "");
  expect(() => lockFolder(folder)).toThrow(`remove ${lock}.claim`);
  rmSync(`${lock}.claim`);
  lockFolder(folder)();
});
