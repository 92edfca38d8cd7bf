export interface Contestant {
  readonly what: string;
  /** Things done by one `run`. */
  readonly count: number;
  /** May return the milliseconds that count, where not all of it does. */
  run(): void | Promise<void> | Promise<number>;
}

export interface Rate {
  readonly what: string;
  /** Median over the rounds of things done per second. */
  readonly perSecond: number;
  /** Median over the rounds of the ratio to the first contestant in the same round. */
  readonly timesFirst: number;
}

const ROUNDS = 7;

/** Has contestants take turns, so that a busy machine slows all of them. */
export async function takeTurns(contestants: readonly Contestant[], turns: number = ROUNDS): Promise<Rate[]> {
  for (const { run } of contestants) await run();
  const rounds: number[][] = [];
  for (let round = 0; round < turns; round++) {
    const rates = [];
    for (const { run, count } of contestants) {
      const start = performance.now();
      const measured = await run();
      rates.push((1000 * count) / (measured ?? performance.now() - start));
    }
    rounds.push(rates);
  }
  return contestants.map(({ what }, i) => ({
    what,
    perSecond: Number(median(rounds.map((rates) => rates[i]!)).toPrecision(3)),
    timesFirst: Number(median(rounds.map((rates) => rates[i]! / rates[0]!)).toPrecision(3)),
  }));
}

const SHORT_ROUNDS = 100;

/**
 * As `takeTurns`, but the best of many rounds: for short runs that measure the machine itself, whatever else
 * it does.
 */
export async function bestOfTurns(contestants: readonly Contestant[]): Promise<Rate[]> {
  const best = contestants.map(() => 0);
  for (let round = 0; round < SHORT_ROUNDS; round++) {
    for (const [i, { run, count }] of contestants.entries()) {
      const start = performance.now();
      await run();
      best[i] = Math.max(best[i]!, (1000 * count) / (performance.now() - start));
    }
  }
  return contestants.map(({ what }, i) => ({
    what,
    perSecond: Number(best[i]!.toPrecision(3)),
    timesFirst: Number((best[i]! / best[0]!).toPrecision(3)),
  }));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
