import type { Study } from "./study.js";

const MIN_LOOK_MS = 1_000;
const MAX_LOOK_MS = 10_000;
/** In a window. */
const LOOKS = 50;

/**
 * Whether a round closes as soon as it is full, and not only by the clock. Where each upload takes a
 * credential, nobody can fill a round alone; where anybody may join, one sender could burn round after round.
 */
export function closesWhenFull({ admission }: Pick<Study, "admission">): boolean {
  switch (admission) {
    case "credentials":
      return true;
    case "open":
      return false;
  }
}

/** After how many milliseconds to look again whether a round closed before its time; Infinity: it cannot. */
export function nextLookMs(study: Pick<Study, "admission" | "windowSeconds">): number {
  if (!closesWhenFull(study)) return Infinity;
  return Math.min(MAX_LOOK_MS, Math.max(MIN_LOOK_MS, (1000 * study.windowSeconds) / LOOKS));
}
