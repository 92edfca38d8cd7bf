/** A sleep that ends early where there is something to do. */
export interface Alarm {
  /** Ends the sleep that is, or else the next one. */
  ring(): void;
  /** Sleeps until a moment, milliseconds since 1970, or until it rings, or the signal comes. */
  sleepUntil(moment: number, signal: AbortSignal): Promise<void>;
}

/** Timers of the platform hold no more. */
const MAX_MS = 2 ** 31 - 1;

/** An alarm for one sleeper. */
export function makeAlarm(): Alarm {
  let wake: (() => void) | undefined;
  let hasRung = false;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async sleepUntil(moment, signal) {
      if (!hasRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(MAX_MS, Math.max(0, moment - Date.now())));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener("abort", wake, { once: true });
        });
        signal.removeEventListener("abort", wake!);
      }
      wake = undefined;
      hasRung = false;
    },
  };
}
