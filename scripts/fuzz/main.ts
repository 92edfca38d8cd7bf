/**
 * `npm run fuzz -- --events N --seed S [--corners | --unlike] [--first I] [--jobs J]`: random events, valid
 * and not, extreme and not, through the five functions of accounting. With `--corners` most numbers are such
 * at which formulas change, which finds more faults in less time. With `--unlike` sequences of two to eight
 * unlike rounds are held against their parts.
 *
 * `--tables N` random tables follow (2000), through what `croupier analyze` reads them with: numbers and
 * names as people write them. `--events 0` leaves the events out, `--tables 0` the tables.
 *
 * Every failure is printed with its event as JSON and the command that repeats it; the exit status is 1 where
 * there is one.
 */
import { type ChildProcess, fork } from "node:child_process";
import { parseArgs } from "node:util";
import { checkNumber, RANGES, show } from "../../src/validate.js";
import { caseOf, type Values } from "./random-cases.js";
import { fuzzTables } from "./tables/fuzz-tables.js";
import type { Checked, Task } from "./worker.js";

/**
 * What one answer may take. A case that takes longer beside other jobs, which may share its core, is checked
 * again by itself.
 */
const MAX_SECONDS = 10;
/** From so much on it is told: what is slow now fails with the next random numbers. */
const NEAR_SECONDS = 6;
/**
 * How long a process may be silent: a case asks several questions, and others may be at work on the machine.
 */
const SILENCE_MS = 120_000;
const MEMORY_MB = 1500;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    corners: { type: "boolean", default: false },
    unlike: { type: "boolean", default: false },
    first: { type: "string", default: "0" },
    jobs: { type: "string", default: "1" },
    tables: { type: "string", default: "2000" },
  },
});
const events = checkNumber("--events", Number(values.events), RANGES.nonNegativeInteger);
const seed = checkNumber("--seed", Number(values.seed), RANGES.nonNegativeInteger);
const first = checkNumber("--first", Number(values.first), RANGES.nonNegativeInteger);
const jobs = checkNumber("--jobs", Number(values.jobs), RANGES.positiveInteger);
const tables = checkNumber("--tables", Number(values.tables), RANGES.nonNegativeInteger);
const end = first + events;
const drawn: Values = values.unlike ? "unlike" : values.corners ? "corners" : "random";
const flag = drawn === "random" ? "" : ` --${drawn}`;
const started = Date.now();
let done = 0;
let failures = 0;
let slowest = 0;
const compared = new Map<string, number>();
const slowBesideOthers: number[] = [];

await Promise.all(
  Array.from({ length: jobs }, (_, job) =>
    check({ seed, values: drawn, first: first + job, step: jobs, end }),
  ),
);
for (const index of slowBesideOthers)
  await check({ seed, values: drawn, first: index, step: 1, end: index + 1 });
progress("\n");
for (const [probe, figures] of [...compared].sort()) console.log(`${probe}: ${figures} figures compared`);
if (tables > 0) failures += await fuzzTables({ seed, first, count: tables });
process.exitCode = failures > 0 || done < events ? 1 : 0;

/** Checks cases in as many processes as it takes. */
async function check(task: Task): Promise<void> {
  for (let next = task.first; next < task.end; ) {
    const child = fork(new URL("./worker.js", import.meta.url), {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const left = { ...task, first: next };
    child.send(left);
    next = await watch(child, left);
  }
}

/** Resolves to the case at which to go on: past the end, or past the one that ended its process. */
function watch(child: ChildProcess, { first: from, step, end }: Task): Promise<number> {
  return new Promise((resolve) => {
    let next = from;
    let reason = "";
    let complaint = "";
    const hangs = (): void => {
      reason = `no answer after ${SILENCE_MS / 1000} s`;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(hangs, SILENCE_MS);
    child.stderr!.on("data", (chunk) => {
      complaint = (complaint + String(chunk)).slice(-2000);
    });
    child.on("message", ({ index, faults, compared: figures, slowest }: Checked) => {
      clearTimeout(timer);
      timer = setTimeout(hangs, SILENCE_MS);
      next = index + step;
      const { probe } = caseOf(seed, index, drawn);
      if (figures > 0) compared.set(probe, (compared.get(probe) ?? 0) + figures);
      const { name = "", seconds = 0 } = slowest ?? {};
      const takes = `${name} takes ${seconds.toFixed(1)} s`;
      if (seconds > NEAR_SECONDS) process.stderr.write(`\ncase ${index} is near the limit: ${takes}\n`);
      const isSlow = seconds > MAX_SECONDS;
      if (isSlow && step > 1) slowBesideOthers.push(index);
      else report(index, [...faults, ...(isSlow ? [takes] : [])], seconds);
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (next >= end) return resolve(next);
      report(next, [reason || `ends its process (${signal ?? code}): ${complaint}`], SILENCE_MS / 1000);
      resolve(next + step);
    });
  });
}

function report(index: number, faults: readonly string[], seconds: number): void {
  done += 1;
  slowest = Math.max(slowest, seconds);
  if (faults.length > 0) {
    failures += 1;
    console.log(
      `
case ${index}: npm run fuzz -- --seed ${seed}${flag} --first ${index} --events 1 --tables 0`,
    );
    console.log(asJson(caseOf(seed, index, drawn)));
    for (const fault of faults) console.log(`  ${fault}`);
  }
  if (process.stderr.isTTY || done % 1000 === 0) progress(process.stderr.isTTY ? "" : "\n");
}

function progress(end: string): void {
  const minutes = (Date.now() - started) / 60_000;
  process.stderr.write(
    `\r${done} of ${events} events, ${failures} failures, slowest ${slowest.toFixed(1)} s, ${minutes.toFixed(1)} min${end}`,
  );
}

/** Junk may have no JSON; the command repeats it anyway. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, field) =>
      typeof field === "number" && !Number.isFinite(field) ? String(field) : field,
    );
  } catch {
    return show(value);
  }
}
