import type { Logger } from "pino";
import { DpError } from "../../../../src/errors.js";
import type { Shuffler } from "../../../../src/federated/shuffler/shuffler.js";
import type { OpenShufflerStore } from "../stores/opened-shuffler-store.js";
import type { Alarm } from "./alarm.js";

/** How a shuffler's work is led. */
export interface TickLead {
  readonly shuffler: Shuffler;
  readonly study: string;
  /** Of several processes that share it, one works at a time. */
  readonly store: Pick<OpenShufflerStore, "isShared" | "lead">;
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Called when all that was due is done. */
  readonly afterTick: () => void;
}

const RETRY_MS = 1_000;
/** Batches expire, and clocks are set: a look now and then. */
const LOOK_MS = 60_000;
/** Another process may have opened a round, and ended since. */
const SHARED_LOOK_MS = 5_000;

/**
 * Does what is due, sleeps until something is, and so on until it is stopped. A store that fails is asked
 * again.
 */
export async function runTicks(lead: TickLead): Promise<void> {
  const { shuffler, study, store, alarm, signal, log, afterTick } = lead;
  while (!signal.aborted) {
    let next: number | undefined;
    try {
      const led = await store.lead(study, (lost) => shuffler.tick(AbortSignal.any([signal, lost])));
      next = led === undefined ? Date.now() + RETRY_MS : led.result;
      if (led !== undefined) afterTick();
    } catch (error) {
      if (error instanceof DpError && error.code === "DATA_UNREADABLE") throw error;
      const code = error instanceof DpError ? error.code : "UNKNOWN";
      log.error({ code, reason: (error as Error).message }, "the shuffler's work failed and is tried again");
      next = Date.now() + RETRY_MS;
    }
    const look = Date.now() + (store.isShared ? SHARED_LOOK_MS : LOOK_MS);
    await alarm.sleepUntil(Math.min(next ?? Infinity, look), signal);
  }
}
