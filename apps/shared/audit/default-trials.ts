import { formatNumber } from "../../../src/privacy/format-number.js";
import { formatSeconds } from "../words/format-seconds.js";

/** What an audit takes where nobody says how many plays. */
const SECONDS = 60;
const MIN_TRIALS = 100;
const MAX_TRIALS = 10_000;
/** Round numbers: small differences in time end in the same one. */
const STEPS = [5, 2, 1];

/**
 * How many plays about a minute allows: 1, 2 or 5 times a power of ten, from 100 to 10,000. It follows from
 * time alone, and from that of plays that do not count: what the audit's own plays show must not have a say
 * in it.
 */
export function defaultTrials(secondsPerPlay: number): number {
  const allowed = SECONDS / secondsPerPlay;
  if (allowed >= MAX_TRIALS) return MAX_TRIALS;
  if (!(allowed > MIN_TRIALS)) return MIN_TRIALS;
  const unit = 10 ** Math.floor(Math.log10(allowed));
  return unit * STEPS.find((step) => step * unit <= allowed)!;
}

/** What is said about it before the plays begin. */
export function plannedWords(trials: number, secondsPerPlay: number): string {
  const count = trials.toLocaleString("en");
  const seconds = trials * secondsPerPlay;
  const whole = seconds < 1 ? "less than a second" : `about ${formatSeconds(seconds)}`;
  const one = formatNumber(Number(secondsPerPlay.toPrecision(2)));
  return `a play takes some ${one} s: ${count} plays, in ${whole}; --trials says otherwise, Ctrl-C ends with the verdict so far`;
}
