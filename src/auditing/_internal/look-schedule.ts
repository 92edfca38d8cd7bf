/** When the scores may be looked at, and which part of the allowed error a look gets. */
export interface Look {
  /** How many of the first plays are looked at. */
  readonly plays: number;
  /** Part of the allowed error, (0, 1/2]. */
  readonly share: number;
}

/** Looks further back are worth nothing. */
const LOOKS = 40;

/**
 * The looks of an audit, latest first: at n, n/√2, n/2, ... plays with 1/2, 1/4, 1/8, ... of the error, a
 * schedule that no score enters. All bounds hold together, so that of whichever looks were reached the last
 * may be quoted, whenever and why ever the audit stopped.
 */
export function lookSchedule(plays: number): Look[] {
  const looks: Look[] = [];
  for (let j = 0; j < LOOKS; j++) {
    const count = Math.ceil(plays * 2 ** (-j / 2));
    if (count < (looks.at(-1)?.plays ?? Infinity)) looks.push({ plays: count, share: 2 ** -(j + 1) });
  }
  return looks;
}

/** The last look that this number of plays allows. */
export function lookAt(planned: number, played: number): Look | undefined {
  return lookSchedule(planned).find(({ plays }) => plays <= played);
}
