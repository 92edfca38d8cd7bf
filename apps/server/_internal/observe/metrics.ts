import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { RoundCount } from "../stores/opened-shuffler-store.js";

/**
 * What a server counts. Reports count once their round is closed: a live count and a watched connection show
 * who joined.
 */
export interface Metrics {
  /** A refusal by a listener, by the error's code. */
  refused(listener: "public" | "private", code: string): void;
  /** What was refused so far, by listener and code. */
  refusals(): Readonly<Record<string, number>>;
  /** Where the analyzer's ledger is, and the shuffler's copy of it. */
  ledger(entries: { readonly own: number; readonly copy: number }): void;
  /** Records that did not open, in a published round. */
  invalid(records: number): void;
  /** When the open round opened, milliseconds since 1970; undefined where none collects. */
  collecting(since: number | undefined): void;
  /** When the master key was made, milliseconds since 1970. */
  masterKey(since: number): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Where the figures come from that are read at each scrape. */
export interface MetricsSources {
  /** A file beside which the store's files stand, where it has files. */
  readonly store?: string;
  readonly rounds?: () => Promise<readonly RoundCount[]>;
}

/** The metrics of one process. */
export function openMetrics({ store, rounds }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "croupier_" });
  const refusals = countRefusals(registers);
  const invalid = new Counter({
    name: "croupier_invalid_records_total",
    help: "Records of published rounds that did not open, did not decode or repeated another",
    registers,
  });
  const entries = new Gauge({
    name: "croupier_ledger_entries",
    help: "Entries of the ledger at the analyzer and of the shuffler's copy; the copy gets the rest with the next announcement",
    labelNames: ["at"],
    registers,
  });
  if (rounds !== undefined) addRounds(registry, rounds);
  if (store !== undefined) addFreeDisk(registry, store);
  const collecting = addAge(
    registry,
    "croupier_round_age_seconds",
    "Age of the round that collects; 0: none",
  );
  const masterKey = addAge(
    registry,
    "croupier_master_key_age_seconds",
    "Time since the master key was rotated",
  );
  return {
    ...refusals,
    ledger: ({ own, copy }) => {
      entries.set({ at: "analyzer" }, own);
      entries.set({ at: "shuffler" }, copy);
    },
    invalid: (records) => invalid.inc(records),
    collecting,
    masterKey,
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Refusals, for the metrics and for the log. */
function countRefusals(registers: Registry[]): Pick<Metrics, "refused" | "refusals"> {
  const counts: Record<string, number> = {};
  const counter = new Counter({
    name: "croupier_refusals_total",
    help: "Requests that were refused, by listener and code",
    labelNames: ["listener", "code"],
    registers,
  });
  return {
    refused(listener, code) {
      counter.inc({ listener, code });
      counts[`${listener} ${code}`] = (counts[`${listener} ${code}`] ?? 0) + 1;
    },
    refusals: () => ({ ...counts }),
  };
}

function addRounds(registry: Registry, rounds: () => Promise<readonly RoundCount[]>): void {
  new Gauge({
    name: "croupier_rounds",
    help: "Rounds by state",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { state, rounds: count } of await rounds()) this.set({ state }, count);
    },
  });
  new Gauge({
    name: "croupier_reports",
    help: "Accepted reports of rounds that are over, by the rounds' state",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { state, reports } of await rounds()) if (state !== "intake") this.set({ state }, reports);
    },
  });
}

/** Steps of the free space that is told: in bytes it would count an open round's uploads. */
const DISK_STEP = 2 ** 28;

function addFreeDisk(registry: Registry, store: string): void {
  new Gauge({
    name: "croupier_free_disk_bytes",
    help: "Free space where the store's files are, rounded down to 256 MiB",
    registers: [registry],
    async collect() {
      const { bavail, bsize } = await statfs(dirname(store));
      this.set(DISK_STEP * Math.floor((bavail * bsize) / DISK_STEP));
    },
  });
}

/** A gauge of the time since a moment that is set. */
function addAge(registry: Registry, name: string, help: string): (since: number | undefined) => void {
  let since: number | undefined;
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(since === undefined ? 0 : Math.max(0, Date.now() - since) / 1000);
    },
  });
  return (moment) => {
    since = moment;
  };
}
